import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { dependencies } from "./package.json" with { type: "json" };

const ENTRY = "src/app/entry.client.tsx";
const SERVER_FILE = /\.(server\.tsx?|schema\.ts)$/;

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

/** One file of what every page loads, base.css first; others of 2 kB at least, for slow lines. */
const SHARED_FILES = [
  { name: "site", tags: ["$initial" as const], priority: 1 },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
];

export default defineConfig(({ command }) => ({
  appType: "custom",
  plugins: [keepServerOutOfBrowser(), react()],
  optimizeDeps: { entries: [ENTRY] },
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } }, // which has it itself
  // The content security policy has no data: addresses.
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: ENTRY, output: { codeSplitting: { groups: SHARED_FILES } } },
      },
    },
    // Inside each document, so it has no other file to import.
    first: {
      consumer: "client",
      build: {
        outDir: "dist/first",
        copyPublicDir: false,
        rolldownOptions: {
          input: "src/app/first-script.ts",
          output: { format: "iife", entryFileNames: "first-script.js" },
        },
      },
    },
    ssr: {
      // Built, the server is a few files with what it uses of its libraries: it starts in half the
      // time and three quarters of the memory. What has a binary or is seldom needed stays
      // outside, and is all that package.json has among the dependencies: nothing else of
      // node_modules is needed where the build runs.
      ...(command === "build" && { define: { "process.env.NODE_ENV": '"production"' } }),
      resolve:
        command === "build"
          ? { noExternal: true, external: Object.keys(dependencies) }
          : { noExternal: [/^@fontsource/] }, // their style sheets, which Node cannot load
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        minify: false,
        target: "node24",
        rolldownOptions: {
          input: {
            main: "src/app/start.server.ts",
            server: "src/app/main.server.ts",
            backup: "src/app/backup-main.server.ts",
            "check-names": "src/app/check-names-main.server.ts",
            invite: "src/app/invite-main.server.ts",
            password: "src/app/password-main.server.ts",
            starter: "src/app/starter-main.server.ts",
            "workbook-worker": "src/features/import/parse/workbook-worker.server.ts",
          },
          output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
        },
      },
    },
  },
}));
