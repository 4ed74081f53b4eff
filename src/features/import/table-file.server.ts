import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { CsvError, type CsvErrorCode, parse } from "csv-parse";
import { type CellValue, streamXlsxRows } from "hucre/xlsx";
import { UserError } from "../../server/errors.server.ts";
import { REQUIRED_FIELDS } from "../../vehicle/fields.ts";
import { type Encoding, textOf } from "./decode-text.server.ts";
import { type Delimiter, ImportRefusal, type TableLine } from "./import-file.server.ts";
import {
  MAX_CELLS,
  MAX_HEADER_CHARACTERS,
  MAX_RECORD_CHARACTERS,
  MAX_SHEET_ROWS,
  MAX_UNPACKED_BYTES,
  MAX_UNPACKED_MEGABYTES,
} from "./limits.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";

/** First bytes of .xlsx (a zip archive) and .xls. */
const ARCHIVE = Buffer.from("PK\u0003\u0004");
const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const IS_OLD_WORKBOOK =
  "This is a workbook of an older Excel, or one with a password. Save it in Excel as “Excel Workbook (.xlsx)” or “CSV UTF-8” and choose that file.";

/**
 * Calls `take` with each line of a file of text or a workbook, by its first bytes.
 * @returns what it was read as
 * @throws ImportRefusal when it is neither; AbortError when its sender has left
 */
export async function readTable(
  { path, signal }: SpooledFile,
  take: (line: TableLine, delimiter: Delimiter) => void,
): Promise<Encoding> {
  const bytes = createReadStream(path, { signal });
  try {
    return await readBytes(bytes, take);
  } finally {
    bytes.destroy();
  }
}

async function readBytes(
  file: AsyncIterable<Buffer>,
  take: (line: TableLine, delimiter: Delimiter) => void,
): Promise<Encoding> {
  const chunks = file[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < ARCHIVE.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const first = start.subarray(0, ARCHIVE.length);
  if (first.equals(OLD_WORKBOOK)) throw new ImportRefusal(IS_OLD_WORKBOOK, []);
  async function* all() {
    yield start;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  if (first.equals(ARCHIVE)) {
    // Where its parts are stands at an archive's end.
    const bytes = Buffer.concat(await Array.fromAsync(all()));
    await readWorkbook(bytes, (line) => take(line, "\t"));
    return "XLSX";
  }
  let encoding: Encoding = "UTF-8";
  await readCsv(
    textOf(all(), (told) => (encoding = told)),
    (cells, delimiter) => take({ cells }, delimiter),
  );
  return encoding;
}

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t"];
const LINE_ENDS = ["\r\n", "\n", "\r"];

/** A few milliseconds of parsing. */
const PIECE_BYTES = 16 * 1024;

const TOO_LONG = "The row is too long";
const MISTAKES: Readonly<Partial<Record<CsvErrorCode, string>>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark is opened here and never closed",
  CSV_INVALID_CLOSING_QUOTE: "Text follows a closing quotation mark",
  INVALID_OPENING_QUOTE: "A quotation mark stands inside a cell that has none around it",
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};

/**
 * Calls `take` with the cells of each line of a CSV file, the header among them: separated by `,`,
 * `;` or tabs, with or without a byte-order mark, any line ending. Cells are as written; a blank
 * line is one empty cell.
 * @throws ImportRefusal when its quotation marks make no sense
 */
async function readCsv(
  text: AsyncGenerator<string, void>,
  take: (cells: readonly string[], delimiter: Delimiter) => void,
): Promise<void> {
  const { start, delimiter } = await readStart(text);
  let records = 0;
  let sinceRecord = 0;
  async function* pieces() {
    yield start;
    for await (const piece of text) {
      // The parser bounds the cells of a record by their length alone, however many are empty.
      sinceRecord += piece.length;
      if (sinceRecord > MAX_RECORD_CHARACTERS) throw notCsv(records, TOO_LONG);
      // The parser puts bytes of a letter together; halves of one in text would be lost.
      const bytes = Buffer.from(piece);
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        yield bytes.subarray(from, from + PIECE_BYTES);
        await setImmediate();
      }
    }
  }
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  try {
    await pipeline(pieces, parser, async (lines: AsyncIterable<string[]>) => {
      for await (const cells of lines) {
        records++;
        sinceRecord = 0;
        take(cells, delimiter);
      }
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw notCsv(Number(error["records"]), MISTAKES[error.code] ?? error.message);
  }
}

/** @param records how many stand before the one with the mistake; with the header, that is its row */
function notCsv(records: number, message: string): ImportRefusal {
  const where = records === 0 ? "the header" : `row ${records}`;
  return new ImportRefusal(`Nothing was added: ${where} cannot be read as CSV.`, [
    { row: records, column: "", message },
  ]);
}

/** Reads until the delimiter is known. @returns what was read, and what stands between its cells */
async function readStart(
  text: AsyncGenerator<string, void>,
): Promise<{ start: string; delimiter: Delimiter }> {
  let start = "";
  for (;;) {
    const next = await text.next();
    start += next.value ?? "";
    const delimiter = delimiterOf(start, next.done === true);
    if (delimiter) return { start, delimiter };
  }
}

/**
 * What stands between the cells, once the text holds the header: the first line with a column for
 * each required field. A title above it has fewer. Where no line has as many, it is what stands in
 * most lines.
 */
function delimiterOf(text: string, isWhole: boolean): Delimiter | undefined {
  let isQuoted = false;
  let counts = DELIMITERS.map(() => 0);
  const lines = DELIMITERS.map(() => 0);
  for (const letter of `${text.slice(0, MAX_HEADER_CHARACTERS)}${isWhole ? "\n" : ""}`) {
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    const at = DELIMITERS.indexOf(letter as Delimiter); // -1 for any other letter
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    if (letter !== "\n" && letter !== "\r") continue;
    const most = Math.max(...counts);
    if (most >= REQUIRED_FIELDS.length - 1) return DELIMITERS[counts.indexOf(most)];
    for (const [which, count] of counts.entries()) {
      if (count > 0) lines[which] = (lines[which] ?? 0) + 1;
    }
    counts = DELIMITERS.map(() => 0);
  }
  if (!isWhole && text.length < MAX_HEADER_CHARACTERS) return undefined;
  return DELIMITERS[lines.indexOf(Math.max(...lines))];
}

const UNREADABLE =
  "The workbook cannot be read. Save it in Excel as “Excel Workbook (.xlsx)” without a password, or as “CSV UTF-8”, and choose that file.";
const TOO_LARGE = `The workbook holds more than ${MAX_UNPACKED_MEGABYTES} MB. Please split it, or save it as “CSV UTF-8”.`;
const TOO_WIDE = `A row of the workbook has more than ${MAX_CELLS} cells.`;

const ROWS_BETWEEN_YIELDS = 100;

/**
 * Calls `take` with each row of a workbook's first sheet, rows without cells among them.
 * Formulas are not run: their cells have the values that were saved with them.
 * @throws ImportRefusal when it is no workbook, or too large
 */
async function readWorkbook(bytes: Buffer, take: (line: TableLine) => void): Promise<void> {
  if (unpackedBytes(bytes) > MAX_UNPACKED_BYTES) throw new ImportRefusal(TOO_LARGE, []);
  let next = 0;
  let widest = 0;
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      // An archive may say that its rows are anywhere, and every row left out is read.
      if (!(index >= next && index < MAX_SHEET_ROWS)) throw new ImportRefusal(UNREADABLE, []);
      for (; next < index; next++) take({ cells: [""] });
      next = index + 1;
      if (values.length > MAX_CELLS) throw new ImportRefusal(TOO_WIDE, []);
      const cells = values.map(cellText);
      // A sheet leaves out empty cells at a row's end.
      while (cells.length < widest) cells.push("");
      widest = cells.length;
      take({ cells, raw: values });
      if (index % ROWS_BETWEEN_YIELDS === 0) await setImmediate();
    }
  } catch (error) {
    // The library has errors of its own, and those of the platform's decompression.
    throw error instanceof UserError ? error : new ImportRefusal(UNREADABLE, []);
  }
}

