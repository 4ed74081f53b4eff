/** Measures what a visitor's page downloads and fails when it exceeds its budget. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import type { Manifest } from "vite";

import { listChunks, listStyles, PART } from "../src/app/assets.server.ts";

const CLIENT = "dist/client";
const KIB = 1024;
const ENTRY = "src/app/entry.client.tsx";
const HOME = "src/pages/home/page.tsx";
/** The complete fonts, for pages with characters that the subsets lack. */
const WHOLE_FACE = /-latin-/;

// The shape of Vite's manifest.
const manifest = JSON.parse(
  readFileSync(join(CLIENT, ".vite", "manifest.json"), "utf8"),
) as Manifest;

const isPage = (key: string) => /^src\/pages\/[^/]+\/page[.]tsx$/.test(key);

/**
 * @param isLoaded tells which dynamic imports of a chunk a visit loads, depending on what the visitor does
 */
function scriptsOfHome(isLoaded: (key: string) => boolean): string[] {
  return listChunks(manifest, [ENTRY, HOME], isLoaded).map(({ file }) => file);
}

const fonts = listChunks(manifest, [ENTRY], () => false)
  .flatMap(({ assets = [] }) => assets)
  .filter((file) => file.endsWith(".woff2") && !WHOLE_FACE.test(file));

const sizeOf = (files: readonly string[]) =>
  brotliCompressSync(Buffer.concat(files.map((file) => readFileSync(join(CLIENT, file))))).length;
const sizeOfEach = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + sizeOf([file]), 0);

/**
 * Limits per page in KiB after Brotli. A document contains all of its styles, which are compressed together.
 */
const BUDGETS: readonly [string, number, string[], (files: readonly string[]) => number][] = [
  ["scripts at once", 100, scriptsOfHome(() => false), sizeOfEach],
  ["scripts, scrolled through", 175, scriptsOfHome((key) => PART.test(key)), sizeOfEach],
  ["scripts after all presses", 260, scriptsOfHome((key) => !isPage(key)), sizeOfEach],
  ...["home", "ev-detail", "compare"].map((page): (typeof BUDGETS)[number] => [
    `styles of ${page}`,
    20,
    listStyles(manifest, `src/pages/${page}/page.tsx`),
    sizeOf,
  ]),
  ["fonts", 27, fonts, sizeOfEach],
];

for (const [what, limitKib, files, measure] of BUDGETS) {
  const kib = measure(files) / KIB;
  const isOver = kib > limitKib;
  console.log(
    `${what.padEnd(25)} ${kib.toFixed(1).padStart(6)} of ${limitKib} KiB in ${files.length} files${isOver ? "  TOO MUCH" : ""}`,
  );
  if (isOver) process.exitCode = 1;
}
