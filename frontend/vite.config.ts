import { defineConfig } from "vitest/config";

/** The bundle goes into the Python package; everything in it is addressed relative to the page. */
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/adversario/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/ws": { target: "ws://127.0.0.1:8123", ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
