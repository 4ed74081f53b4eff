import { createHash, hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, createBrotliCompress, gzip } from "node:zlib";
import Negotiator from "negotiator";

const brotliAsync = promisify(brotliCompress);
const unbrotliAsync = promisify(brotliDecompress);
const gzipAsync = promisify(gzip);

/** Shorter bodies fit one packet either way. */
const COMPRESS_FROM_BYTES = 1024;
/** 25 ms for 10,000 trims; 11 takes four seconds for a tenth less. */
const BROTLI_QUALITY = 5;
/** A power of two; the default of 22 takes half as much time again for a hundredth less. */
const BROTLI_WINDOW = 19;
const TAG_CHARACTERS = 22;

export type Encoding = "br" | "gzip" | "identity";

export interface Encoded {
  readonly contentType: string;
  /** hash of the raw body, of which each encoding's ETag is made */
  readonly tag: string;
  readonly isCompressible: boolean;
  /** at most, with its compressed forms */
  readonly bytes: number;
  body(encoding: Encoding): Promise<Buffer>;
}

/** Fast enough for answers that are made while somebody waits. */
export const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
};

function compress(raw: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return gzipAsync(raw);
  const params = { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  return brotliAsync(raw, { params });
}

export function encode(body: string | Buffer, contentType: string): Encoded {
  const raw = typeof body === "string" ? Buffer.from(body) : body;
  const compressed = new Map<Encoding, Promise<Buffer>>();
  return {
    contentType,
    tag: hash("sha256", raw, "base64url").slice(0, TAG_CHARACTERS),
    isCompressible: raw.length >= COMPRESS_FROM_BYTES,
    bytes: raw.length * 2,
    async body(encoding) {
      if (encoding === "identity") return raw;
      const started = compressed.get(encoding);
      if (started) return started;
      const compressing = compress(raw, encoding);
      compressed.set(encoding, compressing);
      // A failure is tried again by whoever asks next.
      compressing.catch(() => compressed.delete(encoding));
      return compressing;
    },
  };
}

/**
 * Of a long text, which is never there as a whole: the list of 100,000 trims has 86 MB. Only its
 * brotli is kept, which nearly all ask for; another form is made of that, and shared for as long as
 * it is being sent to somebody.
 * @param pieces of the text; other requests are served in between
 */
export async function encodePieces(
  pieces: Iterable<string> | AsyncIterable<string>,
  contentType: string,
): Promise<Encoded> {
  const hashed = createHash("sha256");
  let rawBytes = 0;
  async function* read() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      hashed.update(bytes);
      rawBytes += bytes.length;
      yield bytes;
    }
  }
  const brotli = await pipeline(read, createBrotliCompress({ params: BROTLI }), buffer);
  const making = new Map<Encoding, Promise<Buffer>>();
  const bodies = new Map<Encoding, WeakRef<Buffer>>();
  async function make(encoding: "gzip" | "identity"): Promise<Buffer> {
    const raw = await unbrotliAsync(brotli);
    const body = encoding === "gzip" ? await gzipAsync(raw) : raw;
    bodies.set(encoding, new WeakRef(body));
    return body;
  }
  return {
    contentType,
    tag: hashed.digest("base64url").slice(0, TAG_CHARACTERS),
    isCompressible: rawBytes >= COMPRESS_FROM_BYTES,
    bytes: brotli.length,
    async body(encoding) {
      if (encoding === "br") return brotli;
      const shared = bodies.get(encoding)?.deref() ?? making.get(encoding);
      if (shared) return shared;
      const body = make(encoding).finally(() => making.delete(encoding));
      making.set(encoding, body);
      return body;
    },
  };
}

export const JSON_TYPE = "application/json; charset=utf-8";

export function encodeJson(value: unknown): Encoded {
  return encode(JSON.stringify(value), JSON_TYPE);
}

/** Preferred in this order among equal weights. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip", "identity"];

/** @param accept the Accept-Encoding header; without one the client gets identity */
export function chooseEncoding(accept = ""): Encoding {
  // x-gzip is an old name of gzip (RFC 9110 §8.4.1.3), which negotiator does not know.
  const headers = { "accept-encoding": accept.replace(/\bx-gzip\b/gi, "gzip") };
  return new Negotiator({ headers }).encoding(ENCODINGS, { preferred: ENCODINGS }) ?? "identity";
}
