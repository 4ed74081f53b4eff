import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { responseCacheOf } from "../server/response-cache.server.ts";

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
  responseCacheOf(request.server).keep(request, reply, { status: 200, body, isCurrent });
  return body;
}
