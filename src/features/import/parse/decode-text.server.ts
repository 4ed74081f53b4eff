/** Finds the encoding of a text file, and decodes it (importing.md#encodings). */
import { isAscii, isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { MAX_ENCODING_SAMPLES, TEXT_ENCODINGS } from "../import.schema.ts";
import type { TextEncoding } from "../accepted-files.ts";
import { type FileFacts, ImportRefusal, previewValue } from "./lines-and-rows.server.ts";

const UTF8 = "utf-8" as const;
const UTF8_TWICE = "utf-8-twice";

const CHOOSE_ENCODING =
  "The file is not in UTF-8, so its encoding must be chosen: send it with encoding=, or save it as “CSV UTF-8”.";
const NOT_TEXT =
  "The file is not a text in an encoding that we know. Save it as “CSV UTF-8” and choose it again.";

/** Encodings are compared by at most this much distinct text, so that other requests need not wait. */
const MAX_TEXTS_BYTES = 64 * 1024;
/** No listed encoding uses these bytes inside a letter. */
const CELL_ENDS = /[\t\n\r",;<>]+/;

/** What no file of cars contains, so that the encoding must be another one. */
const UNREADABLE = /[\p{Cc}--[\t\n\v\f\r\cZ]]|\p{Co}|\p{Cn}|\uFFFD/v;

/** Rare in names: signs, halfwidth letters, capitals after small letters, three accents in a row, two scripts. */
const ODDITIES =
  /[\P{ASCII}--[\p{L}\p{M}\p{Zs}–—‘’“”„…€£°²³·®™½（）［］「」％／：、。・０-９]]|[ｦ-ﾟ]|\p{Ll}[\p{Lu}--\p{ASCII}]|[\p{sc=Latin}--\p{ASCII}]{3}|\p{sc=Latin}[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}]\p{sc=Latin}|[a-z][\p{sc=Han}\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}]|\p{sc=Han}\p{sc=Hangul}|\p{sc=Hangul}\p{sc=Han}/gv;

type Encodings = NonNullable<FileFacts["encodings"]>;

/**
 * @param open reads the file from its start
 * @param start its first bytes, each as one letter
 * @param given the encoding that the request names
 * @returns the encoding, its name in the answer, and as a fact whether to ask if the text was read twice
 * @throws ImportRefusal with the encodings to choose from
 */
export async function findEncoding(
  open: () => AsyncIterable<Buffer>,
  start: string,
  given: TextEncoding | undefined,
) {
  if (given && (await isReadableAs(open(), given, given.startsWith("utf-")))) {
    return { label: given, name: given, facts: {} };
  }
  const utf16 = utf16Of(start);
  if (utf16?.isMarked && (await isReadableAs(open(), utf16.label, true))) {
    return { label: utf16.label, name: "UTF-16", facts: {} };
  }
  if (utf16) throw encodingRefusal(await readableAs(open, [{ label: utf16.label, samples: [] }]));
  const { texts, isWhole } = await readTexts(open());
  if (await isReadableAs(open(), UTF8, true))
    return { label: UTF8, name: "UTF-8", facts: given ? {} : doubtsAbout(texts) };
  const encodings = await encodingsOf(texts);
  throw encodingRefusal(isWhole ? encodings : await readableAs(open, encodings));
}

function encodingRefusal(encodings: Encodings): ImportRefusal {
  if (encodings.length === 0) return new ImportRefusal(NOT_TEXT);
  return new ImportRefusal(CHOOSE_ENCODING, { facts: { encodings } });
}

/** Decodes a file whose encoding is known, without its byte-order mark. */
export async function* decodeText(
  file: AsyncIterable<Buffer>,
  label: TextEncoding,
): AsyncGenerator<string, void> {
  const isTwice = label === UTF8_TWICE;
  const decoder = new TextDecoder(isTwice ? UTF8 : label, { fatal: true });
  const read = isTwice ? repairText : (text: string) => text;
  let rest = "";
  for await (const chunk of file) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = isTwice ? endOfWords(text) : text.length;
    rest = text.slice(end);
    yield read(text.slice(0, end));
  }
  yield read(rest + decoder.decode());
}

const LONGEST_RUN = 1_000;

/** Where the last letters outside ASCII begin, which may go on in the next piece. */
function endOfWords(text: string): number {
  let end = text.length;
  while (end > Math.max(0, text.length - LONGEST_RUN) && text.charCodeAt(end - 1) > 0x7f) end--;
  return end;
}

/** The bytes of letters in the encodings that UTF-8 is usually mistaken for. */
const BYTES_OF_LETTERS = ["windows-1252", "macintosh"].map((label) => {
  const letters = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  return new Map(Array.from(letters, (letter, byte) => [letter, byte] as const));
});

/** Letters and signs that names have; `ß“` would become a letter of another script. */
const OF_NAMES =
  /^[[\p{sc=Latin}--[\u0250-\u02FF]]\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Han}\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}\p{M}\p{P}\p{S}\p{Zs}\p{No}]*$/v;