function cellText(value: CellValue): string {
  if (value === null) return "";
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const END_MARK = Buffer.from("PK\u0005\u0006");
const NOT_TOLD = 0xffffffff;
/** What an entry without a size may have: no content, packed. */
const EMPTY_BYTES = 64;

/**
 * What the parts of the archive say that they hold; the library unpacks none beyond that.
 * @throws ImportRefusal when one does not say
 */
function unpackedBytes(bytes: Buffer): number {
  const end = bytes.lastIndexOf(END_MARK);
  if (end < 0 || end + END_BYTES > bytes.length) throw new ImportRefusal(UNREADABLE, []);
  const parts = bytes.readUInt16LE(end + 10);
  // Then another list counts, further up, for the library.
  const isElsewhere = parts === 0xffff || bytes.readUInt32LE(end + 12) === NOT_TOLD;
  if (isElsewhere) throw new ImportRefusal(UNREADABLE, []);
  let total = 0;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = parts; left > 0; left--) {
    if (at + ENTRY_BYTES > bytes.length) throw new ImportRefusal(UNREADABLE, []);
    const packed = bytes.readUInt32LE(at + 20);
    const unpacked = bytes.readUInt32LE(at + 24);
    const isTold = unpacked > 0 ? packed > 0 : packed <= EMPTY_BYTES;
    const name = bytes.readUInt16LE(at + 28);
    const isFolder = bytes[at + ENTRY_BYTES + name - 1] === 0x2f;
    const mayHide = packed === 0 && !isFolder && (bytes.readUInt16LE(at + 8) & 8) !== 0;
    if (!isTold || mayHide || unpacked === NOT_TOLD) throw new ImportRefusal(UNREADABLE, []);
    total += unpacked;
    at += ENTRY_BYTES + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return total;
}
