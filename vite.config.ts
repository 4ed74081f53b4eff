import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { dependencies } from "./package.json" with { type: "json" };
import { keepServerOutOfBrowser } from "./scripts/keep-server-out-of-browser.ts";

const ENTRY = "src/app/entry.client.tsx";
const SWAGGER_UI = "@fastify/swagger-ui";

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
      // external. Besides them, only Swagger UI's files are read from node_modules, so the dependencies in
      // package.json are all that the built server needs.
      ...(command === "build" && { define: { "process.env.NODE_ENV": '"production"' } }),
      resolve:
        command === "build"
          ? {
              noExternal: true,
              external: Object.keys(dependencies).filter((name) => name !== SWAGGER_UI),
            }
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
