/** Measures what a visitor's first page downloads and fails when it is more than it may be. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import filePlugin from "@size-limit/file";
import sizeLimit from "size-limit";

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const CLIENT = "dist/client";
const KIB = 1024;
const FIRST_SCREEN = ["src/app/entry.client.tsx", "home-page"];
const OTHER_SUBSETS = /-(latin-ext|vietnamese|cyrillic|cyrillic-ext|greek|greek-ext|math|symbols)-/;

/** Parts of the page that are fetched when the visitor comes near to them. */
const PART = /-part\.tsx$/;

const isScript = (file: string) => file.endsWith(".js");
const isStyle = (file: string) => file.endsWith(".css");

/** Limits for the home page, brotli-compressed: what it needs at once, and with all its parts. */
const LIMITS = [
  { what: "scripts", limitKib: 105, withParts: false, isCounted: isScript },
  { what: "styles", limitKib: 12, withParts: false, isCounted: isStyle },
  { what: "scripts, to the end", limitKib: 135, withParts: true, isCounted: isScript },
  { what: "styles, to the end", limitKib: 12, withParts: true, isCounted: isStyle },
  {
    what: "fonts",
    limitKib: 60,
    withParts: true,
    // The browser fetches the other subsets only for a page with such letters.
    isCounted: (file: string) => file.endsWith(".woff2") && !OTHER_SUBSETS.test(file),
  },
];

/** Every file that the home page loads without a click: at once, or when all of it was scrolled. */
function pageFiles(manifest: Record<string, Chunk>, withParts: boolean): string[] {
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
  FIRST_SCREEN.forEach(collect);
  return [...files].map((file) => join(CLIENT, file));
}

// Vite writes the manifest in this form.
const manifest = JSON.parse(readFileSync(join(CLIENT, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;
for (const { what, limitKib, withParts, isCounted } of LIMITS) {
  const counted = pageFiles(manifest, withParts).filter(isCounted);
  // The package declares an object without saying which; its documentation does.
  const [sum] = (await sizeLimit([filePlugin], counted)) as { size: number }[];
  const kib = (sum?.size ?? 0) / KIB;
  const isOver = kib > limitKib;
  console.log(
    `${what.padEnd(8)} ${kib.toFixed(1).padStart(6)} of ${limitKib} KiB in ${counted.length} files${isOver ? "  TOO MUCH" : ""}`,
  );
  if (isOver) process.exitCode = 1;
}

/** Nothing that only administrators use may stand in what a shopper's home page loads. */
const ADMINISTRATORS =
  /^src\/features\/(?:admin|import|auth)\/|^src\/app\/pages\/(?:admin|auth)-page/;
const ofAdministrators = Object.keys(manifest).filter((key) => ADMINISTRATORS.test(key));
const adminFiles = new Set(ofAdministrators.map((key) => join(CLIENT, manifest[key]?.file ?? "")));
const mixed = pageFiles(manifest, true).filter((file) => adminFiles.has(file));
if (ofAdministrators.length === 0 || mixed.length > 0) {
  console.log(
    `The administrator's code is in the home page: ${mixed.join(", ") || "no such chunk"}`,
  );
  process.exitCode = 1;
}
