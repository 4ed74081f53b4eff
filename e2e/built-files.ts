import { readFileSync } from "node:fs";

import type { Manifest } from "vite";

import { listChunks, PART } from "../src/app/assets.server.ts";

// Vite writes the manifest in this form.
const readManifest = () =>
  JSON.parse(readFileSync("dist/client/.vite/manifest.json", "utf8")) as Manifest;

/** @returns a pattern for the address of the script that the build made from a module */
export function scriptOf(source: string): string {
  const file = readManifest()[source]?.file;
  if (file === undefined) throw new Error(`The build has no script of its own for ${source}.`);
  return `**/${file}`;
}

/** @returns a pattern for the scripts that a module needs and that neither a page nor its parts load */
export function lateScriptsOf(source: string, page: string): RegExp {
  const manifest = readManifest();
  const loaded = new Set(listChunks(manifest, [page], (key) => PART.test(key)));
  const late = listChunks(manifest, [source], () => false).filter((chunk) => !loaded.has(chunk));
  return new RegExp(`/(?:${late.map(({ file }) => RegExp.escape(file)).join("|")})$`);
}
