import { pipeline } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, type CsvErrorCode, type Options, parse } from "csv-parse";
import { parse as parseLines } from "csv-parse/sync";
import { REQUIRED_FIELDS } from "../../../domain/fields.ts";
import {
  type Delimiter,
  ImportRefusal,
  isBlank,
  type LineMistake,
  type TableLine,
} from "./import-file.server.ts";
import { MAX_RECORD_CHARACTERS } from "../limits.ts";

/** The header is looked for in the first characters of a file. */
export const MAX_HEADER_CHARACTERS = 64 * 1024;

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

const MISTAKEN_QUOTES = STRAY_QUOTES.union(new Set<string>(["CSV_QUOTE_NOT_CLOSED"]));

/** How programs write a quotation mark in a quoted cell: doubled, or after a backslash. */
const ESCAPES = ['"', "\\"] as const;

/**
 * Reads the lines of a CSV file that have a value, with or without a byte-order mark and with any line
 * endings. Space around cells is left out. From the first line whose quotation marks make no sense, the file
 * is read again with backslashes before marks, and then with such marks as text.
 * @param open reads the file from its start
 * @throws ImportRefusal when its quotation marks make no sense
 */
export async function* readCsv(
  open: () => AsyncGenerator<string, void>,
  delimiter: Delimiter,
): AsyncGenerator<TableLine, void> {
  const options = { delimiter, max_record_size: MAX_RECORD_CHARACTERS };
  let number = 0;
  let failure: CsvError | undefined;
  for (const escape of ESCAPES) {
    try {
      // The parser has discarded lines that it read ahead, so start again.
      const skipped = number;
      let read = 0;
      const records = readRecords<string[]>(open(), { ...options, escape, trim: true });
      for await (const cells of records) {
        if (++read <= skipped) continue;
        number++;
        if (!isBlank(cells)) yield { number, cells };
      }
      return;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      // Unless backslashes helped, the first failure is the one to report.
      if (!failure || recordsBefore(error) > recordsBefore(failure)) failure = error;
      if (!MISTAKEN_QUOTES.has(error.code)) break;
    }
  }
  if (!failure || !STRAY_QUOTES.has(failure.code)) throw csvRefusal(failure);
  yield* readLeniently(open(), options, number);
}

/** The number of records that were parsed before the error. */
function recordsBefore(error: CsvError): number {
  return Number(error["records"]);
}

async function* readLeniently(
  text: AsyncGenerator<string, void>,
  parserOptions: RecordOptions,
  linesRead: number,
): AsyncGenerator<TableLine, void> {
  let number = 0;
  const options = { ...parserOptions, ltrim: true, relax_quotes: true, raw: true };
  try {
    for await (const { record, raw } of readRecords<RawRecord>(text, options)) {
      if (number < linesRead) {
        number++;
        continue;
      }
      const cells = record.map((cell) => withoutSpaceAfterQuote(cell, raw));
      const mistakes = strayQuotes(cells, raw);
      // Such a cell may have swallowed whole rows.
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
  return notCsv(recordsBefore(error), MISTAKES[error.code] ?? error.message);
}

function inQuotes(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** While marks may be text, the parser keeps those of a quoted cell that ends in spaces. */
function withoutSpaceAfterQuote(cell: string, raw: string): string {
  const [, inner] = /^"(.*)"\s+$/s.exec(cell) ?? [];
  return inner !== undefined && raw.includes(inQuotes(inner)) ? inner : cell;
}

/**
 * Cells that start with a quotation mark and continue after it is closed, in which the parser keeps the mark.
 */
function strayQuotes(cells: readonly string[], raw: string): LineMistake[] {
  return cells.flatMap((cell, at) =>
    cell.startsWith('"') && !raw.includes(inQuotes(cell)) ? [{ at, message: STRAY_QUOTE }] : [],
  );
}

type RecordOptions = Options & { max_record_size: number };

/** A record in the format of the parser's `raw` option. */
interface RawRecord {
  record: string[];
  raw: string;
}

/**
 * Parses the records of a text.
 * @throws CsvError; ImportRefusal when a record is too long
 */
async function* readRecords<Row>(
  text: AsyncGenerator<string, void>,
  options: RecordOptions,
): AsyncGenerator<Row, void> {
  let records = 0;
  let sinceRecord = 0;
  async function* pieces() {
    for await (const piece of text) {
      // The parser limits a record only by the length of its cells, however many empty ones there are.
      sinceRecord += piece.length;
      if (sinceRecord > options.max_record_size) throw notCsv(records, TOO_LONG);
      // As bytes, since the parser joins a letter split between two pieces, but half a letter in a string
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
    ...options,
  });
  // The loop also throws errors of the pipeline.
  pipeline(pieces, parser, () => undefined);
  for await (const record of parser as AsyncIterable<Row>) {
    records++;
    sinceRecord = 0;
    yield record;
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
 * @param start first characters of the file
 * @returns undefined if its first line is not such a line
 */
export function findQuotedLines(open: () => AsyncGenerator<string, void>, start: string) {
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

/**
 * Finds the character that separates the cells: that of the header, which is the first line with a column for
 * each required field (titles above it have fewer). If there is no such line, the one that most lines contain.
 * @param start first characters of the file
 */
export function findDelimiter(start: string): Delimiter {
  const isWhole = start.length < MAX_HEADER_CHARACTERS;
  let isQuoted = false;
  let counts = DELIMITERS.map(() => 0);
  const lines = DELIMITERS.map(() => 0);
  let isCellStart = true;
  for (const letter of `${start.slice(0, MAX_HEADER_CHARACTERS)}${isWhole ? "\n" : ""}`) {
    // In an unquoted cell, a quotation mark is text.
    const isMark: boolean = letter === '"' && (isQuoted || isCellStart);
    if (isMark) isQuoted = !isQuoted;
    const at = DELIMITERS.indexOf(letter as Delimiter); // -1 for any other letter
    const isLineEnd = letter === "\n" || letter === "\r";
    isCellStart = isMark || at >= 0 || isLineEnd || (isCellStart && letter === " ");
    if (isQuoted) continue;
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    if (!isLineEnd) continue;
    const most = Math.max(...counts);
    if (most >= REQUIRED_FIELDS.length - 1) return DELIMITERS[counts.indexOf(most)] ?? ",";
    for (const [which, count] of counts.entries()) {
      if (count > 0) lines[which] = (lines[which] ?? 0) + 1;
    }
    counts = DELIMITERS.map(() => 0);
  }
  return DELIMITERS[lines.indexOf(Math.max(...lines))] ?? ",";
}
