import { defineConfig } from "vite";

/** The app without a server: `frontend/local.py` adds Python, the package and what works offline. */
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: "local.html" },
  },
});
