import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { LRUCache } from "lru-cache";
import { chooseEncoding, type Encoded } from "./compression.server.ts";

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

/** A whole response, which equal requests get again. */
interface KeptResponse {
  status: number;
  headers: string[]; // name, value, name, value…
  body: Buffer | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    responseCache: ReturnType<typeof createResponseCache>;
  }
  interface FastifyRequest {
    /** names the whole response to this request; null when none may be kept */
    responseKey: string | null;
  }
}

/** The single cache of finished responses: bodies by what they depend on, and whole responses by request. */
function createResponseCache() {
  const entries = new LRUCache<string, Encoded | KeptResponse, () => Encoded | Promise<Encoded>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (entry, key) =>
      key.length * 2 + ("tag" in entry ? entry.bytes : OVERHEAD_BYTES + (entry.body?.length ?? 0)),
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // A waiting caller gets the response even if its entry has been evicted.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    ttlResolution: 0,
  });
  let isOpen = true;

  return {
    /** Makes a missing response once for all callers. @param key with versions: a later read must not join it */
    async get(key: string, make: () => Encoded | Promise<Encoded>): Promise<Encoded> {
      if (!isOpen) return make();
      const entry = await entries.fetch(`answer ${key}`, { context: make });
      return entry && "tag" in entry ? entry : make();
    },
    find(key: string): KeptResponse | undefined {
      const entry = entries.get(key);
      return entry && "headers" in entry ? entry : undefined;
    },
    /** Keeps a response, with all headers set, for equal requests. @param maxAgeMs 0 for no limit */
    keep(
      { responseKey }: FastifyRequest,
      reply: FastifyReply,
      { body, maxAgeMs = 0 }: { body: Buffer | undefined; maxAgeMs?: number | undefined },
    ): void {
      if (!isOpen || responseKey === null || reply.hasHeader("set-cookie")) return;
      const headers: string[] = [];
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (PER_RESPONSE.has(name) || value === undefined) continue;
        for (const each of Array.isArray(value) ? value : [value]) headers.push(name, String(each));
      }
      if (body) headers.push("content-length", String(body.length));
      entries.set(responseKey, { status: reply.statusCode, headers, body }, { ttl: maxAgeMs });
    },
    /** Stops using the cache, so that responses can tell clients that their connections are closing. */
    close() {
      isOpen = false;
      entries.clear();
    },
  };
}

/**
 * Answers requests with the whole response that an equal one got. The key contains everything that can distinguish
 * two requests, so no visitor's headers reach another. @param variantOf what responses depend on besides address
 * and encodings, such as the catalogue's version, asked before they are made; null when none may be kept
 */
export const responseCache = fastifyPlugin<{
  variantOf: (headers: IncomingHttpHeaders) => string | null;
}>(
  async (app, { variantOf }) => {
    const cache = createResponseCache();
    /** null for all requests but plain GETs without a body */
    const keyOf = ({ method, url = "", headers }: IncomingMessage): string | null => {
      if (method !== "GET" || "range" in headers) return null;
      if ("content-length" in headers || "transfer-encoding" in headers) return null;
      const variant = variantOf(headers);
      const encodings = headers["accept-encoding"] ?? "";
      const etags = headers["if-none-match"] ?? "";
      return variant === null ? null : `GET ${url}\n${encodings}\n${etags}\n${variant}`;
    };
    app.decorate("responseCache", cache);
    app.decorateRequest("responseKey", null);
    app.addHook("onRequest", (request, reply, done) => {
      request.responseKey = keyOf(request.raw);
      const kept = request.responseKey === null ? undefined : cache.find(request.responseKey);
      if (!kept) return done();
      reply.hijack();
      reply.raw.writeHead(kept.status, kept.headers);
      reply.raw.end(kept.body);
    });
    app.addHook("preClose", async () => cache.close());
  },
  { name: "response-cache" },
);

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
  isKept?: boolean;
  /** how long a kept response may be sent again; no limit by default */
  maxAgeMs?: number;
}

/** Sends a finished response in the client's preferred encoding, or 304 if the client already has it. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: Encoded,
  { cacheControl, status = 200, vary, isKept, maxAgeMs }: SendOptions,
): Promise<FastifyReply> {
  const encoding = encoded.isCompressible
    ? chooseEncoding(request.headers["accept-encoding"])
    : "identity";
  // Strong ETags differ between encodings, because their bytes do (RFC 9110 §8.8.3).
  const etag = encoding === "identity" ? `"${encoded.tag}"` : `"${encoded.tag}-${encoding}"`;
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
  if (isKept && status === 200)
    request.server.responseCache.keep(request, reply, { body, maxAgeMs });
  return reply.send(body);
}
