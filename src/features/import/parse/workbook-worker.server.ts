/** The process that reads one workbook, so that a hostile one blocks nobody and can be killed. */
import { createWriteStream } from "node:fs";
import { constants, setPriority } from "node:os";
import { pipeline } from "node:stream/promises";
import { UserError } from "../../../base/errors.server.ts";
import { MAX_COLUMNS, MAX_RECORD_CHARACTERS, MAX_TITLE_LINES } from "../limits.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { isHeader } from "./header-line.server.ts";
import { type FileFacts, ImportRefusal, UNREADABLE_WORKBOOK } from "./import-file.server.ts";
import { PRIVATE_FILE } from "./spooled-upload.server.ts";
import {
  formatSheetRow,
  type SheetRow,
  textOfValue,
  type WorkbookAnswer,
  type WorkbookTask,
} from "./workbook-file.server.ts";
import { MAX_UNPACKED_BYTES, readSheets, type Sheet, TOO_LARGE } from "./workbook-sheets.server.ts";

/** Limits the file to which the process writes the rows of a sheet. */
const MAX_SHEET_FILE_BYTES = 4 * MAX_UNPACKED_BYTES;

function sheetNamed(sheets: readonly Sheet[], name: string): Sheet {
  const namedSheet = sheets.find((sheet) => sheet.name === name);
  if (namedSheet) return namedSheet;
  const names = sheets.map((sheet) => `“${sheet.name}”`).join(", ");
  throw new ImportRefusal(`The workbook has no sheet “${name}”. It has ${names}.`);
}

/** The requested sheet, or the first one with a header, visible ones first. */
function chooseSheet(sheets: readonly Sheet[], { sheet: name, mapping }: WorkbookTask): Sheet {
  if (name !== undefined) return sheetNamed(sheets, name);
  const inOrder = sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
  const first = inOrder.find(({ rows }) => hasHeader(rows, mapping)) ?? inOrder[0];
  if (!first) throw new ImportRefusal(UNREADABLE_WORKBOOK);
  return first;
}

/** Whether one of the lines that may be a header names make and model. */
function hasHeader(rows: readonly SheetRow[], mapping: ImportMapping): boolean {
  return rows
    .slice(0, MAX_TITLE_LINES + 1)
    .some(
      ({ values }) => values.length <= MAX_COLUMNS && isHeader(values.map(textOfValue), mapping),
    );
}

/** Cells may share a long text, so the rows may be larger than the workbook. */
function* linesOf(rows: Iterable<SheetRow>): Generator<string> {
  let characters = 0;
  for (const row of rows) {
    const line = formatSheetRow(row);
    characters += line.length;
    if (line.length > MAX_RECORD_CHARACTERS || characters > MAX_SHEET_FILE_BYTES) {
      throw new ImportRefusal(TOO_LARGE);
    }
    yield line;
  }
}

async function answerTask(task: WorkbookTask): Promise<WorkbookAnswer> {
  let facts: FileFacts = {};
  try {
    const { kind, sheets } = await readSheets(task.path, task.encoding);
    const { name: sheet, rows, hidden } = chooseSheet(sheets, task);
    facts = { sheets: sheets.map((each) => ({ name: each.name, rows: each.rows.length })) };
    await pipeline(linesOf(rows), createWriteStream(task.rowsPath, { mode: PRIVATE_FILE }));
    return { encoding: kind, facts: { sheet, ...facts, ...(hidden > 0 && { hidden }) } };
  } catch (error) {
    // A disk error is not the workbook's fault.
    if (error instanceof Error && "syscall" in error) {
      return {
        failure: { message: error.message, code: "code" in error ? error.code : undefined },
      };
    }
    // The libraries throw their own errors.
    return { refusal: error instanceof UserError ? error.message : UNREADABLE_WORKBOOK, facts };
  }
}

if (process.send) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.once("message", (task) => {
    void answerTask(task as WorkbookTask).then((answer) =>
      process.send?.(answer, () => process.disconnect()),
    );
  });
}
