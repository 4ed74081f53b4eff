import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Shorter bodies fit into one packet either way. */
const COMPRESS_FROM_BYTES = 1024;
/** Takes 25 ms for 10,000 trims; quality 11 takes four seconds and saves a tenth. */
const BROTLI_QUALITY = 5;
/** Window size as a power of two; the default of 22 takes half as long again and saves a hundredth. */
const BROTLI_WINDOW = 19;
const TAG_CHARACTERS = 22;

export type Encoding = "br" | "gzip" | "identity";

export interface Encoded {
  readonly contentType: string;
  /** of a page of a list: the number of all entries */
  readonly total?: number;
  /** hash of the raw body, from which each encoding's ETag is made */
  readonly tag: string;
  readonly isCompressible: boolean;
  /** maximum size, including its compressed forms */
  readonly bytes: number;
  body(encoding: Encoding): Promise<Buffer>;
}

function compress(raw: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return gzipAsync(raw);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
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
      // After a failure, the next request tries again.
      compressing.catch(() => compressed.delete(encoding));
      return compressing;
    },
  };
}

/** Encodes a long text, and yields to other requests between its pieces. */
export async function encodePieces(
  pieces: Iterable<string> | AsyncIterable<string>,
  contentType: string,
): Promise<Encoded> {
  const made: Buffer[] = [];
  for await (const piece of pieces) {
    made.push(Buffer.from(piece));
    await setImmediate();
  }
  return encode(Buffer.concat(made), contentType);
}

/** Yields to other requests after this many items. */
const ITEMS_PER_PIECE = 500;

/** Yields a list as JSON, for `encodePieces`. @param toEntries returns the entries of some items */
export function* jsonPieces<T>(
  items: readonly T[],
  toEntries: (items: readonly T[]) => readonly unknown[],
): Generator<string> {
  for (let from = 0; from < items.length; from += ITEMS_PER_PIECE) {
    const text = JSON.stringify(toEntries(items.slice(from, from + ITEMS_PER_PIECE)));
    yield (from === 0 ? "[" : ",") + text.slice(1, -1);
  }
  yield items.length === 0 ? "[]" : "]";
}

export const JSON_TYPE = "application/json; charset=utf-8";

export function encodeJson(value: unknown): Encoded {
  return encode(JSON.stringify(value), JSON_TYPE);
}

/** Order of preference between equal weights. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip", "identity"];

/** @param accept the Accept-Encoding header; without one the client gets identity */
export function chooseEncoding(accept = ""): Encoding {
  // x-gzip is an old name for gzip (RFC 9110 §8.4.1.3) that negotiator does not know.
  const headers = { "accept-encoding": accept.replace(/\bx-gzip\b/gi, "gzip") };
  return new Negotiator({ headers }).encoding(ENCODINGS, { preferred: ENCODINGS }) ?? "identity";
}
