import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { DocumentAssets } from "./page-data.ts";

/** Tells what the document of a page loads. */
export interface Assets {
  /** @param source the page's module, as in pages.ts */
  forPage(source: string): DocumentAssets;
  /** folder with the built files to serve, null where somebody else serves them */
  folder: string | null;
}

interface ManifestChunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestChunk>;

const ENTRY = "src/app/entry.client.tsx";

/**
 * Reads the manifest of a finished build.
 * @param folder the build's client folder
 * @throws when there is no build in it
 */
export function readBuiltAssets(folder: string): Assets {
  // Written by the build that this server belongs to.
  const manifest = JSON.parse(
    readFileSync(join(folder, ".vite", "manifest.json"), "utf8"),
  ) as Manifest;
  return { folder, forPage: (source) => documentAssets(manifest, source) };
}

/** Entry and page with all they import: scripts to run, styles to wait for, chunks to preload. */
function documentAssets(manifest: Manifest, source: string): DocumentAssets {
  const chunks = new Map<string, ManifestChunk>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunks.has(key)) return;
    chunks.set(key, chunk);
    chunk.imports?.forEach(collect);
  };
  collect(ENTRY);
  collect(source);
  const all = [...chunks.values()];
  const entry = chunks.get(ENTRY);
  const paths = (files: (string | undefined)[]) => [
    ...new Set(files.filter((file) => file !== undefined).map((file) => `/${file}`)),
  ];
  return {
    scripts: paths([entry?.file]),
    styles: paths(all.flatMap((chunk) => chunk.css ?? [])),
    preloads: paths(all.filter((chunk) => chunk !== entry).map((chunk) => chunk.file)),
    fonts: paths(all.flatMap((chunk) => chunk.assets ?? []).filter(isTextFont)),
  };
}

/** The two faces of the first screen; italic and other subsets are fetched when needed. */
function isTextFont(file: string): boolean {
  return /-latin-(?:wght|standard)-normal-.*\.woff2$/.test(file);
}
