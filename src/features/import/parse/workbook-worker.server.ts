/** The process that reads one workbook, so that a hostile one blocks nobody and can be killed. */
import { createWriteStream } from "node:fs";
import { constants, setPriority } from "node:os";
import { pipeline } from "node:stream/promises";
import { UserError } from "../../../base/errors.server.ts";
import { MAX_COLUMNS, MAX_RECORD_CHARACTERS, MAX_TITLE_LINES } from "../limits.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { continuesHeader, isHeader } from "./header-line.server.ts";
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

/** The requested sheets, visible ones first, or the first one with a header. */
function chooseSheets(sheets: readonly Sheet[], { sheet: name, mapping }: WorkbookTask): Sheet[] {
  const inOrder = sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
  if (name === undefined) {
    const first = inOrder.find(({ rows }) => headerIndex(rows, mapping) >= 0) ?? inOrder[0];
    if (!first) throw new ImportRefusal(UNREADABLE_WORKBOOK);
    return [first];
  }
  // A spreadsheet does not allow slashes in names, but other programs may.
  const isOne = sheets.some((sheet) => sheet.name === name);
  const named = new Set((isOne ? [name] : name.split("/")).map((each) => sheetNamed(sheets, each)));
  return inOrder.filter((sheet) => named.has(sheet));
}

/** The first of the lines that may be a header and names make and model, or -1. */
function headerIndex(rows: readonly SheetRow[], mapping: ImportMapping): number {
  return rows
    .slice(0, MAX_TITLE_LINES + 1)
    .findIndex(
      ({ values }) => values.length <= MAX_COLUMNS && isHeader(values.map(textOfValue), mapping),
    );
}

function textsOf({ values }: SheetRow): string[] {
  return values.map((value) => textOfValue(value).trim().toLowerCase());
}

interface SheetHead {
  /** the column names and units, for comparison */
  key: string;
  /** index of the first row below it */
  below: number;
}

/** The first line that names make and model, or else the first with several values. */
function findHead(rows: readonly SheetRow[], mapping: ImportMapping): SheetHead {
  const known = headerIndex(rows, mapping);
  const first = rows.slice(0, MAX_TITLE_LINES + 1);
  const several = first.findIndex((row) => textsOf(row).filter(Boolean).length > 1);
  const at = known < 0 ? several : known;
  const [header, next] = at < 0 ? [] : rows.slice(at, at + 2);
  if (!header) return { key: "", below: 0 };
  const lines = next && continuesHeader(textsOf(header), textsOf(next)) ? [header, next] : [header];
  const key = JSON.stringify(lines.map((row) => textsOf(row).join("\n").trimEnd()));
  return { key, below: at + lines.length };
}

/** Appends sheets below the header of the first one, and numbers their rows consecutively. */
function* joinSheets(sheets: readonly Sheet[], mapping: ImportMapping): Generator<SheetRow> {
  const [first, ...others] = sheets.filter(({ rows }) => rows.length > 0);
  if (!first) return;
  yield* first.rows;
  const { key } = others.length > 0 ? findHead(first.rows, mapping) : { key: "" };
  let last = first.rows.at(-1)?.index ?? 0;
  for (const { name, rows } of others) {
    const head = findHead(rows, mapping);
    if (head.key !== key) {
      throw new ImportRefusal(
        `The sheets “${first.name}” and “${name}” have different columns. Read them one at a time.`,
      );
    }
    const shift = last - (rows[head.below - 1]?.index ?? 0);
    for (const { index, values } of rows.slice(head.below)) {
      yield { index: index + shift, values };
      last = index + shift;
    }
  }
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
    const chosen = chooseSheets(sheets, task);
    facts = { sheets: sheets.map(({ name, rows }) => ({ name, rows: rows.length })) };
    const hidden = chosen.reduce((sum, sheet) => sum + sheet.hidden, 0);
    await pipeline(
      linesOf(joinSheets(chosen, task.mapping)),
      createWriteStream(task.rowsPath, { mode: PRIVATE_FILE }),
    );
    const [first] = chosen;
    return {
      encoding: kind,
      facts: { ...(first && { sheet: first.name }), ...facts, ...(hidden > 0 && { hidden }) },
    };
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
