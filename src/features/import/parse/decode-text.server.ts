import { isAscii } from "node:buffer";
import { type Encoding, ImportRefusal } from "./import-file.server.ts";

const NOT_UTF8 =
  "The file is neither UTF-8 nor UTF-16 nor Windows-1252 throughout. Save it as “CSV UTF-8” and choose it again.";

/** A letter of UTF-8 has so many bytes at most. */
const LETTER_BYTES = 4;

const LETTER = /^(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})/;

/** Recognizes UTF-16 by its byte-order mark, or by the zeros beside the first letters. */
function utf16Of([first, second]: Buffer): "utf-16le" | "utf-16be" | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
  return undefined;
}

/**
 * The text of bytes as they arrive, without its mark. What begins as ASCII is UTF-8 or Windows-1252
 * by its first other letter.
 * @param told called once the encoding is known
 * @throws ImportRefusal when the bytes are not what they began as
 */
export async function* textOf(
  file: AsyncIterable<Buffer>,
  told: (encoding: Encoding) => void,
): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined;
  let unread: Buffer = Buffer.alloc(0);
  let isStart = true;

  function decodeWith(label: string, encoding: Encoding): TextDecoder {
    told(encoding);
    return new TextDecoder(label, { fatal: true });
  }

  /** @returns undefined while it cannot be told */
  function decoderOf(bytes: Buffer, isWhole: boolean): TextDecoder | undefined {
    const utf16 = isStart ? utf16Of(bytes) : undefined;
    if (utf16) return decodeWith(utf16, "UTF-16");
    const at = bytes.findIndex((byte) => byte > 0x7f);
    if (at < 0) return undefined;
    const letter = bytes.subarray(at, at + LETTER_BYTES);
    if (LETTER.test(letter.toString("latin1"))) return decodeWith("utf-8", "UTF-8");
    if (letter.length < LETTER_BYTES && !isWhole) return undefined;
    return decodeWith("windows-1252", "Windows-1252");
  }

  function decode(bytes: Buffer, isWhole: boolean): string {
    decoder ??= decoderOf(bytes, isWhole);
    if (!decoder) {
      if (isWhole) told("UTF-8");
      if (isWhole || isAscii(bytes)) return bytes.toString("latin1");
      unread = bytes;
      return "";
    }
    try {
      return decoder.decode(bytes, { stream: !isWhole });
    } catch {
      throw new ImportRefusal(NOT_UTF8, []);
    }
  }

  for await (const chunk of file) {
    const bytes = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
    unread = Buffer.alloc(0);
    // Two bytes tell UTF-16, three a mark of UTF-8.
    if (isStart && bytes.length < LETTER_BYTES) {
      unread = bytes;
      continue;
    }
    yield decode(bytes, false);
    isStart = false;
  }
  yield decode(unread, true);
}
