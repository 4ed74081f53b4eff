import { createHash, hash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { setImmediate, setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, gzip } from "node:zlib";
import { bytesToDeflate, deflateParts, gzipJoined } from "./joined-gzip.server.ts";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Bodies below this many bytes fit one packet either way and are sent as they are. */
const COMPRESS_FROM_BYTES = 1024;
/** 27 ms for 10,000 trims; 11 takes four seconds for a tenth less. */
const BROTLI_QUALITY = 5;
/**
 * Of how much brotli looks back, as a power of two. 4 MB by default: not a hundredth smaller for a list
 * of 45 MB, at half as much time again, and as memory outside the heap it has V8 collect all of its garbage.
 */
const BROTLI_WINDOW = 19;
/** What zlib gives out at a time of a body of several parts. */
const COMPRESSED_AT_ONCE_BYTES = 256 * 1024;
/** Shorter bodies are joined before they are compressed: a turn of zlib's for each part takes longer. */
const COMPRESSED_WHOLE_BYTES = 1024 * 1024;
/** With no more than this part of a body left to deflate, gzip is made several times as soon as brotli. */
const SOON_PART = 0.25;
/**
 * Brotli of a long body, which has gzip in its place, waits for so long: 45 MB take 0.7 s, and while one
 * change follows another nobody would ever be sent it.
 */
const LONG_LATER_MS = 500;
const TAG_CHARACTERS = 22;
/** What is no longer wanted by anybody was not made. */
const ABANDONED = new Error("nobody wants it any more");

export type Encoding = "br" | "gzip" | "identity";

export const ALL_ENCODINGS: readonly Encoding[] = ["identity", "br", "gzip"];
export const ONLY_IDENTITY: readonly Encoding[] = ["identity"];

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
  /**
   * Which of encodings that are liked equally to send: the first, or gzip where that can be joined
   * of what is there while brotli is being made.
   * @param isWanted whether the next one asked will be sent this answer: otherwise brotli of a long body
   *   that nobody waits for is not made, or not to its end
   */
  soonest(liked: readonly Encoding[], isWanted?: () => boolean): Encoding;
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

/** The bytes of all; those of a single one are not copied. */
function joined(parts: readonly Buffer[]): Buffer {
  const [only, ...others] = parts;
  return only && others.length === 0 ? only : Buffer.concat(parts);
}

/** @throws ABANDONED as soon as nobody wants them */
function* whileWanted(parts: readonly Buffer[], isWanted: () => boolean): Generator<Buffer> {
  for (const part of parts) {
    if (!isWanted()) throw ABANDONED;
    yield part;
  }
}

/** Compresses in zlib's threads, not on the event loop. @throws ABANDONED */
async function compress(
  parts: readonly Buffer[],
  size: number,
  encoding: "br" | "gzip",
  isWanted: () => boolean,
): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
  if (parts.length === 1 || size <= COMPRESSED_WHOLE_BYTES) {
    const whole = joined(parts);
    return encoding === "br" ? brotliAsync(whole, { params }) : gzipAsync(whole);
  }
  const chunks: Buffer[] = [];
  await pipeline(
    whileWanted(parts, isWanted),
    createBrotliCompress({ params, chunkSize: COMPRESSED_AT_ONCE_BYTES }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) chunks.push(chunk);
    },
  );
  return Buffer.concat(chunks);
}

function encoded(
  parts: readonly Buffer[],
  digest: string,
  contentType: string,
  deflatesAhead: boolean,
): Encoded {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const made = new Map<Encoding, Promise<Buffer>>();
  const finished = new Set<Encoding>();
  const waitedFor = new Set<Encoding>();
  let whole: WeakRef<Buffer> | undefined;
  /** brotli that is put off; however many ask meanwhile */
  let later: Promise<unknown> | undefined;
  const isLong = size > COMPRESSED_WHOLE_BYTES;
  /** Whether gzip is joined sooner than brotli, or gzip of the whole, is made. */
  const isSoon = () => bytesToDeflate(parts) <= size * SOON_PART;
  /** For the next body, most of which will be as it is now. Whoever joins them hears of a failure. */
  const deflateAhead = async () => deflatesAhead && deflateParts(parts).catch(() => undefined);
  /** @param isWanted asked for as long as nobody waits for it */
  async function make(encoding: Encoding, isWanted: () => boolean): Promise<Buffer> {
    if (encoding === "identity") {
      const bytes = whole?.deref() ?? joined(parts);
      whole = new WeakRef(bytes); // who takes it at the same time holds no other 45 MB
      return bytes;
    }
    if (encoding === "gzip" && parts.length > 1 && (isLong || isSoon())) return gzipJoined(parts);
    return compress(parts, size, encoding, () => waitedFor.has(encoding) || isWanted());
  }
  function ahead(encoding: Encoding, isWanted: () => boolean): Promise<Buffer> {
    const known = made.get(encoding);
    if (known) return known;
    const making = make(encoding, isWanted);
    // Nobody keeps 45 MB twice for the few that understand no compression.
    if (encoding !== "identity" || parts.length === 1) made.set(encoding, making);
    making.then(
      () => void (finished.add(encoding) && encoding === "gzip" && deflateAhead()),
      // What failed is tried again.
      () => made.delete(encoding),
    );
    return making;
  }
  async function body(encoding: Encoding): Promise<Buffer> {
    waitedFor.add(encoding);
    return ahead(encoding, () => true).catch((error: unknown) => {
      // It was given up just before somebody waited for it.
      if (error === ABANDONED) return ahead(encoding, () => true);
      throw error;
    });
  }
  return {
    contentType,
    tag: digest.slice(0, TAG_CHARACTERS),
    offered: size < COMPRESS_FROM_BYTES ? ONLY_IDENTITY : ALL_ENCODINGS,
    bytes: size * 2,
    body,
    soonest([best = "identity", ...others], isWanted = () => true) {
      if (best !== "br" || !others.includes("gzip")) return best;
      if (parts.length === 1 || finished.has(best)) return best;
      const isGzipSooner = finished.has("gzip") || isSoon();
      later ??= (
        isGzipSooner
          ? // Not before it is sent: a thread of zlib's may have the core that sends it.
            body("gzip")
              .then(() =>
                isLong ? setTimeout(LONG_LATER_MS, null, { ref: false }) : setImmediate(),
              )
              .then(() => (isWanted() ? ahead(best, isWanted) : undefined))
          : body(best).then(deflateAhead)
      )
        .catch(() => undefined) // whoever waits for either hears of it
        .finally(() => (later = undefined));
      return isGzipSooner ? "gzip" : best;
    },
  };
}

/**
 * Makes a finished answer.
 * @param body text (UTF-8) or bytes
 */
export function encode(body: string | Buffer, contentType: string): Encoded {
  const raw = typeof body === "string" ? Buffer.from(body) : body;
  return encoded([raw], hash("sha256", raw, "base64url"), contentType, false);
}

/**
 * Makes a finished answer of parts. Equal parts make equal tags.
 * @param isAgain whether the next one like it is to be had soon: its parts are then deflated ahead
 */
export function encodeParts(
  parts: readonly BodyPart[],
  contentType: string,
  { isAgain = true } = {},
): Encoded {
  const whole = createHash("sha256");
  for (const { digest } of parts) whole.update(digest);
  return encoded(
    parts.map(({ bytes }) => bytes),
    whole.digest("base64url"),
    contentType,
    isAgain && parts.length > 1,
  );
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** `encode` for a value that travels as JSON. */
export function encodeJson(value: unknown): Encoded {
  return encode(JSON.stringify(value), JSON_TYPE);
}
