import { readFileSync } from "node:fs";

import type { Manifest } from "vite";

/** @returns a pattern for the address of the script that the build made from a module */
export function scriptOf(source: string): string {
  // Vite writes the manifest in this form.
  const manifest = JSON.parse(readFileSync("dist/client/.vite/manifest.json", "utf8")) as Manifest;
  const file = manifest[source]?.file;
  if (file === undefined) throw new Error(`The build has no script of its own for ${source}.`);
  return `**/${file}`;
}
