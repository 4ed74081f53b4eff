import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { chooseEncoding, type Encoded, type Encoding } from "./compression.server.ts";
import { requestsLike } from "./http-metrics.server.ts";

/** Memory for all finished answers together, their compressed forms included. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Node's own objects around one response, roughly. */
const OVERHEAD_BYTES = 1024;
/** Headers that differ from response to response, which Node writes, and the length, which is written here. */
const PER_RESPONSE: ReadonlySet<string> = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
]);
/** Up to so many bytes a body goes out with its head as one text, in one piece. */
const MAX_TEXT_BYTES = 8 * 1024;

/** A whole response, as the framework sent it the first time. */
interface RawResponse {
  status: number;
  /** name, value, name, value… */
  headers: string[];
  /** a text has one byte to a character */
  body: Buffer | string | undefined;
  isCurrent: () => boolean;
  /** where the requests that it answers are counted */
  requests: ReturnType<typeof requestsLike>;
}

/**
 * The one store of finished answers, bounded in memory; the least recently used go first. It holds
 * answers by what they depend on, and whole responses by request. Responses are sent before the
 * framework sees the request, the same bytes for as long as they are current. Only what the key is
 * made of can tell two requests apart, so no header of one visitor reaches another.
 */
export interface ResponseCache {
  /**
   * The answer under a key; made when absent, once, however many wait for it.
   * @param key names all that the answer depends on, versions too
   */
  get(key: string, make: () => Encoded | Promise<Encoded>): Promise<Encoded>;
  /** The answer under a key if it has been made. */
  made(key: string): Encoded | undefined;
  /** Answers the request if a current response is there. @returns whether it did */
  send(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Keeps a response for equal requests. Call it when all of its headers are set.
   * @param isCurrent asked before each use; must not wait
   */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    response: { status: number; body: Buffer | undefined; isCurrent: () => boolean },
  ): void;
  /** From now on the framework answers everything, which ends connections as it closes. */
  close(): void;
}

/**
 * @param variantOf what a response depends on besides its address, Accept-Encoding and
 *   If-None-Match: a short text made of the other headers
 */
export function createResponseCache(
  variantOf: (headers: IncomingHttpHeaders) => string = () => "",
  maxBytes = MAX_BYTES,
): ResponseCache {
  const entries = new LRUCache<string, Encoded | RawResponse>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) =>
      key.length * 2 + ("tag" in entry ? entry.bytes : OVERHEAD_BYTES + (entry.body?.length ?? 0)),
  });
  const pending = new Map<string, Promise<Encoded>>();
  let isOpen = true;
  let lastKept: RawResponse | undefined;

  /** A response that is out of date may hold a whole catalogue by what it asks whether it is current. */
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
    async get(key, make) {
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
    send(request, response) {
      const key = isOpen ? keyOf(request) : null;
      const raw = key === null ? undefined : entries.get(key);
      if (!raw || "tag" in raw || !raw.isCurrent()) return false;
      response.writeHead(raw.status, raw.headers);
      response.end(raw.body, "latin1");
      raw.requests.observe(0);
      return true;
    },
    keep(request, reply, { status, body, isCurrent }) {
      const key = isOpen ? keyOf(request.raw) : null;
      if (key === null || reply.hasHeader("set-cookie")) return;
      const headers: string[] = [];
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (PER_RESPONSE.has(name) || value === undefined) continue;
        for (const each of Array.isArray(value) ? value : [value]) headers.push(name, String(each));
      }
      if (body) headers.push("content-length", String(body.length));
      // A change outdates most of them together.
      if (lastKept?.isCurrent() === false) dropOutdated();
      const requests = requestsLike(request, status);
      const isShort = body && body.length <= MAX_TEXT_BYTES;
      const sent = isShort ? body.toString("latin1") : body;
      lastKept = { status, headers, body: sent, isCurrent, requests };
      entries.set(key, lastKept);
    },
    close() {
      isOpen = false;
      lastKept = undefined;
      entries.clear();
    },
  };
}

const cacheOfServer = new WeakMap<object, ResponseCache>();

/** Lets the routes of the app use this cache, until it closes. */
export function attachResponseCache(app: FastifyInstance, cache: ResponseCache): void {
  cacheOfServer.set(app.server, cache);
  app.addHook("preClose", async () => cache.close());
}

/** The app's cache; one of its own for an app that has none attached. */
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
  /** request headers besides Accept-Encoding that the answer depends on */
  vary?: string;
  /**
   * Keeps the whole response for equal requests for as long as this says so. Only for answers that
   * depend on nothing else of the request.
   */
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
    responseCacheOf(request.server).keep(request, reply, {
      status: reply.statusCode,
      body,
      isCurrent,
    });
  }
  return reply.send(body);
}
