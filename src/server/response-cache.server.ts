import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { chooseEncoding, type Encoded, type Encoding } from "./compression.server.ts";
import { requestsLike } from "./request-records.server.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 1024;
/** Headers that Node or `keep` writes anew. */
const PER_RESPONSE: ReadonlySet<string> = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
]);
/** Of what everybody may read: kept for a second by shared caches, asked about each time by browsers. */
export const PUBLIC = "public, max-age=0, s-maxage=1";
/** A shorter body goes out with its head in one piece, as a text. */
const MAX_TEXT_BYTES = 8 * 1024;

interface RawResponse {
  status: number;
  headers: string[]; // name, value, name, value…
  /** a text has one byte to a character */
  body: Buffer | string | undefined;
  isCurrent: () => boolean;
  requests: ReturnType<typeof requestsLike>;
}

type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * The one store of finished answers, least recently used first out: answers by what they depend on,
 * and whole responses by request, which are sent before the framework sees the request. A response's
 * key is all that tells two requests apart, so no header of one visitor reaches another.
 * @param variantOf a short text of the other headers that responses depend on
 */
export function createResponseCache(
  variantOf: (headers: IncomingHttpHeaders) => string = () => "",
  maxBytes = MAX_BYTES,
) {
  const entries = new LRUCache<string, Encoded | RawResponse>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) =>
      key.length * 2 + ("tag" in entry ? entry.bytes : OVERHEAD_BYTES + (entry.body?.length ?? 0)),
  });
  const pending = new Map<string, Promise<Encoded>>();
  let isOpen = true;
  let lastKept: RawResponse | undefined;

  /** By its `isCurrent` an outdated response holds a whole catalogue in memory. */
  function dropOutdated(): void {
    for (const [key, entry] of entries) {
      if ("isCurrent" in entry && !entry.isCurrent()) entries.delete(key);
    }
  }

  /** null for requests that are not answered here: whatever is no plain GET without a body */
  function keyOf({ method, url = "", headers }: IncomingMessage): string | null {
    if (method !== "GET" || "content-length" in headers || "transfer-encoding" in headers) {
      return null;
    }
    if ("range" in headers) return null;
    const encodings = headers["accept-encoding"] ?? "";
    const etags = headers["if-none-match"] ?? "";
    return `GET ${url}\n${encodings}\n${etags}\n${variantOf(headers)}`;
  }

  function made(key: string): Encoded | undefined {
    const entry = entries.get(`answer ${key}`);
    return entry && "tag" in entry ? entry : undefined;
  }

  return {
    made,
    /** Makes the answer when absent, once. @param key all that it depends on, versions too */
    async get(key: string, make: () => Encoded | Promise<Encoded>): Promise<Encoded> {
      const ready = made(key) ?? pending.get(key);
      if (ready) return ready;
      const making = Promise.try(make)
        .then((encoded) => {
          if (isOpen) entries.set(`answer ${key}`, encoded);
          return encoded;
        })
        .finally(() => pending.delete(key));
      pending.set(key, making);
      return making;
    },
    /** Answers the request if a current response is there. @returns whether it did */
    send(request: IncomingMessage, response: ServerResponse): boolean {
      const key = isOpen ? keyOf(request) : null;
      const raw = key === null ? undefined : entries.get(key);
      if (!raw || "tag" in raw || !raw.isCurrent()) return false;
      response.writeHead(raw.status, raw.headers);
      response.end(raw.body, "latin1");
      raw.requests.observe(0);
      return true;
    },
    /** Keeps a response, all headers set, for equal requests for as long as `isCurrent` says so. */
    keep(
      request: FastifyRequest,
      reply: FastifyReply,
      { status, body, isCurrent }: Pick<RawResponse, "status" | "isCurrent"> & { body?: Buffer },
    ): void {
      const key = isOpen ? keyOf(request.raw) : null;
      if (key === null || reply.hasHeader("set-cookie")) return;
      const headers: string[] = [];
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (PER_RESPONSE.has(name) || value === undefined) continue;
        for (const each of Array.isArray(value) ? value : [value]) headers.push(name, String(each));
      }
      if (body) headers.push("content-length", String(body.length));
      // A change outdates most responses together.
      if (lastKept?.isCurrent() === false) dropOutdated();
      const requests = requestsLike(request, status);
      const isShort = body && body.length <= MAX_TEXT_BYTES;
      const sent = isShort ? body.toString("latin1") : body;
      lastKept = { status, headers, body: sent, isCurrent, requests };
      entries.set(key, lastKept);
    },
    /** From now on the framework answers everything, which ends connections as it closes. */
    close() {
      isOpen = false;
      lastKept = undefined;
      entries.clear();
    },
  };
}

const cacheOfServer = new WeakMap<object, ResponseCache>();

export function attachResponseCache(app: FastifyInstance, cache: ResponseCache): void {
  cacheOfServer.set(app.server, cache);
  app.addHook("preClose", async () => cache.close());
}

export function responseCacheOf(app: FastifyInstance): ResponseCache {
  const cache = cacheOfServer.get(app.server) ?? createResponseCache();
  cacheOfServer.set(app.server, cache);
  return cache;
}

/** Strong tags differ between encodings, since their bytes do (RFC 9110 §8.8.3). */
function etagOf({ tag }: Encoded, encoding: Encoding): string {
  return encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
}

/** Whether an If-None-Match names this tag; weak comparison, as RFC 9110 §13.1.2 asks. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

export interface SendOptions {
  cacheControl: string;
  /** 200 when absent; only a 200 can become a 304 */
  status?: number;
  vary?: string;
  /** Keeps the whole response, which may depend on nothing else of the request. */
  isCurrent?: () => boolean;
}

/** Sends a finished answer in the encoding that the client likes best, or 304 if it has it. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: Encoded,
  { cacheControl, status = 200, vary, isCurrent }: SendOptions,
): Promise<FastifyReply> {
  const encoding = encoded.isCompressible
    ? chooseEncoding(request.headers["accept-encoding"])
    : "identity";
  const etag = etagOf(encoded, encoding);
  const isKnown = status === 200 && matchesEtag(request.headers["if-none-match"], etag);
  const body = isKnown ? undefined : await encoded.body(encoding);
  reply
    .code(isKnown ? 304 : status)
    .header("cache-control", cacheControl)
    .header("etag", etag)
    .header("vary", vary ? `Accept-Encoding, ${vary}` : "Accept-Encoding");
  if (!isKnown) {
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    reply.type(encoded.contentType);
  }
  // A stranger may make up any number of addresses with nothing behind them.
  if (isCurrent && status === 200) {
    const { statusCode } = reply;
    const kept = { status: statusCode, isCurrent, ...(body && { body }) };
    responseCacheOf(request.server).keep(request, reply, kept);
  }
  return reply.send(body);
}
