import { isAscii } from "node:buffer";
import { type Encoding, ImportRefusal } from "./import-file.server.ts";

const NOT_UTF8 =
  "The file is neither UTF-8 nor UTF-16 nor Windows-1252 throughout. Save it as “CSV UTF-8” and choose it again.";

/** The maximum number of bytes of a letter in UTF-8. */
const LETTER_BYTES = 4;

const LETTER = /^(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})/;

/** Recognizes UTF-16 by its byte-order mark, or by the zeros next to the first letters. */
function utf16Of([first, second]: Buffer): "utf-16le" | "utf-16be" | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
  return undefined;
}

/**
 * Decodes bytes as they arrive, without the byte-order mark. For text that starts as ASCII, its first other
 * letter decides between UTF-8 and Windows-1252.
 * @param told called once the encoding is known
 * @throws ImportRefusal when later bytes do not fit the encoding
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

  /** @returns undefined until it can be decided */
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
    // Recognizing UTF-16 takes two bytes, and the UTF-8 mark three.
    if (isStart && bytes.length < LETTER_BYTES) {
      unread = bytes;
      continue;
    }
    yield decode(bytes, false);
    isStart = false;
  }
  yield decode(unread, true);
}
