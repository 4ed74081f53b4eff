import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { LRUCache } from "lru-cache";
import { chooseEncoding, type Encoded, type Encoding } from "./compression.server.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 1024;
/** Headers that Node or `keep` writes anew. */
const PER_RESPONSE: ReadonlySet<string> = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
]);
/** Shared caches keep public answers for a second; browsers revalidate them each time. */
export const PUBLIC = "public, max-age=0, s-maxage=1";
/** A shorter body goes out with its head in one piece, as a text. */
const MAX_TEXT_BYTES = 8 * 1024;

/** A whole response, sent again to equal requests while it is current. */
interface KeptAnswer {
  status: number;
  headers: string[]; // name, value, name, value…
  /** a text has one byte to a character */
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
 * The one store of finished answers, least recently used first out: bodies by what they depend on,
 * and whole responses by request. A response's key is all that tells two requests apart, so no header
 * of one visitor reaches another.
 * @param variantOf a short text of the other headers that responses depend on; absent: no whole
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
    // A waiting caller gets the answer even when its entry has been evicted meanwhile.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
  });
  let isOpen = true;
  let lastKept: KeptAnswer | undefined;

  /** An outdated answer's `isCurrent` holds a whole catalogue in memory. */
  function dropOutdated(): void {
    for (const [key, entry] of entries) {
      if ("isCurrent" in entry && !entry.isCurrent()) entries.delete(key);
    }
  }

  /** null for requests whose answers are not kept: all but a plain GET without a body */
  function keyOf({ method, url = "", headers }: IncomingMessage): string | null {
    if (!isOpen || !variantOf || method !== "GET") return null;
    if ("content-length" in headers || "transfer-encoding" in headers) return null;
    if ("range" in headers) return null;
    const encodings = headers["accept-encoding"] ?? "";
    const etags = headers["if-none-match"] ?? "";
    return `GET ${url}\n${encodings}\n${etags}\n${variantOf(headers)}`;
  }

  return {
    /** The answer that `get` has made for this key, if it is still there. */
    made(key: string): Encoded | undefined {
      const entry = entries.get(`answer ${key}`);
      return entry && "tag" in entry ? entry : undefined;
    },
    /**
     * Makes the answer when absent, once for all who ask meanwhile.
     * @param key all that it depends on, versions too: a read after a write must not join one before
     */
    async get(key: string, make: () => Encoded | Promise<Encoded>): Promise<Encoded> {
      if (!isOpen) return make();
      const entry = await entries.fetch(`answer ${key}`, { context: make });
      return entry && "tag" in entry ? entry : make();
    },
    /** The whole response that an equal request got, if it is still current. */
    find(request: IncomingMessage): KeptAnswer | undefined {
      const key = keyOf(request);
      const entry = key === null ? undefined : entries.get(key);
      return entry && "isCurrent" in entry && entry.isCurrent() ? entry : undefined;
    },
    /** Keeps a response, all headers set, for equal requests for as long as `isCurrent` says so. */
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
      // A change outdates most responses together.
      if (lastKept?.isCurrent() === false) dropOutdated();
      const isShort = body && body.length <= MAX_TEXT_BYTES;
      lastKept = { status, headers, body: isShort ? body.toString("latin1") : body, isCurrent };
      entries.set(key, lastKept);
    },
    /** From now on every request is answered anew, so that closing connections are told so. */
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
    const answer = { status: statusCode, isCurrent, ...(body && { body }) };
    request.server.responseCache.keep(request, reply, answer);
  }
  return reply.send(body);
}
