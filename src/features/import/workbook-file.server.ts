import { setImmediate } from "node:timers/promises";
import { type CellValue, streamXlsxRows } from "hucre/xlsx";
import { UserError } from "../../server/errors.server.ts";
import { ImportRefusal, type TableLine } from "./import-file.server.ts";
import { MAX_CELLS, MAX_SHEET_ROWS, MAX_UNPACKED_BYTES, MAX_UNPACKED_MEGABYTES } from "./limits.ts";

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
export async function readWorkbook(bytes: Buffer, take: (line: TableLine) => void): Promise<void> {
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
