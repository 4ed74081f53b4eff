import * as http from "node:http";
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

/**
 * Modules of the server that a start does not need as a whole, by what is loaded in their place.
 * - `import` of Node's HTTP module reads all of its properties, and one of those loads undici: 60 ms
 *   and 13 MB at every start, for what the server never uses.
 * - `pg` is for those who have a PostgreSQL.
 */
const SERVER_MODULES: Readonly<Record<string, string>> = {
  "node:http": `export const { ${Object.keys(http)
    .filter((name) => !/WebSocket|Event/.test(name) && name !== "default")
    .join(", ")} } = process.getBuiltinModule("node:http");`,
  pg: `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export default new Proxy({}, { get: (_, name) => load("pg")[name] });`,
};

/** Puts the modules above into the built server. */
function sparingStart(): Plugin {
  const PREFIX = "\0sparing:";
  return {
    name: "sparing-start",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "server",
    resolveId: (source) => (source in SERVER_MODULES ? PREFIX + source : undefined),
    load: (id) => (id.startsWith(PREFIX) ? SERVER_MODULES[id.slice(PREFIX.length)] : undefined),
  };
}

/** What every page of a shopper loads. A few chunks compress better than many. */
const EVERY_PAGE = [
  "node_modules/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|clsx)/",
  "node_modules/@tanstack/(react-query|query-core)/",
  "node_modules/lucide-react/dist/esm/(?!icons/)",
  "src/ui/(?!confirm-dialog|dialog|text-field|toaster|style-singleton)",
  "src/vehicle/(?!ev-)",
  "src/features/images/(?!address-picture|image-(address|cell|field|upload)|upload-|use-image)",
  "src/features/catalogue/(answers|catalogue[.]client|hydrated|visitor-input|trim-)",
  "src/features/filters/(facets|limits|search|sort)[.]ts",
  // Not the entry: it waits for a page, which waits for these.
  "src/(routes|app/(?!entry)[^/]+$)",
].join("|");

/** Votes and the card over a rating, which the home page and the detail page show. */
const OPINIONS =
  /src\/features\/(ranking\/(fly-icon|limits|vehicle-votes|vote-button|votes[.]client)|reviews\/(rating-hover-card|limits))/;

/** What belongs to the first screen of the home page. */
const HOME_PAGE =
  /src\/features\/(ranking\/(?!.*dialog)|sections|finding\/(?!.*strip)|compare\/(compare|comparison-store|use-comparison)\.ts)|src\/app\/pages\/(home|use-home)/;

/** The filters of Discover, which several of its parts and its dialog share. */
const DISCOVER = /src\/features\/filters\/(?!.*dialog)/;

const CHUNKS = {
  // In this order each takes what it imports along, so that no earlier one needs a later one.
  groups: [
    { name: "site", priority: 4, test: new RegExp(EVERY_PAGE) },
    { name: "opinions", priority: 3, test: OPINIONS },
    { name: "home", priority: 2, test: HOME_PAGE },
    { name: "discover", priority: 1, test: DISCOVER },
  ],
};

export default defineConfig(({ command }) => ({
  appType: "custom",
  plugins: [keepServerOutOfBrowser(), sparingStart(), react()],
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
          output: { codeSplitting: CHUNKS },
        },
      },
    },
    ssr: {
      // Built, the server is a few files with what it uses of its libraries: it starts in half the
      // time and three quarters of the memory. What has a binary or is seldom needed stays outside.
      ...(command === "build" && { define: { "process.env.NODE_ENV": '"production"' } }),
      resolve:
        command === "build"
          ? { noExternal: true, external: ["sharp", "@node-rs/argon2"] }
          : { noExternal: [/^@fontsource/] }, // their style sheets, which Node cannot load
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        minify: false,
        target: "node24",
        rolldownOptions: {
          input: {
            server: "src/app/main.server.ts",
            backup: "src/app/backup-main.server.ts",
            invite: "src/app/invite-main.server.ts",
          },
          output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
        },
      },
    },
  },
}));
