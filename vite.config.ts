import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { dependencies } from "./package.json" with { type: "json" };

const ENTRY = "src/app/entry.client.tsx";
const SERVER_FILE = /\.(server\.tsx?|schema\.ts)$/;

/** Fails the build, or the page in development, when client code would load a server file. */
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

/**
 * One chunk for what every page loads, with base.css first; other shared chunks have at least 2 kB, for slow
 * networks.
 */
const SHARED_FILES = [
  { name: "site", tags: ["$initial" as const], priority: 1 },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
];

export default defineConfig(({ command }) => ({
  appType: "custom",
  plugins: [keepServerOutOfBrowser(), react()],
  optimizeDeps: { entries: [ENTRY] },
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } }, // React has this hook itself
  // The content security policy does not allow data: addresses.
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
    // Inlined in every document, so it cannot import another file.
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
      // In production the server is bundled into a few files with the library code it uses, which halves the
      // start time and saves a quarter of the memory. Packages that have binaries or are seldom needed stay
      // external; they are the only dependencies in package.json, so the built server needs nothing else from
      // node_modules.
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
