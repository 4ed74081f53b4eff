import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Manifest, ManifestChunk } from "vite";

import type { DocumentAssets } from "./page-data.ts";

export interface Assets {
  /** @param source the page's module, as in pages.ts */
  forPage(source: string): DocumentAssets;
  /** text of the document's inline script */
  firstScript: string;
  /** the text of a style sheet, for inside the document; absent where documents link them */
  sheet?: (href: string) => string;
  /** folder with the built files to serve, null where somebody else serves them */
  folder: string | null;
}

const ENTRY = "src/app/entry.client.tsx";
/** The lazy parts of a page; other lazy code is another page's or opened by a visitor's action. */
export const PART = /-(part|section)\.tsx$/;

/** @param folder the build's client folder @throws when there is no build in it */
export function readBuiltAssets(folder: string): Assets {
  // The build that made this server wrote the file.
  const manifest = JSON.parse(
    readFileSync(join(folder, ".vite", "manifest.json"), "utf8"),
  ) as Manifest;
  return {
    folder,
    firstScript: readFileSync(join(folder, "..", "first", "first-script.js"), "utf8").trim(),
    forPage: (source) => documentAssets(manifest, source),
    sheet: (href) => readFileSync(join(folder, href), "utf8"),
  };
}

/** What entry and page load. The page's lazy parts are in the document, so their styles are needed at once. */
function documentAssets(manifest: Manifest, source: string): DocumentAssets {
  const loaded = listChunks(manifest, [ENTRY, source], () => false);
  return {
    scripts: loaded.map(({ file }) => `/${file}`),
    styles: listStyles(manifest, source).map((file) => `/${file}`),
  };
}

/** The style sheets of a page and its parts, each after those that it overrides. */
export function listStyles(manifest: Manifest, source: string): string[] {
  const chunks = listChunks(manifest, [ENTRY, source], (key) => PART.test(key));
  return [...new Set(chunks.flatMap(({ css = [] }) => css))];
}

/**
 * @param isLoaded which dynamic imports are loaded, too
 * @returns every chunk that these modules load, each after those that it imports
 */
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

/** Names of built files carry a hash of their content, so they never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";
/** Longer files are read from the disk each time. */
const KEPT_BYTES = 256 * 1024;

/** Serves built files: one route for each folder and each file beside the folders; all else is documents. */
export async function fileRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (files) => {
    files.addHook("onSend", async (request, reply, payload) => keepFile(request, reply, payload));
    await serveFiles(files, folder);
  });
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const common = { preCompressed: true, cacheControl: false } as const;
  const anHour = (response: { header(name: string, value: string): unknown }) =>
    void response.header("cache-control", AN_HOUR);
  await app.register(fastifyStatic, {
    ...common,
    decorateReply: false,
    root: join(folder, "assets"),
    prefix: "/assets/",
    setHeaders: (response) => void response.header("cache-control", IMMUTABLE),
  });
  await app.register(fastifyStatic, {
    ...common,
    decorateReply: false,
    root: join(folder, "images", "logos"),
    prefix: "/images/logos/",
    setHeaders: anHour,
  });
  await app.register(fastifyStatic, { ...common, serve: false, root: folder, setHeaders: anHour });
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    if (!file.isFile()) continue;
    app.get(`/${file.name}`, (_request, reply) => reply.sendFile(file.name));
  }
}

/** Keeps a short file in the response cache: files never change while the server runs. */
async function keepFile(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const length = Number(reply.getHeader("content-length"));
  const isWhole = request.method === "GET" && reply.statusCode === 200;
  // Anything may follow a question mark.
  if (!isWhole || !(length <= KEPT_BYTES) || request.url.includes("?")) return payload;
  if (!(payload instanceof Readable)) return payload;
  const body = await buffer(payload);
  const isCurrent = () => true;
  request.server.responseCache.keep(request, reply, { status: 200, body, isCurrent });
  return body;
}
