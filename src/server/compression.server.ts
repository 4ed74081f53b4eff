import { createHash, hash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { keepReady } from "./ready-answers.server.ts";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Bodies below this many bytes fit one packet either way and are sent as they are. */
const COMPRESS_FROM_BYTES = 1024;
/** 27 ms for 10,000 trims; 11 takes four seconds for a tenth less. */
const BROTLI_QUALITY = 5;
/** What zlib gives out at a time of a body of several parts. */
const COMPRESSED_AT_ONCE_BYTES = 256 * 1024;

export type Encoding = "br" | "gzip" | "identity";

const ALL_ENCODINGS: readonly Encoding[] = ["identity", "br", "gzip"];
const ONLY_IDENTITY: readonly Encoding[] = ["identity"];

/** A finished answer: made once, sent any number of times. */
export interface Encoded {
  readonly contentType: string;
  /** Hash of the raw body; each encoding's ETag is made of it. */
  readonly tag: string;
  /** what `body` may be asked for: compressing a small body does not pay */
  readonly offered: readonly Encoding[];
  /** Memory that it holds, in bytes; more than that is never needed for compressed forms. */
  readonly bytes: number;
  /** The body in an encoding; made when it is first asked for, and once. */
  body(encoding: Encoding): Promise<Buffer>;
}

/** A part of a body that outlives the body: what has not changed is in the next one too. */
export interface BodyPart {
  readonly bytes: Buffer;
  readonly digest: Buffer;
}

export function bodyPart(text: string): BodyPart {
  const bytes = Buffer.from(text);
  return { bytes, digest: createHash("sha256").update(bytes).digest() };
}

/** Compresses in zlib's threads, not on the event loop. */
async function compress(
  parts: readonly Buffer[],
  size: number,
  encoding: "br" | "gzip",
): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
  const [only, ...others] = parts;
  if (only && others.length === 0) {
    return encoding === "br" ? brotliAsync(only, { params }) : gzipAsync(only);
  }
  const chunkSize = COMPRESSED_AT_ONCE_BYTES;
  const chunks: Buffer[] = [];
  await pipeline(
    parts,
    encoding === "br" ? createBrotliCompress({ params, chunkSize }) : createGzip({ chunkSize }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) chunks.push(chunk);
    },
  );
  return Buffer.concat(chunks);
}

function encoded(parts: readonly Buffer[], tag: string, contentType: string): Encoded {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const made = new Map<Encoding, Promise<Buffer>>();
  const make = async (encoding: Encoding): Promise<Buffer> => {
    if (encoding !== "identity") return compress(parts, size, encoding);
    const [only, ...others] = parts;
    return only && others.length === 0 ? only : Buffer.concat(parts);
  };
  return {
    contentType,
    tag,
    offered: size < COMPRESS_FROM_BYTES ? ONLY_IDENTITY : ALL_ENCODINGS,
    bytes: size * 2,
    body(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const body = make(encoding);
      // Nobody keeps 45 MB twice for the few that understand no compression.
      if (encoding !== "identity" || parts.length === 1) made.set(encoding, body);
      // What failed is tried again.
      body.catch(() => made.delete(encoding));
      return body;
    },
  };
}

/**
 * Makes a finished answer.
 * @param body text (UTF-8) or bytes
 */
export function encode(body: string | Buffer, contentType: string): Encoded {
  const raw = typeof body === "string" ? Buffer.from(body) : body;
  return encoded([raw], shortened(hash("sha256", raw, "base64url")), contentType);
}

/** Makes a finished answer of parts. Equal parts make equal tags. */
export function encodeParts(parts: readonly BodyPart[], contentType: string): Encoded {
  const whole = createHash("sha256");
  for (const { digest } of parts) whole.update(digest);
  return encoded(
    parts.map(({ bytes }) => bytes),
    shortened(whole.digest("base64url")),
    contentType,
  );
}

function shortened(digest: string): string {
  return digest.slice(0, 22);
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** `encode` for a value that travels as JSON. */
export function encodeJson(value: unknown): Encoded {
  return encode(JSON.stringify(value), JSON_TYPE);
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
   * Makes it a ready answer to equal requests (see ready-answers.server.ts) for as long as this
   * says so. Only for answers that depend on nothing else of the request.
   */
  isCurrent?: () => boolean;
}

/** Sends a finished answer in the encoding that the client likes best, or 304 if it has it. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Encoded,
  { cacheControl, status = 200, vary, isCurrent }: SendOptions,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers["accept-encoding"], answer.offered);
  const etag = etagOf(answer, encoding);
  const isKnown = status === 200 && matchesEtag(request.headers["if-none-match"], etag);
  const body = isKnown ? undefined : await answer.body(encoding);
  reply
    .header("cache-control", cacheControl)
    .header("etag", etag)
    .header("vary", vary ? `Accept-Encoding, ${vary}` : "Accept-Encoding");
  if (isKnown) {
    if (isCurrent) keepReady(request, reply, { status: 304, body, isCurrent });
    return reply.code(304).send();
  }
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  reply.code(status).type(answer.contentType);
  // A stranger may make up any number of addresses with nothing behind them.
  if (isCurrent && status === 200) keepReady(request, reply, { status, body, isCurrent });
  return reply.send(body);
}
