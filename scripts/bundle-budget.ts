/** Measures what a visitor's page downloads and fails when it is more than it may be. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { keyOf, type Manifest, type ManifestChunk, PART } from "../src/app/assets.server.ts";

const CLIENT = "dist/client";
const KIB = 1024;
const ENTRY = "src/app/entry.client.tsx";
/** The whole faces: for a page with letters that the ones cut from them lack. */
const WHOLE_FACE = /-latin-/;

const readBuilt = (name: string) => readFileSync(join(CLIENT, ".vite", name), "utf8");
// Vite writes the manifest in this form, and vite.config.ts the modules of each file beside it.
const manifest = JSON.parse(readBuilt("manifest.json")) as Manifest;
const modules = JSON.parse(readBuilt("modules.json")) as Record<string, string[]>;

const pageSource = (name: string) => `src/app/pages/${name}-page.tsx`;
const isPage = (key: string) => /^src\/app\/pages\/[^/]+-page[.]tsx$/.test(key);

/** Which of a chunk's dynamic imports a visit loads, by what the visitor does. */
const VISITS = {
  atOnce: () => false,
  scrolledThrough: (key: string) => PART.test(key),
  afterAllPresses: (key: string) => !isPage(key),
};

/** Every chunk that these pages load. */
function chunksOf(pages: readonly string[], visit: keyof typeof VISITS): ManifestChunk[] {
  const chunks = new Map<string, ManifestChunk>();
  const collect = (source: string) => {
    const key = keyOf(manifest, source);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest has no ${key}.`);
    if (chunks.has(key)) return;
    chunks.set(key, chunk);
    chunk.imports?.forEach(collect);
    chunk.dynamicImports?.filter(VISITS[visit]).forEach(collect);
  };
  [ENTRY, ...pages.map(pageSource)].forEach(collect);
  return [...chunks.values()];
}

const isScript = (file: string) => file.endsWith(".js");
const isStyle = (file: string) => file.endsWith(".css");
const isFont = (file: string) => file.endsWith(".woff2") && !WHOLE_FACE.test(file);

interface Budget {
  what: string;
  limitKib: number;
  page: string;
  visit: keyof typeof VISITS;
  isCounted: (file: string) => boolean;
}

/** Limits of a page, compressed by brotli. */
const BUDGETS: readonly Budget[] = [
  { what: "scripts at once", limitKib: 105, page: "home", visit: "atOnce", isCounted: isScript },
  {
    what: "scripts, scrolled through",
    limitKib: 190,
    page: "home",
    visit: "scrolledThrough",
    isCounted: isScript,
  },
  {
    what: "scripts after all presses",
    limitKib: 270,
    page: "home",
    visit: "afterAllPresses",
    isCounted: isScript,
  },
  ...["home", "ev-detail", "compare"].map((page): Budget => ({
    what: `styles of ${page}`,
    limitKib: 20,
    page,
    visit: "scrolledThrough",
    isCounted: isStyle,
  })),
  { what: "fonts", limitKib: 27, page: "home", visit: "scrolledThrough", isCounted: isFont },
];

function brotliBytes(file: string): number {
  return brotliCompressSync(readFileSync(join(CLIENT, file))).length;
}

for (const { what, limitKib, page, visit, isCounted } of BUDGETS) {
  const files = new Set(
    chunksOf([page], visit)
      .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
      .filter(isCounted),
  );
  const kib = files.values().reduce((sum, file) => sum + brotliBytes(file), 0) / KIB;
  const isOver = kib > limitKib;
  console.log(
    `${what.padEnd(25)} ${kib.toFixed(1).padStart(6)} of ${limitKib} KiB in ${files.size} files${isOver ? "  TOO MUCH" : ""}`,
  );
  if (isOver) process.exitCode = 1;
}

/**
 * Nothing that only administrators use may stand in what a shopper's page loads, by itself or by a
 * visitor's action; whether somebody is signed in is all that a shopper's header asks.
 */
const SHOPPERS = ["home", "ev-detail", "compare", "coming-soon", "not-found"];
const ADMINISTRATORS = [
  /^src\/features\/(?:admin|import)\//,
  /^src\/features\/auth\/(?!signed-in-hint[.])/,
  /^src\/app\/pages\/(?:admin|auth)-page[.]/,
  /(?:^|\/)node_modules\/(?:zod|react-hook-form|@hookform)\//,
];
const ofAdministrators = (file: string) =>
  (modules[file] ?? []).filter((module) => ADMINISTRATORS.some((theirs) => theirs.test(module)));

const found = chunksOf(SHOPPERS, "afterAllPresses").flatMap(({ file }) =>
  ofAdministrators(file).map((module) => `${module} in ${file}`),
);
for (const line of found) console.log(`The administrator's code is in a shopper's page: ${line}`);
// The pages that must hold some show that they would be found.
const isKnown = Object.keys(modules).some((file) => ofAdministrators(file).length > 0);
if (!isKnown) console.log("The list of modules names nothing of the administrator's.");
if (found.length > 0 || !isKnown) process.exitCode = 1;
