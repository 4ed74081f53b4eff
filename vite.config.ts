import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const SERVER_FILE = /\.server\.tsx?$/;

/** Fails the build, and the page in development, when the browser would load a server's file. */
function keepServerOutOfBrowser(): Plugin {
  return {
    name: "keep-server-out-of-browser",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.config.consumer === "client",
    resolveId(source, importer) {
      const isServerFile = SERVER_FILE.test(source.replace(/\?.*$/, ""));
      const isNodeModule =
        source.startsWith("node:") && importer !== undefined && !importer.includes("node_modules");
      if (isServerFile || isNodeModule) {
        this.error(`${importer ?? "The page"} imports ${source}, which only the server may load.`);
      }
    },
  };
}

/** Opened by a visitor's action, or the administrator's, so never part of a first screen. */
const LAZY = "(?:ui/(dialog|toaster|style-singleton)|vehicle/ev-|features/catalogue/(model|spec|struct|use-))";

/** What every page loads, and what the home page adds to it. */
const FIRST_SCREEN_CHUNKS = [
  {
    name: "site",
    priority: 2,
    test: new RegExp(
      "node_modules/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|clsx" +
        "|@tanstack/(react-query|query-core)|lucide-react/dist/esm/(?!icons/))/?" +
        `|src/(?!${LAZY})(?:ui/|vehicle/|features/images/|features/catalogue/[^/]+[.]ts$|routes|app/[^/]+$)` +
        "|vite/preload-helper",
    ),
  },
  { name: "home", priority: 1, test: /src\/features\/(filters\/(?!.*dialog)|sections\/)/ },
];

export default defineConfig({
  appType: "custom",
  plugins: [keepServerOutOfBrowser(), react()],
  resolve: {
    alias: {
      // The package adds a <style> element, which the content security policy forbids.
      "react-style-singleton": fileURLToPath(new URL("src/ui/style-singleton.ts", import.meta.url)),
    },
  },
  optimizeDeps: { entries: ["src/app/entry.client.tsx"] },
  build: {
    assetsInlineLimit: 0, // data: addresses are not in the content security policy
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: "src/app/entry.client.tsx",
          // A few chunks compress better than many: 7 KiB less on the home page.
          output: { codeSplitting: { groups: FIRST_SCREEN_CHUNKS } },
        },
      },
    },
    ssr: {
      resolve: { noExternal: [/^@fontsource/] }, // their style sheets, which Node cannot load
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        minify: false,
        target: "node24",
        rolldownOptions: {
          input: { server: "src/app/main.server.ts" },
          output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
        },
      },
    },
  },
});
