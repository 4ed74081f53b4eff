import { pipeline } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, type CsvErrorCode, type Options, parse } from "csv-parse";
import { REQUIRED_FIELDS } from "../../../domain/fields.ts";
import {
  type Delimiter,
  ImportRefusal,
  isBlank,
  type LineMistake,
  type TableLine,
} from "./import-file.server.ts";
import { MAX_HEADER_CHARACTERS, MAX_RECORD_CHARACTERS } from "../limits.ts";

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t"];
const LINE_ENDS = ["\r\n", "\n", "\r"];

/** A few milliseconds of parsing. */
const PIECE_BYTES = 16 * 1024;

const TOO_LONG = "The row is too long. Is a quotation mark opened here and never closed?";
const STRAY_QUOTE = "Text follows a closing quotation mark";
const MISTAKES: Readonly<Partial<Record<CsvErrorCode, string>>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark is opened here and never closed",
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};
const STRAY_QUOTES: ReadonlySet<string> = new Set<CsvErrorCode>([
  "CSV_INVALID_CLOSING_QUOTE",
  "INVALID_OPENING_QUOTE",
]);

/**
 * Reads the lines of a CSV file that have a value: with or without a byte-order mark, any line
 * ending. Cells are as written. From the first stray quotation mark on the file is read again, with
 * such marks as text.
 * @param open reads the file from its start
 * @throws ImportRefusal when its quotation marks make no sense
 */
export async function* readCsv(
  open: () => AsyncGenerator<string, void>,
  delimiter: Delimiter,
): AsyncGenerator<TableLine, void> {
  let number = 0;
  try {
    for await (const cells of readRecords<string[]>(open(), { delimiter })) {
      number++;
      if (!isBlank(cells)) yield { number, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError && STRAY_QUOTES.has(error.code))) throw csvRefusal(error);
    // The parser drops lines that it has read ahead.
    yield* readLeniently(open(), delimiter, number);
  }
}

async function* readLeniently(
  text: AsyncGenerator<string, void>,
  delimiter: Delimiter,
  linesRead: number,
): AsyncGenerator<TableLine, void> {
  let number = linesRead;
  const options = { delimiter, relax_quotes: true, raw: true, from: linesRead + 1 };
  try {
    for await (const { record: cells, raw } of readRecords<RawRecord>(text, options)) {
      const mistakes = strayQuotes(cells, raw);
      // Such a cell may hold rows that would be lost with it.
      if (mistakes.some((mistake) => /[\r\n]/.test(cells[mistake.at] ?? ""))) {
        throw notCsv(number, STRAY_QUOTE);
      }
      number++;
      if (!isBlank(cells)) yield { number, cells, ...(mistakes.length > 0 && { mistakes }) };
    }
  } catch (error) {
    throw csvRefusal(error);
  }
}

function csvRefusal(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  return notCsv(Number(error["records"]), MISTAKES[error.code] ?? error.message);
}

/**
 * The cells that begin with a quotation mark and go on after it is closed. The parser keeps the mark
 * of these, so that they stand in the line as they are; in a cell that is quoted well it is doubled.
 */
function strayQuotes(cells: readonly string[], raw: string): LineMistake[] {
  return cells.flatMap((cell, at) =>
    cell.startsWith('"') && raw.includes(cell) ? [{ at, message: STRAY_QUOTE }] : [],
  );
}

/** A record as the parser returns it with the option `raw`. */
interface RawRecord {
  record: string[];
  raw: string;
}

/**
 * The records of a text, as the parser gives them.
 * @throws CsvError; ImportRefusal when a record is too long
 */
async function* readRecords<Row>(
  text: AsyncGenerator<string, void>,
  options: Options,
): AsyncGenerator<Row, void> {
  let records = 0;
  let sinceRecord = 0;
  async function* pieces() {
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
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    ...options,
  });
  // An error in the pipeline is thrown by the loop, too.
  pipeline(pieces, parser, () => undefined);
  for await (const record of parser as AsyncIterable<Row>) {
    records++;
    sinceRecord = 0;
    yield record;
  }
}

/** @param records how many stand before the one with the mistake; with the header, that is its row */
function notCsv(records: number, message: string): ImportRefusal {
  const where = records === 0 ? "the header" : `row ${records}`;
  return new ImportRefusal(`Nothing was added: ${where} cannot be read as CSV.`, [
    { row: records, column: "", message },
  ]);
}

/** Finds the character that separates the cells of a text. */
export async function findDelimiter(text: AsyncGenerator<string, void>): Promise<Delimiter> {
  let start = "";
  for await (const piece of text) {
    start += piece;
    const delimiter = delimiterOf(start, false);
    if (delimiter) return delimiter;
  }
  return delimiterOf(start, true) ?? ",";
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
  let isCellStart = true;
  for (const letter of `${text.slice(0, MAX_HEADER_CHARACTERS)}${isWhole ? "\n" : ""}`) {
    // Inside a cell that has no quotation marks around it one is text.
    const isMark: boolean = letter === '"' && (isQuoted || isCellStart);
    if (isMark) isQuoted = !isQuoted;
    const at = DELIMITERS.indexOf(letter as Delimiter); // -1 for any other letter
    const isLineEnd = letter === "\n" || letter === "\r";
    isCellStart = isMark || at >= 0 || isLineEnd;
    if (isQuoted) continue;
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    if (!isLineEnd) continue;
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
