import { createReadStream } from "node:fs";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { findDelimiter, findQuotedLines, readCsv } from "./csv-file.server.ts";
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

/** First bytes of .xlsx and .ods, which are zip archives, and of .xls. */
const WORKBOOKS = ["PK\u0003\u0004", "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1"];
/** Programs give tables in HTML and XML the names of workbooks. */
const MARKUP = /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype html|html|head|meta|body|table|\?xml)\b/i;
const MARKUP_TABLE = /<(?:\w+:)?(?:table|workbook)\b/i;
/** The styles of an HTML page may stand above its table. */
const START_BYTES = 256 * 1024;
const NO_TABLE = "This is a web page without a table. Choose a CSV or Excel file.";

/** A file as lines of cells, which can be read repeatedly. */
export interface Table {
  /** the encoding of the file; for text it is certain only after all of it has been read */
  encoding: Encoding;
  delimiter: Delimiter;
  /** the names of the columns, if they are not in one of the lines */
  header?: readonly string[];
  facts: FileFacts;
  /** Reads the lines that have a value. */
  lines(this: void): AsyncGenerator<TableLine, void>;
}

/**
 * Opens a workbook, JSON or text file, depending on its first bytes.
 * @param mapping helps to recognize the header of a sheet
 * @throws ImportRefusal when it is none of these; AbortError when its sender has disconnected
 */
export async function openTable(file: SpooledFile, mapping: ImportMapping): Promise<Table> {
  const { path, signal, sheet } = file;
  const start = await readFirstBytes(file);
  const isMarkup = MARKUP.test(start);
  if (isMarkup && !MARKUP_TABLE.test(start)) throw new ImportRefusal(NO_TABLE, []);
  if (isMarkup || WORKBOOKS.some((mark) => start.startsWith(mark))) {
    // In a separate chunk, which knows where the file of its reader is.
    const { readSheet, unpackWorkbook } = await import("./workbook-file.server.ts");
    const rowsPath = `${path}.rows`;
    const read = await unpackWorkbook({ path, rowsPath, sheet, mapping }, signal);
    return { ...read, delimiter: "\t", lines: () => readSheet(rowsPath, signal) };
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
  const start = await readStart(open());
  if (isJson(start)) {
    const header = await readNames(open());
    return { ...table, encoding: "JSON", header, lines: () => readJsonLines(open(), header) };
  }
  const quoted = findQuotedLines(open, start);
  if (quoted) return { ...table, ...quoted };
  table.delimiter = await findDelimiter(open());
  return table;
}

async function readFirstBytes({ path, signal }: SpooledFile): Promise<string> {
  const bytes = createReadStream(path, { signal, end: START_BYTES - 1 });
  return Buffer.concat(await Array.fromAsync<Buffer>(bytes)).toString("latin1");
}

/** The first characters of a text after white space, and some of the following ones. */
async function readStart(text: AsyncGenerator<string, void>): Promise<string> {
  for await (const piece of text) if (piece.trim() !== "") return piece;
  return "";
}
