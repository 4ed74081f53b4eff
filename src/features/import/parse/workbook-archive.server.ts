import { SaxesParser } from "saxes";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { ImportRefusal } from "./import-file.server.ts";
import { MAX_UNPACKED_BYTES, MAX_UNPACKED_MEGABYTES } from "../limits.ts";

export const UNREADABLE =
  "The workbook cannot be read. Save it in Excel as “Excel Workbook (.xlsx)” without a password, or as “CSV UTF-8”, and choose that file.";
export const TOO_LARGE = `The workbook holds more than ${MAX_UNPACKED_MEGABYTES} MB. Please split it, or save it as “CSV UTF-8”.`;

const MAX_PARTS = 10_000;
/** No workbook nests its elements even half as deep. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 200;
/** For a text, comment or attribute, since the parser reports each as a whole. */
const MAX_TOKEN_CHARACTERS = 8 * 1024 * 1024;

interface XmlHandlers {
  /** @param name without its prefix */
  onOpen(this: void, name: string, attributes: Readonly<Record<string, string>>): void;
  onText?(this: void, text: string): void;
  onClose?(this: void, name: string): void;
  /** called after each piece of the part */
  onPiece?(this: void): void;
}

export interface WorkbookArchive {
  has(path: string): boolean;
  /** @throws ImportRefusal; errors of the parser and of the platform's decompression */
  readXml(path: string, handlers: XmlHandlers): Promise<void>;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/**
 * Opens a workbook as an archive.
 * @throws ImportRefusal when its declared size is too large; the library's error when it is not an archive
 */
export async function openArchive(path: string): Promise<WorkbookArchive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > MAX_PARTS) throw new ImportRefusal(UNREADABLE, []);
  const parts = new Map<string, Entry>();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > MAX_UNPACKED_BYTES) throw new ImportRefusal(TOO_LARGE, []);
    parts.set(entry.fileName, entry);
  }
  // Several sheets may refer to the same part, and the first sheet may be read twice.
  let bytesLeft = 2 * MAX_UNPACKED_BYTES;
  return {
    has: (part) => parts.has(part),
    async readXml(part, handlers) {
      const entry = parts.get(part);
      if (!entry) throw new ImportRefusal(UNREADABLE, []);
      bytesLeft -= entry.uncompressedSize;
      if (bytesLeft < 0) throw new ImportRefusal(TOO_LARGE, []);
      await parsePart(zip, entry, handlers);
    },
  };
}

async function parsePart(zip: ZipFile, entry: Entry, handlers: XmlHandlers): Promise<void> {
  const decoder = new TextDecoder();
  const { parser, countUnfinished } = createParser(handlers);
  // The library stops at a part that is longer than declared.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    parser.write(text);
    countUnfinished(text.length);
    handlers.onPiece?.();
  }
  parser.write(decoder.decode());
  parser.close();
  handlers.onPiece?.();
}

/** The parser keeps unfinished tokens, so nothing is parsed twice. */
function createParser({ onOpen, onText, onClose }: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let attributes = 0;
  let unfinished = 0;
  const finish = () => (unfinished = 0);
  const takeText = (text: string) => {
    finish();
    onText?.(text);
  };
  for (const event of ["comment", "processinginstruction", "doctype"] as const) {
    parser.on(event, finish);
  }
  parser.on("text", takeText);
  parser.on("cdata", takeText);
  parser.on("attribute", () => {
    finish();
    if (++attributes > MAX_ATTRIBUTES) throw new ImportRefusal(UNREADABLE, []);
  });
  parser.on("opentag", (tag) => {
    finish();
    attributes = 0;
    if (++depth > MAX_DEPTH) throw new ImportRefusal(UNREADABLE, []);
    onOpen(localName(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag) => {
    finish();
    depth--;
    onClose?.(localName(tag.name));
  });
  return {
    parser,
    countUnfinished(characters: number) {
      unfinished += characters;
      if (unfinished > MAX_TOKEN_CHARACTERS) throw new ImportRefusal(UNREADABLE, []);
    },
  };
}
