import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Manifest, ManifestChunk } from "vite";

import { withBase, withoutBase } from "../domain/base-path.ts";
import type { DocumentAssets } from "./document.tsx";

export interface Assets {
  /** @param source the page's module, as in pages.ts */
  forPage(source: string): DocumentAssets;
  firstScript: string;
  /** returns the text of a style sheet to inline; absent where documents link their sheets */
  sheet?: (href: string) => string;
  /** folder with the built files to serve; null if another server serves them */
  folder: string | null;
}

const ENTRY = "src/app/entry.client.tsx";
/** Matches the lazy parts of a page; other lazy code belongs to another page or loads on a visitor's action. */
export const PART = /-(parts?|section)\.tsx?$/;

/** @param folder the build's client folder @throws when there is no build in it */
export function readBuiltAssets(folder: string): Assets {
  // The same build wrote this file, so it needs no validation.
  const manifest = JSON.parse(
    readFileSync(join(folder, ".vite", "manifest.json"), "utf8"),
  ) as Manifest;
  return {
    folder,
    firstScript: readFileSync(join(folder, "..", "first", "first-script.js"), "utf8").trim(),
    forPage: (source) => documentAssets(manifest, source),
    sheet: (href) =>
      readFileSync(join(folder, withoutBase(href)), "utf8")
        // Relative addresses of an inlined sheet would be relative to the document.
        .replaceAll("url(./", `url(${withBase("/assets/")}`),
  };
}

/** Lists a page's assets, the entry's script first, with the styles of its lazy parts, which the document contains. */
function documentAssets(manifest: Manifest, source: string): DocumentAssets {
  const loaded = listChunks(manifest, [ENTRY, source], () => false).map(({ file }) => file);
  const entry = manifest[ENTRY]?.file ?? "";
  const scripts = [entry, ...loaded.filter((file) => file !== entry)];
  return {
    scripts: scripts.map((file) => withBase(`/${file}`)),
    styles: listStyles(manifest, source).map((file) => withBase(`/${file}`)),
  };
}

/** Lists the style sheets of a page and its parts, each after the ones that it overrides. */
export function listStyles(manifest: Manifest, source: string): string[] {
  const chunks = listChunks(manifest, [ENTRY, source], (key) => PART.test(key));
  return [...new Set(chunks.flatMap(({ css = [] }) => css))];
}

/** Returns every chunk that these modules load, each after its imports. @param isLoaded for dynamic imports */
export function listChunks(
  manifest: Manifest,
  sources: readonly string[],
  isLoaded: (dynamicImport: string) => boolean,
): ManifestChunk[] {
  const seen = new Set<string>();
  const chunksOf = (key: string): ManifestChunk[] => {
    if (seen.has(key)) return [];
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest has no ${key}.`);
    const { imports = [], dynamicImports = [] } = chunk;
    return [
      ...imports.flatMap(chunksOf),
      chunk,
      ...dynamicImports.filter(isLoaded).flatMap(chunksOf),
    ];
  };
  return sources.flatMap(chunksOf);
}

/** Names of built files contain a content hash, so the files never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/** Serves built files with a route for each folder and each other file; every other path is a document. */
export async function fileRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const options = (cacheControl: string) => ({
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response: { header(name: string, value: string): unknown }) =>
      void response.header("cache-control", cacheControl),
  });
  for (const [path, cacheControl] of [
    ["/assets/", IMMUTABLE],
    ["/images/logos/", AN_HOUR],
  ] as const) {
    const place = { root: join(folder, path), prefix: path, decorateReply: false };
    await app.register(fastifyStatic, { ...options(cacheControl), ...place });
  }
  await app.register(fastifyStatic, { ...options(AN_HOUR), serve: false, root: folder });
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    if (!file.isFile()) continue;
    app.get(`/${file.name}`, (_request, reply) => reply.sendFile(file.name));
  }
}
