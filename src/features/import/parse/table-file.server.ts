/** Opens a file as lines of cells (importing.md#files). */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, type CsvErrorCode, type Options, parse } from "csv-parse";
import { parse as parseLines } from "csv-parse/sync";
import { UserError } from "../../../base/errors.server.ts";
import { REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { formatCount } from "../../../domain/format.ts";
import { MAX_ROWS } from "../accepted-files.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { decodeText, findEncoding } from "./decode-text.server.ts";
import {
  type Delimiter,
  type FileFacts,
  ImportRefusal,
  isBlank,
  type LineMistake,
  MAX_RECORD_CHARACTERS,
  type TableLine,
  UNREADABLE_WORKBOOK,
} from "./lines-and-rows.server.ts";
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
  lines(this: void): AsyncGenerator<TableLine, void>;
}

const MAX_WORKBOOK_ROWS = 20_000;

/** The most rows of a file that are read; an export comes back whole. */
export function mostRowsOf({ facts }: Pick<Table, "facts">, isExport: boolean): number {
  if (isExport) return Infinity;
  return facts.sheet === undefined ? MAX_ROWS : MAX_WORKBOOK_ROWS;
}

export function tooManyRows(most: number, what: "rows" | "claims"): UserError {
  const count = `${formatCount(most)} ${what}`;
  return new UserError(413, `The file has more than ${count}. Please split it.`);
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
  const text = isBinary ? undefined : await findEncoding(readBytes, start, file.encoding);
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

/** Whether a file is a workbook. @throws ImportRefusal for an unreadable one, before a process is started */
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
  let isOnlySpace = true;
  for await (const piece of text) {
    start += piece;
    isOnlySpace &&= piece.trim() === "";
    if (!isOnlySpace && start.length >= MAX_HEADER_CHARACTERS) break;
  }
  return start;
}

/** The header is looked for in the first characters of a file. */
const MAX_HEADER_CHARACTERS = 64 * 1024;

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t", "|"];
const LINE_ENDS = ["\r\n", "\n", "\r"];

/** Takes 20 ms to parse if each line has one letter, and far less otherwise. */
const PIECE_BYTES = 2 * 1024;

const TOO_LONG = "The row is too long. Is a quotation mark opened here and never closed?";
const STRAY_QUOTE = "Text follows a closing quotation mark";
const MISTAKES: Readonly<Partial<Record<CsvErrorCode, string>>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark is opened here and never closed",
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};
const STRAY_QUOTES: ReadonlySet<string> = new Set<CsvErrorCode>([
  "CSV_INVALID_CLOSING_QUOTE",
  "CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE",
  "INVALID_OPENING_QUOTE",
]);

const QUOTE_ERRORS = STRAY_QUOTES.union(new Set<string>(["CSV_QUOTE_NOT_CLOSED"]));

/** Programs double a quotation mark in a quoted cell, or put a backslash before it; elsewhere it may be text. */
const QUOTE_STYLES: readonly Options[] = [
  { escape: '"', trim: true },
  { escape: "\\", trim: true },
  { ltrim: true, relax_quotes: true, raw: true },
];

/**
 * Reads the lines of a CSV file that have a value, with or without a byte-order mark and with any line
 * endings. Space around cells is left out. From the first line whose quotation marks make no sense, the file
 * is read in the next style.
 * @param open reads the file from its start
 * @throws ImportRefusal when its quotation marks make no sense
 */
async function* readCsv(
  open: () => AsyncGenerator<string, void>,
  delimiter: Delimiter,
): AsyncGenerator<TableLine, void> {
  let number = 0;
  let failure: CsvError | undefined;
  for (const style of QUOTE_STYLES) {
    const isLenient = style.raw === true;
    if (isLenient && !STRAY_QUOTES.has(failure?.code ?? "")) break;
    try {
      // The parser has discarded lines that it read ahead, so start again.
      let read = 0;
      for await (const { record, raw } of readRecords(open(), { ...style, delimiter })) {
        if (read++ < number) continue;
        const line = isLenient ? lenientLine(record, raw, number) : { cells: record };
        number++;
        if (!isBlank(line.cells)) yield { number, ...line };
      }
      return;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      // Unless backslashes helped, the first failure is the one to report.
      if (isLenient || !failure || recordsBefore(error) > recordsBefore(failure)) failure = error;
      if (!QUOTE_ERRORS.has(error.code)) break;
    }
  }
  if (!failure) return;
  throw notCsv(recordsBefore(failure), MISTAKES[failure.code] ?? failure.message);
}

/** The number of records that were parsed before the error. */
function recordsBefore(error: CsvError): number {
  return Number(error["records"]);
}

