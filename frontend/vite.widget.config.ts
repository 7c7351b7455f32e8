import { defineConfig } from "vite";

/** The widget of notebooks: one module with its styles in it, for it is sent rather than served. */
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  define: { "process.env.NODE_ENV": '"production"' },
  publicDir: false,
  build: {
    lib: { entry: "src/widget.tsx", formats: ["es"], fileName: () => "widget.js" },
    outDir: "../src/adversario/notebook/static",
    emptyOutDir: true,
    target: "es2022",
    minify: true,
  },
});
