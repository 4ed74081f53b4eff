import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { keepReady } from "./ready-answers.server.ts";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Bodies below this many bytes fit one packet either way and are sent as they are. */
const COMPRESS_FROM_BYTES = 1024;
/** 27 ms for 10,000 trims; 11 takes four seconds for a tenth less. */
const BROTLI_QUALITY = 5;

export type Encoding = "br" | "gzip" | "identity";

/** A finished answer: made once, sent any number of times. */
export interface Encoded {
  readonly contentType: string;
  /** Hash of the raw body; each encoding's ETag is made of it. */
  readonly tag: string;
  readonly raw: Buffer;
  /** null where compressing does not pay */
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/**
 * Makes a finished answer. Compression runs in zlib's threads, not on the event loop.
 * @param body text (UTF-8) or bytes
 */
export async function encode(body: string | Buffer, contentType: string): Promise<Encoded> {
  const raw = typeof body === "string" ? Buffer.from(body) : body;
  const tag = hash("sha256", raw, "base64url").slice(0, 22);
  if (raw.length < COMPRESS_FROM_BYTES) return { contentType, tag, raw, br: null, gzip: null };
  const [br, gz] = await Promise.all([
    brotliAsync(raw, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
      },
    }),
    gzipAsync(raw),
  ]);
  return { contentType, tag, raw, br, gzip: gz };
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** `encode` for a value that travels as JSON. */
export function encodeJson(value: unknown): Promise<Encoded> {
  return encode(JSON.stringify(value), JSON_TYPE);
}

/** Memory that an answer holds, in bytes. */
export function encodedBytes(encoded: Encoded): number {
  return encoded.raw.length + (encoded.br?.length ?? 0) + (encoded.gzip?.length ?? 0);
}

/**
 * Chooses the encoding to send (RFC 9110 §12.5.3): the client's highest weight among those
 * offered; at equal weight the smallest. Without the header, or when nothing fits, identity.
 */
export function chooseEncoding(accept: string | undefined, offered: readonly Encoding[]): Encoding {
  if (!accept) return "identity";
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name) weights.set(name === "x-gzip" ? "gzip" : name, Number.isFinite(weight) ? weight : 0);
  }
  const any = weights.get("*");
  let best: Encoding = "identity";
  let bestWeight = weights.get("identity") ?? 0;
  for (const encoding of ["gzip", "br"] as const) {
    const weight = weights.get(encoding) ?? any ?? 0;
    if (weight > 0 && weight >= bestWeight && offered.includes(encoding)) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Strong tags differ between encodings, since their bytes do (RFC 9110 §8.8.3). */
function etagOf(encoded: Encoded, encoding: Encoding): string {
  return encoding === "identity" ? `"${encoded.tag}"` : `"${encoded.tag}-${encoding}"`;
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
   * Makes it a ready answer to equal requests (see ready-answers.server.ts) for as long as this
   * says so. Only for answers that depend on nothing else of the request.
   */
  isCurrent?: () => boolean;
}

/** Sends a finished answer in the encoding that the client likes best, or 304 if it has it. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: Encoded,
  { cacheControl, status = 200, vary, isCurrent }: SendOptions,
): FastifyReply {
  const offered: Encoding[] = ["identity"];
  if (encoded.br) offered.push("br");
  if (encoded.gzip) offered.push("gzip");
  const encoding = chooseEncoding(request.headers["accept-encoding"], offered);
  const etag = etagOf(encoded, encoding);
  reply
    .header("cache-control", cacheControl)
    .header("etag", etag)
    .header("vary", vary ? `Accept-Encoding, ${vary}` : "Accept-Encoding");
  if (status === 200 && matchesEtag(request.headers["if-none-match"], etag)) {
    if (isCurrent) keepReady(request, reply, { status: 304, body: undefined, isCurrent });
    return reply.code(304).send();
  }
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const body = encoding === "br" ? encoded.br : encoding === "gzip" ? encoded.gzip : encoded.raw;
  reply.code(status).type(encoded.contentType);
  // A stranger may make up any number of addresses with nothing behind them.
  if (isCurrent && body && status === 200) keepReady(request, reply, { status, body, isCurrent });
  return reply.send(body);
}
