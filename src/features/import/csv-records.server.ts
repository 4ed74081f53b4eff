import { isUtf8 } from "node:buffer";
import {
  createCsvDivider,
  type CsvDivider,
  CsvError,
  type CsvMistake,
  type Delimiter,
} from "../../server/csv-cells.server.ts";
import { REQUIRED_FIELDS } from "../../vehicle/fields.ts";
import { ImportRefusal } from "./import-refusal.server.ts";
import { MAX_HEADER_CHARACTERS, MAX_RECORD_CHARACTERS } from "./limits.ts";

const BYTE_ORDER_MARK = "\uFEFF";

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t"];

/**
 * What stands between the cells, once the text holds the header: the first line with a column for
 * each field that has to be there. A title above it has fewer, and so has a header that is refused.
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
    const found = most > 0 ? DELIMITERS[counts.indexOf(most)] : undefined;
    if (most >= REQUIRED_FIELDS.length - 1) return found;
    first ??= found;
    counts = DELIMITERS.map(() => 0);
  }
  return isWhole || text.length >= MAX_HEADER_CHARACTERS ? (first ?? ",") : undefined;
}

const MESSAGES: Readonly<Record<CsvMistake, string>> = {
  "never-closed": "A quotation mark is opened here and never closed",
  "after-closing": "Text follows a closing quotation mark",
  "inside-a-cell": "A quotation mark stands inside a cell that has none around it",
  "too-long": "The row is too long",
};

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  // Records before it include the header, so their number is that of the row.
  const row = error.records;
  const where = row === 0 ? "the header" : `row ${row}`;
  return new ImportRefusal(`Nothing was added: ${where} cannot be read as CSV.`, [
    { row, column: "", message: MESSAGES[error.mistake] },
  ]);
}

/** How a workbook of Excel begins: a zip archive, and the format before it. */
const WORKBOOKS = [Buffer.from("PK\u0003\u0004"), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];
const WORKBOOK_BYTES = 4;

function refuseWorkbook(start: Buffer): void {
  if (!WORKBOOKS.some((bytes) => bytes.equals(start.subarray(0, WORKBOOK_BYTES)))) return;
  throw new ImportRefusal(
    "This is an Excel workbook, whatever its name says. Save it in Excel as “CSV UTF-8” and choose that file.",
    [],
  );
}

function notUtf8(): ImportRefusal {
  return new ImportRefusal(
    "The file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.",
    [],
  );
}

/** How many of the last bytes begin a letter that is not there as a whole. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return size > back ? back : 0;
  }
  return 0;
}

/** The text of bytes as they arrive. @throws ImportRefusal when they are not UTF-8 */
async function* textOf(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer = Buffer.alloc(0);
  let isStart = true;
  for await (const chunk of file) {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    if (isStart && bytes.length < WORKBOOK_BYTES) {
      held = bytes;
      continue;
    }
    if (isStart) refuseWorkbook(bytes);
    isStart = false;
    const whole = bytes.subarray(0, bytes.length - unfinishedBytes(bytes));
    // Decoding would write replacement characters for what is not.
    if (!isUtf8(whole)) throw notUtf8();
    held = bytes.subarray(whole.length);
    yield whole.toString();
  }
  if (!isStart && held.length > 0) throw notUtf8();
  if (isStart && !isUtf8(held)) throw notUtf8();
  if (isStart) yield held.toString();
}

/**
 * The records of a CSV file, the header first, as they arrive: separated by `,`, `;` or tabs, with
 * or without a byte-order mark, any line ending. Cells are as written, records as long as they are.
 * @throws ImportRefusal when it is not UTF-8 or its quotation marks make no sense
 */
export async function* csvRecords(
  file: AsyncIterable<Buffer>,
): AsyncGenerator<{ delimiter: Delimiter; records: string[][] }> {
  let start = "";
  let opened: { delimiter: Delimiter; divider: CsvDivider } | undefined;

  /** @returns what has to be divided by now */
  function open(text: string, isWhole: boolean): string {
    start += text;
    const delimiter = delimiterOf(start, isWhole);
    if (!delimiter) return "";
    opened = { delimiter, divider: createCsvDivider(delimiter, MAX_RECORD_CHARACTERS) };
    return start.startsWith(BYTE_ORDER_MARK) ? start.slice(1) : start;
  }

  try {
    for await (const text of textOf(file)) {
      const next = opened ? text : open(text, false);
      const records = opened?.divider.take(next, false) ?? [];
      if (opened && records.length > 0) yield { delimiter: opened.delimiter, records };
    }
    const last = opened ? "" : open("", true);
    const records = opened?.divider.take(last, true) ?? [];
    if (opened && records.length > 0) yield { delimiter: opened.delimiter, records };
  } catch (error) {
    throw refusalOf(error);
  }
}
