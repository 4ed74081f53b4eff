import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { LRUCache } from "lru-cache";
import { chooseEncoding, type Encoded, type Encoding } from "./compression.server.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 1024;
/** Headers that Node or `keep` sets for each response. */
const PER_RESPONSE: ReadonlySet<string> = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
]);
/** Shared caches keep public responses for a second; browsers revalidate them each time. */
export const PUBLIC = "public, max-age=0, s-maxage=1";
/** A shorter body is sent together with its headers, as a string. */
const MAX_TEXT_BYTES = 8 * 1024;

/** A whole response, which equal requests get again while it is current. */
interface KeptAnswer {
  status: number;
  headers: string[]; // name, value, name, value…
  /** a string has one character per byte */
  body: Buffer | string | undefined;
  isCurrent: () => boolean;
}

type ResponseCache = ReturnType<typeof createResponseCache>;

declare module "fastify" {
  interface FastifyInstance {
    responseCache: ResponseCache;
  }
}

/**
 * The single cache of finished responses, which drops the least recently used ones first: bodies by what they
 * depend on, and whole responses by request. A response's key contains everything that can distinguish two
 * requests, so no visitor's headers reach another.
 * @param variantOf returns a short text for the other headers that responses depend on; when absent, no whole
 *   response is kept
 */
export function createResponseCache(
  variantOf?: (headers: IncomingHttpHeaders) => string,
  maxBytes = MAX_BYTES,
) {
  const entries = new LRUCache<string, Encoded | KeptAnswer, () => Encoded | Promise<Encoded>>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) =>
      key.length * 2 + ("tag" in entry ? entry.bytes : OVERHEAD_BYTES + (entry.body?.length ?? 0)),
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // A waiting caller gets the response even if its entry has been evicted.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
  });
  let isOpen = true;
  let lastKept: KeptAnswer | undefined;

  /** An outdated response's `isCurrent` keeps a whole catalogue in memory. */
  function dropOutdated(): void {
    for (const [key, entry] of entries) {
      if ("isCurrent" in entry && !entry.isCurrent()) entries.delete(key);
    }
  }

  /** null for requests whose responses are not kept, which is all but plain GETs without a body */
  function keyOf({ method, url = "", headers }: IncomingMessage): string | null {
    if (!isOpen || !variantOf || method !== "GET") return null;
    if ("content-length" in headers || "transfer-encoding" in headers) return null;
    if ("range" in headers) return null;
    const encodings = headers["accept-encoding"] ?? "";
    const etags = headers["if-none-match"] ?? "";
    return `GET ${url}\n${encodings}\n${etags}\n${variantOf(headers)}`;
  }

  return {
    /**
     * Makes a missing response only once for all concurrent callers.
     * @param key everything that it depends on, including versions: a read after a write must not join an
     *   earlier one
     */
    async get(key: string, make: () => Encoded | Promise<Encoded>): Promise<Encoded> {
      if (!isOpen) return make();
      const entry = await entries.fetch(`answer ${key}`, { context: make });
      return entry && "tag" in entry ? entry : make();
    },
    /** Returns the whole response that an equal request got, if it is still current. */
    find(request: IncomingMessage): KeptAnswer | undefined {
      const key = keyOf(request);
      const entry = key === null ? undefined : entries.get(key);
      return entry && "isCurrent" in entry && entry.isCurrent() ? entry : undefined;
    },
    /** Keeps a response, with all headers set, for equal requests while `isCurrent` returns true. */
    keep(
      request: FastifyRequest,
      reply: FastifyReply,
      { status, body, isCurrent }: Pick<KeptAnswer, "status" | "isCurrent"> & { body?: Buffer },
    ): void {
      const key = keyOf(request.raw);
      if (key === null || reply.hasHeader("set-cookie")) return;
      const headers: string[] = [];
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (PER_RESPONSE.has(name) || value === undefined) continue;
        for (const each of Array.isArray(value) ? value : [value]) headers.push(name, String(each));
      }
      if (body) headers.push("content-length", String(body.length));
      // A change outdates most responses at once.
      if (lastKept?.isCurrent() === false) dropOutdated();
      const isShort = body && body.length <= MAX_TEXT_BYTES;
      lastKept = { status, headers, body: isShort ? body.toString("latin1") : body, isCurrent };
      entries.set(key, lastKept);
    },
    /** Stops using the cache, so that responses can tell clients that their connections are closing. */
    close() {
      isOpen = false;
      lastKept = undefined;
      entries.clear();
    },
  };
}

/** Answers requests with the whole response that an equal one got, while that is current. */
export const responseCache = fastifyPlugin<{
  variantOf: ((headers: IncomingHttpHeaders) => string) | undefined;
}>(
  async (app, { variantOf }) => {
    const cache = createResponseCache(variantOf);
    app.decorate("responseCache", cache);
    app.addHook("onRequest", (request, reply, done) => {
      const answer = cache.find(request.raw);
      if (!answer) return done();
      reply.hijack();
      reply.raw.writeHead(answer.status, answer.headers);
      reply.raw.end(answer.body, "latin1");
    });
    app.addHook("preClose", async () => cache.close());
  },
  { name: "response-cache" },
);

/** Strong ETags differ between encodings, because their bytes do (RFC 9110 §8.8.3). */
function etagOf({ tag }: Encoded, encoding: Encoding): string {
  return encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
}

/** Whether an If-None-Match contains this ETag, by weak comparison, as RFC 9110 §13.1.2 requires. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

export interface SendOptions {
  cacheControl: string;
  /** 200 by default; only a 200 can become a 304 */
  status?: number;
  vary?: string;
  /** keeps the whole response, which must not depend on anything else in the request */
  isCurrent?: () => boolean;
}

/** Sends a finished response in the client's preferred encoding, or 304 if the client already has it. */
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
  // Anybody can invent any number of addresses that lead nowhere.
  if (isCurrent && status === 200) {
    const { statusCode } = reply;
    const answer = { status: statusCode, isCurrent, ...(body && { body }) };
    request.server.responseCache.keep(request, reply, answer);
  }
  return reply.send(body);
}
