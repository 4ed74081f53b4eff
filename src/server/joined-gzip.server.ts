import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import { joinedCrc } from "./joined-crc.server.ts";
import { createTurns } from "./turns.server.ts";

const deflateRawAsync = promisify(deflateRaw);

/** RFC 1952: deflated, with no name and no time, made on an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A last block with nothing in it. */
const LAST_BLOCK = Buffer.from([3, 0]);

/**
 * Deflate could look back four times as far: a home page would be a fiftieth smaller, and four times as
 * much would have to be deflated again behind a part that has changed.
 */
const WINDOW_BYTES = 8 * 1024;
/** Shorter parts look back at nothing, so that the comma of a list is the same everywhere. */
const LOOKS_BACK_FROM_BYTES = 16;
/** Shorter parts are deflated at once, in 0.2 ms at most: to have a thread do it takes longer. */
const THREAD_FROM_BYTES = 8 * 1024;
/** Reaches as far as such a part and what it looks back at are long; less memory is sooner ready. */
const SHORT_PART = { windowBits: 14, memLevel: 7 };
/** The smallest; it is done once for each part. */
const LEVEL = 9;

interface Deflated {
  bytes: Buffer;
  /** of the part as it is */
  crc: number;
  /** the parts before it that it looks back at */
  window: readonly Buffer[];
}

/** What has been deflated, by the very bytes; it goes with them. */
const deflated = new WeakMap<Buffer, Deflated>();

function windowOf(parts: readonly Buffer[], at: number): Buffer[] {
  const window: Buffer[] = [];
  let missing = (parts[at]?.length ?? 0) < LOOKS_BACK_FROM_BYTES ? 0 : WINDOW_BYTES;
  for (let before = at - 1; before >= 0 && missing > 0; before--) {
    const part = parts[before];
    if (!part) break;
    window.unshift(part);
    missing -= part.length;
  }
  return window;
}

/** The part at this place as it has been deflated behind the same ones. */
function knownAt(parts: readonly Buffer[], at: number): Deflated | undefined {
  const part = parts[at];
  const known = part && deflated.get(part);
  if (!known) return undefined;
  const window = windowOf(parts, at);
  const isSame =
    window.length === known.window.length && window.every((one, i) => one === known.window[i]);
  return isSame ? known : undefined;
}

/** Deflates a part so that it ends with a whole byte, and the next may begin there. */
async function deflateAt(parts: readonly Buffer[], at: number): Promise<Deflated> {
  const known = knownAt(parts, at);
  if (known) return known;
  const part = parts[at] ?? Buffer.alloc(0);
  const window = windowOf(parts, at);
  const options = {
    level: LEVEL,
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(window.length > 0 && { dictionary: Buffer.concat(window).subarray(-WINDOW_BYTES) }),
  };
  const bytes =
    part.length < THREAD_FROM_BYTES
      ? deflateRawSync(part, { ...options, ...SHORT_PART })
      : await deflateRawAsync(part, options);
  const made = { bytes, crc: crc32(part), window };
  deflated.set(part, made);
  return made;
}

/** Bytes of these parts that would have to be deflated first. */
export function bytesToDeflate(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part, at) => (knownAt(parts, at) ? sum : sum + part.length), 0);
}

/** Deflates parts one after the other, in turns with other work, for whoever joins them later. */
export async function deflateParts(parts: readonly Buffer[]): Promise<void> {
  const takeTurns = createTurns();
  for (const at of parts.keys()) {
    await deflateAt(parts, at);
    await takeTurns();
  }
}

/**
 * A gzip file (RFC 1952) of parts one after the other. A part is deflated once for all files in which
 * it stands behind the same ones; what has been deflated is only joined.
 */
export async function gzipJoined(parts: readonly Buffer[]): Promise<Buffer> {
  const takeTurns = createTurns();
  const pieces: Buffer[] = [HEADER];
  let checksum = 0;
  let size = 0;
  for (const [at, part] of parts.entries()) {
    const { bytes, crc } = await deflateAt(parts, at);
    pieces.push(bytes);
    checksum = joinedCrc(checksum, crc, part.length);
    size += part.length;
    await takeTurns();
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return Buffer.concat([...pieces, LAST_BLOCK, trailer]);
}
