import { CsvError, parse, type Parser } from "csv-parse";
import { ImportRefusal } from "./import-refusal.server.ts";
import { MAX_HEADER_BYTES, MAX_RECORD_BYTES } from "./limits.ts";

/** Parsed in one go; about a millisecond. */
const PIECE_BYTES = 16 * 1024;
const LINE_ENDINGS = ["\r\n", "\n", "\r"];

const QUOTATION_MARK = 0x22;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** What stands between the cells of the header, once the bytes hold all of it. */
function delimiterOf(bytes: Buffer, isWhole: boolean): "," | ";" | undefined {
  let isQuoted = false;
  let commas = 0;
  let semicolons = 0;
  for (const byte of bytes.subarray(0, MAX_HEADER_BYTES)) {
    if (byte === QUOTATION_MARK) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (byte === COMMA) commas++;
    if (byte === SEMICOLON) semicolons++;
    const isEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
    // Blank lines before the header are none.
    if (isEnd && commas + semicolons > 0) return semicolons > commas ? ";" : ",";
  }
  if (!isWhole && bytes.length < MAX_HEADER_BYTES) return undefined;
  return semicolons > commas ? ";" : ",";
}

const PARSE_MESSAGES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark is opened here and never closed",
  CSV_INVALID_CLOSING_QUOTE: "Text follows a closing quotation mark",
  INVALID_OPENING_QUOTE: "A quotation mark stands inside a cell that has none around it",
  CSV_MAX_RECORD_SIZE: "The row is too long",
};

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  // Records before it include the header, so their number is that of the row.
  const records: unknown = error["records"];
  const row = typeof records === "number" ? records : 0;
  const message = PARSE_MESSAGES[error.code] ?? "The row cannot be read";
  return new ImportRefusal(`Nothing was added: row ${row} cannot be read as CSV.`, [
    { row, column: "", message },
  ]);
}

function notUtf8(): ImportRefusal {
  return new ImportRefusal(
    "The file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.",
    [],
  );
}

/** Feeds one piece and takes the records that it completes. */
async function feed(parser: Parser, piece: Buffer): Promise<string[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  parser.write(piece, (error) => (error ? reject(error) : resolve()));
  const records = drain(parser);
  await promise;
  return [...records, ...drain(parser)];
}

function drain(parser: Parser): string[][] {
  const records: string[][] = [];
  for (;;) {
    // Without `columns` a record is the list of its cells.
    const record = parser.read() as string[] | null;
    if (record === null) return records;
    records.push(record);
  }
}

/**
 * The records of a CSV file, the header first, as they arrive: `,` or `;` separated, with or
 * without a byte-order mark, any line ending. Cells are as written, records as long as they are.
 * @throws ImportRefusal when it is not UTF-8 or its quotation marks make no sense
 */
export async function* csvRecords(
  file: AsyncIterable<Buffer>,
): AsyncGenerator<{ delimiter: "," | ";"; records: string[][] }> {
  // The parser would write replacement characters for bytes that are not UTF-8.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const checkUtf8 = (bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw notUtf8();
    }
  };
  let start: Buffer = Buffer.alloc(0);
  let opened: { delimiter: "," | ";"; parser: Parser } | undefined;

  async function* read(bytes: Buffer, { delimiter, parser }: NonNullable<typeof opened>) {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const records = await feed(parser, bytes.subarray(from, from + PIECE_BYTES));
      if (records.length > 0) yield { delimiter, records };
    }
  }

  try {
    for await (const chunk of file) {
      checkUtf8(chunk);
      if (opened) {
        yield* read(chunk, opened);
        continue;
      }
      start = Buffer.concat([start, chunk]);
      const delimiter = delimiterOf(start, false);
      if (delimiter) yield* read(start, (opened = open(delimiter)));
    }
    checkUtf8();
    if (!opened) yield* read(start, (opened = open(delimiterOf(start, true) ?? ",")));
    const { parser, delimiter } = opened;
    parser.end();
    const records: string[][] = [];
    for await (const record of parser) records.push(record as string[]); // as above
    if (records.length > 0) yield { delimiter, records };
  } catch (error) {
    throw refusalOf(error);
  } finally {
    opened?.parser.destroy();
  }
}

function open(delimiter: "," | ";"): { delimiter: "," | ";"; parser: Parser } {
  const parser = parse({
    delimiter,
    bom: true,
    record_delimiter: LINE_ENDINGS,
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  // Whoever feeds it is told of each failure; without a listener it would end the process.
  parser.on("error", () => undefined);
  return { delimiter, parser };
}