/** Reads UTF-8 that was read in another encoding: `Å koda` becomes `Škoda`. */
function repairText(text: string): string {
  return text.replaceAll(/\P{ASCII}+/gu, (run) => {
    for (const byteOf of BYTES_OF_LETTERS) {
      const codes = Array.from(run, (letter) => byteOf.get(letter) ?? letter.codePointAt(0) ?? 0);
      const bytes = Buffer.from(codes.every((code) => code < 0x100) ? codes : []);
      // A byte-order mark that was read twice is one no more.
      const repaired = bytes.toString().replace("\uFEFF", "");
      if (bytes.length > 0 && isUtf8(bytes) && OF_NAMES.test(repaired)) return repaired;
    }
    return run;
  });
}

/** Recognizes UTF-16 by its byte-order mark, or by the zeros next to the first letters. */
function utf16Of(start: string) {
  const [first, second] = Buffer.from(start.slice(0, 2), "latin1");
  if (first === 0xff && second === 0xfe) return { label: "utf-16le", isMarked: true } as const;
  if (first === 0xfe && second === 0xff) return { label: "utf-16be", isMarked: true } as const;
  if (first !== 0 && second === 0) return { label: "utf-16le", isMarked: false } as const;
  if (first === 0 && second !== 0) return { label: "utf-16be", isMarked: false } as const;
  return undefined;
}

/** @param isCertain whether its letters need not tell that this is the encoding */
async function isReadableAs(
  file: AsyncIterable<Buffer>,
  label: TextEncoding,
  isCertain = false,
): Promise<boolean> {
  try {
    for await (const text of decodeText(file, label)) {
      if (!isCertain && UNREADABLE.test(text)) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function readableAs(open: () => AsyncIterable<Buffer>, encodings: Encodings) {
  const readable: Encodings = [];
  for (const each of encodings) if (await isReadableAs(open(), each.label)) readable.push(each);
  return readable;
}

/** The distinct texts with letters outside ASCII, each byte as one letter. */
async function readTexts(file: AsyncIterable<Buffer>) {
  const texts = new Set<string>();
  let bytes = 0;
  let isWhole = true;
  let rest = "";
  const add = (text: string) => {
    if (texts.has(text) || !/\P{ASCII}/u.test(text)) return;
    if (bytes + text.length > MAX_TEXTS_BYTES) {
      isWhole = false;
      return;
    }
    texts.add(text);
    bytes += text.length;
  };
  for await (const chunk of file) {
    if (rest === "" && isAscii(chunk)) continue;
    const pieces = (rest + chunk.toString("latin1")).split(CELL_ENDS);
    const last = pieces.pop() ?? "";
    rest = last.length > MAX_TEXTS_BYTES ? "" : last;
    isWhole &&= rest === last;
    for (const text of pieces) add(text);
  }
  add(rest);
  return { texts: [...texts], isWhole };
}

function encodingSamples(texts: readonly string[]): string[] {
  return texts.slice(0, MAX_ENCODING_SAMPLES).flatMap((text) => previewValue(text).value ?? []);
}

/** Asks about UTF-8 that seems to have been read twice; nothing without such a text. */
function doubtsAbout(texts: readonly string[]): Pick<FileFacts, "encodings"> {
  const read = texts.map((text) => Buffer.from(text, "latin1").toString());
  const doubtful = read.filter((text) => repairText(text) !== text);
  if (doubtful.length === 0) return {};
  return {
    encodings: [
      { label: UTF8_TWICE, samples: encodingSamples(doubtful.map(repairText)) },
      { label: UTF8, samples: encodingSamples(doubtful) },
    ],
  };
}

/** The listed encodings that decode all texts, the most plausible one first. */
async function encodingsOf(texts: readonly string[]): Promise<Encodings> {
  const letters = new Map(texts.map((text) => [text, new Set(text.match(/\P{ASCII}/gu)).size]));
  // Those with the most different letters tell the most.
  const sorted = [...letters].toSorted(([, one], [, other]) => other - one);
  const telling = sorted.slice(0, MAX_ENCODING_SAMPLES).map(([text]) => text);
  const decode = (text: string, label: string) =>
    new TextDecoder(label, { fatal: true }).decode(Buffer.from(text, "latin1"));
  const oddities = new Map<TextEncoding, number>();
  for (const label of TEXT_ENCODINGS) {
    if (label.startsWith("utf-")) continue;
    await setImmediate();
    try {
      const decoded = decode(texts.join("\n"), label);
      if (!UNREADABLE.test(decoded)) oddities.set(label, decoded.match(ODDITIES)?.length ?? 0);
    } catch {
      // The text is not in this encoding.
    }
  }
  return [...oddities]
    .toSorted(([, one], [, other]) => one - other)
    .map(([label]) => ({
      label,
      samples: encodingSamples(telling.map((text) => decode(text, label))),
    }));
}
