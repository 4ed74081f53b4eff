/** Measures what a visitor's first page downloads and fails when it is more than it may be. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import filePlugin from "@size-limit/file";
import sizeLimit from "size-limit";

interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

const CLIENT = "dist/client";
const KIB = 1024;
const FIRST_SCREEN = ["src/app/entry.client.tsx", "src/app/pages/home-page.tsx"];
const OTHER_SUBSETS = /-(latin-ext|vietnamese|cyrillic|cyrillic-ext|greek|greek-ext|math|symbols)-/;

/** Limits for the home page, brotli-compressed. */
const LIMITS = [
  { what: "scripts", limitKib: 105, isCounted: (file: string) => file.endsWith(".js") },
  { what: "styles", limitKib: 12, isCounted: (file: string) => file.endsWith(".css") },
  {
    what: "fonts",
    limitKib: 60,
    // The browser fetches the other subsets only for a page with such letters.
    isCounted: (file: string) => file.endsWith(".woff2") && !OTHER_SUBSETS.test(file),
  },
];

/** Every file that the chunks of the first screen load before anybody does anything. */
function firstFiles(manifest: Record<string, Chunk>): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest has no ${key}.`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    chunk.imports?.forEach(collect);
  };
  FIRST_SCREEN.forEach(collect);
  return [...files].map((file) => join(CLIENT, file));
}

// Vite writes the manifest in this form.
const manifest = JSON.parse(readFileSync(join(CLIENT, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;
const files = firstFiles(manifest);

for (const { what, limitKib, isCounted } of LIMITS) {
  const counted = files.filter(isCounted);
  // The package declares an object without saying which; its documentation does.
  const [sum] = (await sizeLimit([filePlugin], counted)) as { size: number }[];
  const kib = (sum?.size ?? 0) / KIB;
  const isOver = kib > limitKib;
  console.log(
    `${what.padEnd(8)} ${kib.toFixed(1).padStart(6)} of ${limitKib} KiB in ${counted.length} files${isOver ? "  TOO MUCH" : ""}`,
  );
  if (isOver) process.exitCode = 1;
}
