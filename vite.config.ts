import { globSync } from "node:fs";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { dependencies } from "./package.json" with { type: "json" };

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

/** Replaces what makes an icon of lucide-react's data, which can do much that nobody asks of it. */
function smallIcons(): Plugin {
  return {
    name: "small-icons",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer) {
      if (!/createLucideIcon[.]m?js$/.test(source) || !importer?.includes("lucide-react")) return;
      return join(import.meta.dirname, "src/ui/lucide-icon.tsx");
    },
  };
}

/**
 * Makes a sheet's class names constants, which `inlineConst` writes where they are used: an object
 * of them comes whole, also to who needs few, and with the styles of all the home page's parts.
 */
function inlineClassNames(): Plugin {
  return {
    name: "inline-class-names",
    enforce: "post",
    apply: "build",
    transform: {
      filter: { id: [/[.]module[.]css$/, /\/src\/.*[.]tsx$/] },
      handler(code, id) {
        // A sheet must stay when nothing of its module is left.
        if (id.endsWith(".css")) return { code, moduleSideEffects: "no-treeshake" };
        return code.replace(/^import (?=\w+ from ".*[.]module[.]css")/gm, "import * as ");
      },
    },
  };
}

/** Writes beside the manifest which modules each file holds, for `scripts/bundle-budget.ts`. */
function listModules(): Plugin {
  return {
    name: "list-modules",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "client",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? [[file.fileName, file.moduleIds.map(fromHere)] as const] : [],
      );
      const source = JSON.stringify(Object.fromEntries(modules), undefined, 1);
      this.emitFile({ type: "asset", fileName: ".vite/modules.json", source });
    },
  };
}

/** The path of a module from here, or what the bundler calls its own. */
function fromHere(id: string): string {
  return id.startsWith("/") ? relative(import.meta.dirname, id).replaceAll("\\", "/") : id;
}

const STYLE_SHEETS = globSync("src/**/*.module.css").sort();

/** Short names for the classes of CSS modules: they stand in each document, script and style sheet. */
function className(name: string, file: string, css: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, "")).replaceAll("\\", "/");
  const sheet = STYLE_SHEETS.indexOf(path).toString(36);
  const names = new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/gi), ([, found]) => found));
  const at = [...names].indexOf(name);
  // Animations have names, too, which no dot precedes.
  return `_${sheet}-${at < 0 ? name : at.toString(36)}`;
}

/** React by itself: it runs as it arrives, so that no task is as long as that and our own code. */
const REACT = /node_modules\/(react|react-dom|scheduler)\/|^\0rolldown\/runtime/;

/** What every page of a shopper loads. A few chunks compress better than many. */
const EVERY_PAGE = new RegExp(
  [
    "node_modules/(wouter|regexparam|clsx)/",
    "node_modules/@tanstack/(react-query|query-core)/(?!.*([iI]nfinite|useMutation|mutationObserver))",
    "node_modules/lucide-react/dist/esm/(?!icons/)",
    "src/ui/(?!address-state|dialog|fields|save-file|toaster|use-combobox|(checkbox|figure-input|pill|slider|ticks)[^/]*[.]tsx?)",
    "src/vehicle/(?!brands|distance[.]|ev-|field|format|shown-|use-distance)",
    "src/features/images/(?!brand-logo[.]tsx|car-|draw-|image-(cell|field)|use-image)",
    "src/api/answers",
    "src/features/catalogue/(catalogue[.]client|kept-scroll|limits)",
    "src/features/recently-viewed/(?!.*strip)",
    "src/features/live/live-updates",
    "src/features/saved/saved(-cars)?[.]",
    "src/features/filters/(limits|sort)[.]ts",
    "src/features/search/nearest-names",
    "src/(routes|app/(?!entry)[^/]+$)",
    "src/features/(catalogue/figure|compare/compare-button|live/changed-mark).*[.]css",
  ].join("|"),
);

/** What shows cars: needed by each page, but not by the first screen of the home page. */
const CARS = new RegExp(
  [
    "src/vehicle/(brands|distance[.]|format|shown-formats|use-distance)",
    "src/features/assumptions/",
    "src/features/catalogue/(figure|format-day)",
    "src/features/compare/(compare|compare-(address|button)|short-names|use-comparison|limits)[.]",
    "src/features/filters/search[.]ts",
    "src/features/images/brand-logo",
    "src/features/live/changed-mark",
    "src/features/ranking/(limits|vote-button|vote-queries|votes[.]client)",
    "src/features/reviews/(rating-hover-card|limits|stars)[.]",
    "src/ui/(address-state|checkbox|figure-input|pill|slider|ticks)[^/]*[.]tsx?",
    "node_modules/lucide-react/dist/esm/icons/(arrow-(down|right|up)|calculator|chevron-down|download|link-2|message-square-text|plus)[.]",
  ].join("|"),
);

/** Reviews of one model, on its page and in the panel over its stars. */
const REVIEWS =
  /src\/features\/reviews\/(rating-figures|review-list|reviews[.]client)|(infiniteQueryObserver|useInfiniteQuery)[.]/;

/** Trips and what both pages with them say of further figures. */
const TRIP = /src\/(features\/trip|vehicle\/shown-)/;

/** What belongs to the first screen of the home page, and the styles of all of it. */
const HOME_PAGE = new RegExp(
  [
    "src/features/sections/(?!active-)",
    "src/app/pages/home-(page|data)",
    "src/app/pages/discover-section[.]module[.]css",
    "src/features/(filters|ranking|savings)/(?!.*dialog).*[.]css",
    "src/features/explore/explore-(section|sides)[.]module[.]css",
    "src/features/compare/compare-section[.]module[.]css",
    "src/features/catalogue/(vehicle-|list-|other-).*[.]css",
  ].join("|"),
);

/** The filters of Discover, which several of its parts and its dialog share. */
const DISCOVER = /src\/(features\/filters\/(?!.*dialog)|app\/pages\/home-facets)/;

const CHUNKS = {
  // In this order each takes what it imports along, so that no earlier one needs a later one.
  groups: [
    { name: "react", priority: 5, test: REACT },
    { name: "site", priority: 4, test: EVERY_PAGE },
    { name: "cars", priority: 3, test: CARS },
    { name: "home-page", priority: 2, test: HOME_PAGE },
    { name: "discover", priority: 1, test: DISCOVER },
    { name: "save", priority: 1, test: /src\/features\/saved\/sav(ing|e-)/ },
    { name: "reviews", priority: 1, test: REVIEWS },
    { name: "trip", priority: 1, test: TRIP },
  ],
};

export default defineConfig(({ command }) => ({
  appType: "custom",
  plugins: [keepServerOutOfBrowser(), smallIcons(), inlineClassNames(), listModules(), react()],
  ...(command === "build" && { css: { modules: { generateScopedName: className } } }),
  optimizeDeps: { entries: ["src/app/entry.client.tsx"] },
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } }, // which has it itself
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
          optimization: { inlineConst: { mode: "all" } },
          output: { codeSplitting: CHUNKS },
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
            "workbook-worker": "src/features/import/workbook-worker.server.ts",
          },
          output: {
            entryFileNames: "[name].js",
            chunkFileNames: "chunks/[name]-[hash].js",
          },
        },
      },
    },
  },
}));
