import { createReadStream } from "node:fs";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { findDelimiter, readCsv } from "./csv-file.server.ts";
import { textOf } from "./decode-text.server.ts";
import type { Encoding } from "./import-file.server.ts";
import {
  type Delimiter,
  type FileFacts,
  ImportRefusal,
  type TableLine,
} from "./import-file.server.ts";
import { isJson, readJsonLines, readNames } from "./json-file.server.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";

/** First bytes of .xlsx (a zip archive) and .xls. */
const ARCHIVE = Buffer.from("PK\u0003\u0004");
const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const IS_OLD_WORKBOOK =
  "This is a workbook of an older Excel, or one with a password. Save it in Excel as “Excel Workbook (.xlsx)” or “CSV UTF-8” and choose that file.";

/** A file as lines of cells, which can be read several times. */
export interface Table {
  /** what the file is read as; of a text that is certain once all of it has been read */
  encoding: Encoding;
  delimiter: Delimiter;
  /** the names of its columns, where the file has them apart from its lines */
  header?: readonly string[];
  facts: FileFacts;
  /** Reads the lines that have a value. */
  lines(this: void): AsyncGenerator<TableLine, void>;
}

/**
 * Opens a workbook, JSON or a file of text, by how it begins.
 * @param mapping tells the header of a sheet among others
 * @throws ImportRefusal when it is none of them; AbortError when its sender has left
 */
export async function openTable(file: SpooledFile, mapping: ImportMapping): Promise<Table> {
  const { path, signal, sheet } = file;
  const first = await readFirstBytes(file);
  if (first.equals(OLD_WORKBOOK)) throw new ImportRefusal(IS_OLD_WORKBOOK, []);
  if (first.equals(ARCHIVE)) {
    // In a chunk of its own, which knows where its thread's file is.
    const { readSheet, unpackWorkbook } = await import("./workbook-file.server.ts");
    const rowsPath = `${path}.rows`;
    const facts = await unpackWorkbook({ path, rowsPath, sheet, mapping }, signal);
    return { encoding: "XLSX", delimiter: "\t", facts, lines: () => readSheet(rowsPath, signal) };
  }
  if (sheet !== undefined) throw new ImportRefusal("Only a workbook has sheets.", []);
  return openText(file);
}

async function openText({ path, signal }: SpooledFile): Promise<Table> {
  const open = () =>
    textOf(createReadStream(path, { signal }), (found) => {
      table.encoding = found;
    });
  const table: Table = {
    encoding: "UTF-8",
    delimiter: "\t",
    facts: {},
    lines: () => readCsv(open, table.delimiter),
  };
  if (isJson(await readStart(open()))) {
    const header = await readNames(open());
    return { ...table, encoding: "JSON", header, lines: () => readJsonLines(open(), header) };
  }
  table.delimiter = await findDelimiter(open());
  return table;
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
