import { createReadStream } from "node:fs";
import { type Encoding, textOf } from "./decode-text.server.ts";
import { readCsv } from "./csv-file.server.ts";
import type { SaidOfFile } from "../mapping/import-columns.ts";
import {
  type Delimiter,
  type FileFacts,
  ImportRefusal,
  type TableLine,
} from "./import-file.server.ts";
import { isJson, readJson } from "./json-file.server.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";

/** First bytes of .xlsx (a zip archive) and .xls. */
const ARCHIVE = Buffer.from("PK\u0003\u0004");
const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const IS_OLD_WORKBOOK =
  "This is a workbook of an older Excel, or one with a password. Save it in Excel as “Excel Workbook (.xlsx)” or “CSV UTF-8” and choose that file.";

interface TableFacts extends FileFacts {
  /** what the file was read as */
  encoding: Encoding;
}

/**
 * Calls `take` with each line of a workbook, of JSON or of a file of text, by how it begins.
 * @param said tells the header of a sheet among others
 * @throws ImportRefusal when it is none of them; AbortError when its sender has left
 */
export async function readTable(
  file: SpooledFile,
  said: SaidOfFile,
  take: (line: TableLine, delimiter: Delimiter) => void,
): Promise<TableFacts> {
  const { path, signal, sheet } = file;
  const first = await readFirstBytes(file);
  if (first.equals(OLD_WORKBOOK)) throw new ImportRefusal(IS_OLD_WORKBOOK, []);
  const takeRow = (line: TableLine) => take(line, "\t");
  if (first.equals(ARCHIVE)) {
    // In a chunk of its own, which knows where its thread's file is.
    const { readWorkbook } = await import("./workbook-file.server.ts");
    const facts = await readWorkbook({ path, sheet, said }, signal, takeRow);
    return { ...facts, encoding: "XLSX" };
  }
  if (sheet !== undefined) throw new ImportRefusal("Only a workbook has sheets.", []);
  let encoding: Encoding = "UTF-8";
  const open = () =>
    textOf(createReadStream(path, { signal }), (found) => {
      encoding = found;
    });
  if (isJson(await readStart(open()))) {
    await readJson(open, takeRow);
    return { encoding: "JSON" };
  }
  await readCsv(open, take);
  return { encoding };
}

async function readFirstBytes({ path, signal }: SpooledFile): Promise<Buffer> {
  const bytes = createReadStream(path, { signal, end: ARCHIVE.length - 1 });
  return Buffer.concat(await Array.fromAsync<Buffer>(bytes));
}

/** The first characters of a text that are no white space, with some of those behind them. */
async function readStart(text: AsyncGenerator<string, void>): Promise<string> {
  for await (const piece of text) if (piece.trim() !== "") return piece;
  return "";
}