function lenientLine(record: readonly string[], raw: string, records: number) {
  const isWritten = (inner: string) => raw.includes(`"${inner.replaceAll('"', '""')}"`);
  const cells = record.map((cell) => {
    // The parser keeps the marks of a quoted cell that ends in spaces.
    const [, inner] = /^"(.*)"\s+$/s.exec(cell) ?? [];
    return inner !== undefined && isWritten(inner) ? inner : cell;
  });
  // It also keeps a mark that is closed before the cell ends.
  const mistakes = cells.flatMap((cell, at): LineMistake[] =>
    cell.startsWith('"') && !isWritten(cell) ? [{ at, message: STRAY_QUOTE }] : [],
  );
  // Such a cell may have swallowed whole rows.
  if (mistakes.some((mistake) => /[\r\n]/.test(cells[mistake.at] ?? ""))) {
    throw notCsv(records, STRAY_QUOTE);
  }
  return { cells, ...(mistakes.length > 0 && { mistakes }) };
}

/** Parses the records of a text. @throws CsvError; ImportRefusal when a record is too long */
async function* readRecords(
  text: AsyncGenerator<string, void>,
  options: Options,
): AsyncGenerator<{ record: string[]; raw: string }, void> {
  let records = 0;
  let sinceRecord = 0;
  async function* pieces() {
    for await (const piece of text) {
      // The parser limits a record only by the length of its cells, however many empty ones there are.
      sinceRecord += piece.length;
      if (sinceRecord > MAX_RECORD_CHARACTERS) throw notCsv(records, TOO_LONG);
      // Passes bytes, since the parser joins a letter split between two pieces, but half a letter in a string
      // would be lost.
      const bytes = Buffer.from(piece);
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        yield bytes.subarray(from, from + PIECE_BYTES);
        await setImmediate();
      }
    }
  }
  const parser = parse({
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    ...options,
  });
  // The loop also throws errors of the pipeline.
  pipeline(pieces, parser, () => undefined);
  for await (const parsed of parser as AsyncIterable<
    string[] | { record: string[]; raw: string }
  >) {
    records++;
    sinceRecord = 0;
    yield Array.isArray(parsed) ? { record: parsed, raw: "" } : parsed;
  }
}

/** @param records number of records before the bad one, which equals its row number because of the header */
function notCsv(records: number, message: string): ImportRefusal {
  const where = records === 0 ? "the header" : `row ${records}`;
  return new ImportRefusal(`Nothing was added: ${where} cannot be read as CSV.`, {
    rows: [{ row: records, column: "", message }],
  });
}

const QUOTED_LINE = /^\s*"((?:[^"\r\n]|"")*)"\s*(?:[\r\n]|$)/;

/**
 * Splits lines that are quoted as a whole (`"Kia,EV6,Wind"`) into their cells.
 * @param start first characters of the file @returns undefined if its first line is not such a line
 */
function findQuotedLines(open: () => AsyncGenerator<string, void>, start: string) {
  const [, line = ""] = QUOTED_LINE.exec(start) ?? [];
  const delimiter = findDelimiter(line);
  if (line.split(delimiter).length < REQUIRED_FIELDS.length) return undefined;
  const options: Options = { delimiter, relax_quotes: true, relax_column_count: true, trim: true };
  async function* lines(): AsyncGenerator<TableLine, void> {
    for await (const { number, cells } of readCsv(open, ",")) {
      const [text = "", ...rest] = cells;
      const [inner = []] = rest.length === 0 ? parseLines(text, options) : [cells];
      yield { number, cells: inner };
    }
  }
  return { delimiter, lines };
}

/** A cell in quotation marks; in an unquoted cell, a mark is text. */
const QUOTED_CELL = /(?<=(?:^|[,;\t|\r\n]) *)"(?:[^"]|"")*(?:"|$)/g;

/**
 * What separates the cells of the header, the first line with a column for each required field; without such
 * a line, what most lines contain. @param start first characters of the file
 */
function findDelimiter(start: string): Delimiter {
  const lines = start
    .slice(0, MAX_HEADER_CHARACTERS)
    .replaceAll(QUOTED_CELL, "")
    .split(/[\r\n]+/);
  const counts = lines.map((line) => DELIMITERS.map((sign) => line.split(sign).length - 1));
  const header = counts.find((ofLine) => Math.max(...ofLine) >= REQUIRED_FIELDS.length - 1);
  const numbers =
    header ?? DELIMITERS.map((_sign, at) => counts.filter((ofLine) => ofLine[at]).length);
  return DELIMITERS[numbers.indexOf(Math.max(...numbers))] ?? ",";
}
