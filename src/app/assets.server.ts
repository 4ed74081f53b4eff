import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { DocumentAssets } from "./page-data.ts";

export interface Assets {
  /** @param source the page's module, as in pages.ts */
  forPage(source: string): DocumentAssets;
  /** the text of a style sheet, for inside the document; absent where documents link them */
  sheet?: (href: string) => string;
  /** folder with the built files to serve, null where somebody else serves them */
  folder: string | null;
}

export interface ManifestChunk {
  file: string;
  name?: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

const ENTRY = "src/app/entry.client.tsx";
/** Chunks of vite.config.ts by what the others wait for, the last first. */
const NEEDED: readonly string[] = ["site", "react"];
/** The lazy parts of a page; other lazy code is another page's or opened by a visitor's action. */
export const PART = /-(part|section)\.tsx$/;

/** @param folder the build's client folder @throws when there is no build in it */
export function readBuiltAssets(folder: string): Assets {
  // Written by the build that this server belongs to.
  const manifest = JSON.parse(
    readFileSync(join(folder, ".vite", "manifest.json"), "utf8"),
  ) as Manifest;
  return {
    folder,
    forPage: (source) => documentAssets(manifest, source),
    sheet: (href) => readFileSync(join(folder, href), "utf8"),
  };
}

/** What entry and page load. The page's lazy parts are in the document, so their styles are needed at once. */
function documentAssets(manifest: Manifest, source: string): DocumentAssets {
  const loaded = chunksOf(manifest, [ENTRY, source], false);
  const shown = chunksOf(manifest, [ENTRY, source], true);
  const byNeed = loaded.toSorted((one, other) => rankOf(other) - rankOf(one));
  const paths = (files: (string | undefined)[]) => [
    ...new Set(files.filter((file) => file !== undefined).map((file) => `/${file}`)),
  ];
  return {
    scripts: paths(byNeed.map((chunk) => chunk.file)),
    styles: paths(shown.flatMap((chunk) => chunk.css ?? [])),
  };
}

function rankOf({ name }: ManifestChunk): number {
  return NEEDED.indexOf(name ?? "");
}

function chunksOf(
  manifest: Manifest,
  keys: readonly string[],
  withParts: boolean,
): ManifestChunk[] {
  const chunks = new Map<string, ManifestChunk>();
  const collect = (asked: string) => {
    const key = keyOf(manifest, asked);
    const chunk = manifest[key];
    if (!chunk || chunks.has(key)) return;
    chunks.set(key, chunk);
    chunk.imports?.forEach(collect);
    if (withParts) chunk.dynamicImports?.filter((lazy) => PART.test(lazy)).forEach(collect);
  };
  keys.forEach(collect);
  return [...chunks.values()];
}

export function keyOf(manifest: Manifest, source: string): string {
  const name = basename(source, ".tsx");
  return source in manifest
    ? source
    : (Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? source);
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
