import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { dependencies, version } from "./package.json" with { type: "json" };
import { keepServerOutOfBrowser } from "./scripts/keep-server-out-of-browser.ts";

const ENTRY = "src/app/entry.client.tsx";

/** The entry, and the modules that a visit loads without a press. */
const SCREEN =
  /src\/(?:pages\/)?(app\/entry\.client|home\/page|home\/all-parts|ev-detail\/page|compare\/page|table\/table-part)\.tsx?$/;

/** Finds the screens that import a module, directly or through others. */
function screensOf(id: string, context: Rolldown.ChunkingContext): Set<string> {
  const screens = new Set<string>();
  const seen = new Set<string>();
  const climb = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    const screen = SCREEN.exec(module)?.[1];
    if (screen) screens.add(screen);
    else context.getModuleInfo(module)?.importers.forEach(climb);
  };
  climb(id);
  return screens;
}

/** One chunk for what `isWanted` chooses by the screens that import it. */
const chunkOf = (
  name: string,
  order: { priority: number; minShareCount: number },
  isWanted: (screens: Set<string>) => boolean,
) => ({
  name: (id: string, context: Rolldown.ChunkingContext) =>
    isWanted(screensOf(id, context)) ? name : null,
  debugName: name,
  ...order,
});

/** Few files, because on a slow network a request costs more than some kilobytes that a page does not need. */
const GROUPS = [
  // Nearly every page loads what home shares with others.
  chunkOf(
    "site",
    { priority: 3, minShareCount: 1 },
    (screens) => screens.has("app/entry.client") || (screens.has("home/page") && screens.size > 1),
  ),
  chunkOf(
    "cars",
    { priority: 2, minShareCount: 2 },
    (screens) => screens.size > 1 && (screens.has("ev-detail/page") || screens.has("compare/page")),
  ),
  chunkOf(
    "finding",
    { priority: 1, minShareCount: 2 },
    (screens) => screens.has("home/all-parts") || screens.has("table/table-part"),
  ),
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_000 },
];
const CHUNKS = {
  codeSplitting: { groups: GROUPS },
  // A shared chunk is named after all of its importers, and each of them would contain that name.
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.split("~")[0]}-[hash].js`,
};

export default defineConfig(({ command }) => ({
  base: "./", // built files find each other below any path
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
        rolldownOptions: { input: ENTRY, output: CHUNKS },
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
      // The built server contains its libraries, which halves the start time and saves a quarter of the memory.
      // It only reads the dependencies of package.json from node_modules: packages that have binaries or are
      // seldom needed, and the files of Swagger UI.
      ...(command === "build" && {
        define: {
          "process.env.NODE_ENV": '"production"',
          "process.env.EV_RELEASE": JSON.stringify(process.env["EV_RELEASE"] ?? version),
        },
      }),
      resolve:
        command === "build"
          ? {
              noExternal: true,
              external: Object.keys(dependencies).filter((name) => name !== "@fastify/swagger-ui"),
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
