import { readCsv } from "./csv-file.server.ts";
import { type Encoding, textOf } from "./decode-text.server.ts";
import { type Delimiter, ImportRefusal, type TableLine } from "./import-file.server.ts";
import { readWorkbook } from "./workbook-file.server.ts";

/** First bytes of .xlsx (a zip archive) and .xls. */
const ARCHIVE = Buffer.from("PK\u0003\u0004");
const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const IS_OLD_WORKBOOK =
  "This is a workbook of an older Excel, or one with a password. Save it in Excel as “Excel Workbook (.xlsx)” or “CSV UTF-8” and choose that file.";

/**
 * Calls `take` with each line of a file of text or a workbook, by its first bytes.
 * @returns what it was read as
 * @throws ImportRefusal when it is neither
 */
export async function readTable(
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
