/** Measures what a visitor's page downloads and fails when it is more than it may be. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import filePlugin from "@size-limit/file";
import sizeLimit from "size-limit";

import { keyOf, type Manifest, type ManifestChunk, PART } from "../src/app/assets.server.ts";

const CLIENT = "dist/client";
const KIB = 1024;
const ENTRY = "src/app/entry.client.tsx";
/** The whole faces: for a page with letters that the ones cut from them lack. */
const WHOLE_FACE = /-latin-/;

const isScript = (file: string) => file.endsWith(".js");
const isStyle = (file: string) => file.endsWith(".css");

interface Limit {
  what: string;
  limitKib: number;
  /** the home page's chunk where absent */
  page?: string;
  withParts: boolean;
  isCounted: (file: string) => boolean;
}

/** Limits of a page, brotli-compressed: what it needs at once, and with all its parts. */
const LIMITS: readonly Limit[] = [
  { what: "scripts", limitKib: 90, withParts: false, isCounted: isScript },
  { what: "styles", limitKib: 14, withParts: false, isCounted: isStyle },
  { what: "scripts, to the end", limitKib: 148, withParts: true, isCounted: isScript },
  { what: "styles, to the end", limitKib: 14, withParts: true, isCounted: isStyle },
  ...["ev-detail-page", "compare-page"].map((page) => ({
    what: `styles, ${page}`,
    limitKib: 11,
    page,
    withParts: true,
    isCounted: isStyle,
  })),
  {
    what: "fonts",
    limitKib: 27,
    withParts: true,
    isCounted: (file: string) => file.endsWith(".woff2") && !WHOLE_FACE.test(file),
  },
];

/** Every file that a page loads without a click: at once, or when all of it was scrolled. */
function pageFiles(manifest: Manifest, page: string, withParts: boolean): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const collect = (asked: string) => {
    const key = Object.keys(manifest).find((one) => manifest[one]?.name === asked) ?? asked;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest has no ${key}.`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    chunk.imports?.forEach(collect);
    if (withParts) chunk.dynamicImports?.filter((lazy) => PART.test(lazy)).forEach(collect);
  };
  [ENTRY, page].forEach(collect);
  return [...files].map((file) => join(CLIENT, file));
}

// Vite writes the manifest in this form.
const manifest = JSON.parse(readFileSync(join(CLIENT, ".vite/manifest.json"), "utf8")) as Manifest;
for (const { what, limitKib, page = "home-page", withParts, isCounted } of LIMITS) {
  const counted = pageFiles(manifest, page, withParts).filter(isCounted);
  // The package declares an object without saying which; its documentation does.
  const [sum] = (await sizeLimit([filePlugin], counted)) as { size: number }[];
  const kib = (sum?.size ?? 0) / KIB;
  const isOver = kib > limitKib;
  console.log(
    `${what.padEnd(8)} ${kib.toFixed(1).padStart(6)} of ${limitKib} KiB in ${counted.length} files${isOver ? "  TOO MUCH" : ""}`,
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
  /(?:^|\/)node_modules\/zod\//,
];
// vite.config.ts writes it: the modules of each file.
const modules = JSON.parse(readFileSync(join(CLIENT, ".vite/modules.json"), "utf8")) as Record<
  string,
  string[]
>;
const ofAdministrators = (file: string) =>
  (modules[file] ?? []).filter((module) => ADMINISTRATORS.some((theirs) => theirs.test(module)));

/** The chunks of shoppers' pages, also those that a click fetches, but no other page. */
function shoppersChunks(): ManifestChunk[] {
  const isPage = (key: string) => /^src\/app\/pages\/[^/]+-page[.]tsx$/.test(key);
  const chunks = new Map<string, ManifestChunk>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest has no ${key}.`);
    if (chunks.has(key)) return;
    chunks.set(key, chunk);
    chunk.imports?.forEach(collect);
    chunk.dynamicImports?.filter((lazy) => !isPage(lazy)).forEach(collect);
  };
  collect(ENTRY);
  for (const name of SHOPPERS) collect(keyOf(manifest, `src/app/pages/${name}-page.tsx`));
  return [...chunks.values()];
}

const found = shoppersChunks().flatMap(({ file }) =>
  ofAdministrators(file).map((module) => `${module} in ${file}`),
);
for (const line of found) console.log(`The administrator's code is in a shopper's page: ${line}`);
// The pages that must hold some show that they would be found.
const isKnown = Object.keys(modules).some((file) => ofAdministrators(file).length > 0);
if (!isKnown) console.log("The list of modules names nothing of the administrator's.");
if (found.length > 0 || !isKnown) process.exitCode = 1;
