import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { CsvError, type CsvErrorCode, parse } from "csv-parse";
import { REQUIRED_FIELDS } from "../../vehicle/fields.ts";
import { type Delimiter, ImportRefusal } from "./import-file.server.ts";
import { MAX_HEADER_CHARACTERS, MAX_RECORD_CHARACTERS } from "./limits.ts";

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
export async function readCsv(
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
 * each required field. A title above it has fewer, and so has a header that is refused.
 */
function delimiterOf(text: string, isWhole: boolean): Delimiter | undefined {
  let isQuoted = false;
  let counts = DELIMITERS.map(() => 0);
  let first: Delimiter | undefined;
  for (const letter of `${text.slice(0, MAX_HEADER_CHARACTERS)}${isWhole ? "\n" : ""}`) {
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    const at = DELIMITERS.indexOf(letter as Delimiter); // -1 for any other letter
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    if (letter !== "\n" && letter !== "\r") continue;
    const most = Math.max(...counts);
    const delimiter = most > 0 ? DELIMITERS[counts.indexOf(most)] : undefined;
    if (most >= REQUIRED_FIELDS.length - 1) return delimiter;
    first ??= delimiter;
    counts = DELIMITERS.map(() => 0);
  }
  return isWhole || text.length >= MAX_HEADER_CHARACTERS ? (first ?? ",") : undefined;
}
