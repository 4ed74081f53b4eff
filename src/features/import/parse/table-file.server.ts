import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import {
  findDelimiter,
  findQuotedLines,
  MAX_HEADER_CHARACTERS,
  readCsv,
} from "./csv-file.server.ts";
import { decodeText, findEncoding } from "./decode-text.server.ts";
import {
  type Delimiter,
  type FileFacts,
  ImportRefusal,
  type TableLine,
  UNREADABLE_WORKBOOK,
} from "./import-file.server.ts";
import { isJson, readJsonLines, readObjectNames } from "./json-file.server.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";

/** First bytes of .xlsx and .ods, which are zip archives. */
const ARCHIVE = "PK\u0003\u0004";
/** First bytes of .xls, and its byte order at offset 28. */
const OLDER_WORKBOOK = "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1";
const BYTE_ORDER = "\u00FE\u00FF";
const BYTE_ORDER_OFFSET = 28;
/** First bytes of PNG, JPEG, GIF and PDF, which may have the name of a table. */
const PICTURE_OR_DOCUMENT = /^(?:\u0089PNG|\u00FF\u00D8\u00FF|GIF8[79]a|%PDF-)/;
const NOT_A_TABLE = "The file is a picture or a document, not a table. Choose a CSV or Excel file.";
/** At the end of an archive, before a comment of up to 64 KB. */
const ARCHIVE_END = "PK\u0005\u0006";
const ARCHIVE_END_BYTES = 66 * 1024;
/** Programs give tables in HTML and XML the names of workbooks. */
const MARKUP = /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype html|html|head|meta|body|table|\?xml)\b/i;
const MARKUP_TABLE = /<(?:\w+:)?(?:table|workbook)\b/i;
/** The styles of an HTML page may stand above its table. */
const START_BYTES = 256 * 1024;
const NO_TABLE = "This is a web page without a table. Choose a CSV or Excel file.";

/** A file as lines of cells, which can be read repeatedly. */
export interface Table {
  /** the encoding or format that the file was read as, by the name that people know */
  encoding: string;
  delimiter: Delimiter;
  /** the names of the columns, if they are not in one of the lines */
  header?: readonly string[];
  facts: FileFacts;
  /** Reads the lines that have a value. */
  lines(this: void): AsyncGenerator<TableLine, void>;
}

/**
 * Opens a workbook, JSON or text file, depending on its first bytes.
 * @param mapping helps to recognize the header of a sheet
 * @throws ImportRefusal when it is none of these; AbortError when its sender has disconnected
 */
export async function openTable(file: SpooledFile, mapping: ImportMapping): Promise<Table> {
  const { path, signal, sheet } = file;
  const readBytes = () => createReadStream(path, { signal });
  const start = await readPart(file, { end: START_BYTES - 1 });
  if (PICTURE_OR_DOCUMENT.test(start)) throw new ImportRefusal(NOT_A_TABLE);
  const isMarkup = MARKUP.test(start);
  if (isMarkup && !MARKUP_TABLE.test(start)) throw new ImportRefusal(NO_TABLE);
  const isBinary = await isWorkbook(file, start);
  if (isBinary && file.encoding) throw new ImportRefusal("Only a text has an encoding.");
  const text = isBinary ? undefined : await findEncoding(readBytes, file.encoding);
  if (!text || isMarkup) {
    // In a separate chunk, which knows where the file of its reader is.
    const { readSheet, unpackWorkbook } = await import("./workbook-file.server.ts");
    const rowsPath = `${path}.rows`;
    const encoding = text?.label ?? "utf-8";
    const read = await unpackWorkbook({ path, rowsPath, sheet, encoding, mapping }, signal);
    const facts = { ...text?.facts, ...read.facts };
    return { ...read, facts, delimiter: "\t", lines: () => readSheet(rowsPath, signal) };
  }
  if (sheet !== undefined) throw new ImportRefusal("Only a workbook has sheets.");
  const open = () => decodeText(readBytes(), text.label);
  const { name: encoding, facts } = text;
  const letters = await readStart(open());
  if (isJson(letters)) {
    const header = await readObjectNames(open());
    const lines = () => readJsonLines(open(), header);
    return { encoding: "JSON", facts, delimiter: "\t", header, lines };
  }
  const quoted = findQuotedLines(open, letters);
  if (quoted) return { encoding, facts, ...quoted };
  const delimiter = findDelimiter(letters);
  return { encoding, facts, delimiter, lines: () => readCsv(open, delimiter) };
}

/**
 * Whether a file is a workbook by its bytes.
 * @throws ImportRefusal for one that cannot be read, before a process is started for it
 */
async function isWorkbook(file: SpooledFile, start: string): Promise<boolean> {
  if (start.startsWith(OLDER_WORKBOOK)) {
    if (start.startsWith(BYTE_ORDER, BYTE_ORDER_OFFSET)) return true;
    throw new ImportRefusal(UNREADABLE_WORKBOOK);
  }
  if (!start.startsWith(ARCHIVE)) return false;
  const { size } = await stat(file.path);
  const end = await readPart(file, { start: Math.max(0, size - ARCHIVE_END_BYTES) });
  if (!end.includes(ARCHIVE_END)) throw new ImportRefusal(UNREADABLE_WORKBOOK);
  return true;
}

/** Each byte as one letter. */
async function readPart(
  { path, signal }: SpooledFile,
  part: { start?: number; end?: number },
): Promise<string> {
  const bytes = createReadStream(path, { signal, ...part });
  return Buffer.concat(await Array.fromAsync<Buffer>(bytes)).toString("latin1");
}

/** The first characters of a text, up to some that are not white space. */
async function readStart(text: AsyncGenerator<string, void>): Promise<string> {
  let start = "";
  let isBlank = true;
  for await (const piece of text) {
    start += piece;
    isBlank &&= piece.trim() === "";
    if (!isBlank && start.length >= MAX_HEADER_CHARACTERS) break;
  }
  return start;
}
