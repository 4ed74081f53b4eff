/** Reads one workbook in a thread, so that a hostile one blocks nobody and can be terminated. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { UserError } from "../../../base/errors.server.ts";
import { MAX_COLUMNS, MAX_SHEET_FILE_BYTES, MAX_TITLE_LINES } from "../limits.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { isHeader } from "./header-line.server.ts";
import { type FileFacts, ImportRefusal } from "./import-file.server.ts";
import { createSheetJoiner } from "./joined-sheets.server.ts";
import { PRIVATE_FILE } from "./spooled-upload.server.ts";
import { openArchive, TOO_LARGE, UNREADABLE } from "./workbook-archive.server.ts";
import { readWorkbookParts, type WorkbookSheet } from "./workbook-parts.server.ts";
import {
  formatSheetRow,
  readSheetRows,
  type SheetRow,
  textOfValue,
} from "./workbook-rows.server.ts";

export interface WorkbookTask {
  path: string;
  /** the file to write the rows to */
  rowsPath: string;
  /** the sheets to read, separated by slashes; undefined for the first one with a header */
  sheet: string | undefined;
  mapping: ImportMapping;
}

export interface SheetList {
  /** the sheet that was read, or the first of several */
  sheet: string;
  sheets: { name: string; rows: number }[];
}

export type WorkbookAnswer = { sheets: SheetList } | { refusal: string; facts: FileFacts };

type TakeRows = (rows: readonly SheetRow[]) => void;

const PIECE_CHARACTERS = 64 * 1024;

/** Cells may share a long text, so the rows may be larger than the workbook. */
function openRowsFile(path: string) {
  const file = openSync(path, "w", PRIVATE_FILE);
  let bytes = 0;
  let unwritten = "";
  function flush(): void {
    const piece = Buffer.from(unwritten);
    unwritten = "";
    bytes += piece.length;
    if (bytes > MAX_SHEET_FILE_BYTES) throw new ImportRefusal(TOO_LARGE, []);
    writeFileSync(file, piece);
  }
  return {
    /** @throws ImportRefusal when the file becomes too large */
    write(rows: readonly SheetRow[]): void {
      for (const row of rows) {
        unwritten += formatSheetRow(row);
        if (unwritten.length > PIECE_CHARACTERS) flush();
      }
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}

/** Collects the first rows of a sheet until one of them is a header. */
function createHeaderSearch(mapping: ImportMapping) {
  let rows: SheetRow[] = [];
  let isOver = false;
  return {
    /** @returns the rows so far if one of them is a header */
    search(more: readonly SheetRow[]): SheetRow[] | undefined {
      if (isOver) return undefined;
      for (const [at, row] of more.entries()) {
        if (rows.length > MAX_TITLE_LINES) break;
        rows.push(row);
        const isNarrow = row.values.length <= MAX_COLUMNS;
        if (isNarrow && isHeader(row.values.map(textOfValue), mapping)) {
          return [...rows, ...more.slice(at + 1)];
        }
      }
      isOver = rows.length > MAX_TITLE_LINES;
      if (isOver) rows = [];
      return undefined;
    },
  };
}

/** Sorts sheets that are hidden in Excel to the end. */
function inReadingOrder(sheets: readonly WorkbookSheet[]): WorkbookSheet[] {
  return sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
}

function sheetNamed(sheets: readonly WorkbookSheet[], name: string): WorkbookSheet {
  const namedSheet = sheets.find((sheet) => sheet.name === name);
  if (namedSheet) return namedSheet;
  const names = sheets.map((sheet) => `“${sheet.name}”`).join(", ");
  throw new ImportRefusal(`The workbook has no sheet “${name}”. It has ${names}.`, []);
}

/** Finds a sheet with this name, or else several: spreadsheets do not allow slashes in names. */
function sheetsNamed(sheets: readonly WorkbookSheet[], name: string): WorkbookSheet[] {
  const isOne = sheets.some((sheet) => sheet.name === name);
  return (isOne ? [name] : name.split("/")).map((each) => sheetNamed(sheets, each));
}

/** Writes the rows of the chosen sheets and counts those of all sheets. */
async function readSheets(
  { path, sheet: name, mapping }: WorkbookTask,
  write: TakeRows,
): Promise<SheetList> {
  const archive = await openArchive(path);
  const workbook = await readWorkbookParts(archive);
  const sheets = inReadingOrder(workbook.sheets);
  const [first] = sheets;
  if (!first) throw new ImportRefusal(UNREADABLE, []);
  const namedSheets = new Set(name === undefined ? [] : sheetsNamed(workbook.sheets, name));
  const joiner = namedSheets.size > 1 ? createSheetJoiner(mapping, write) : undefined;
  let chosen = sheets.find((sheet) => namedSheets.has(sheet));
  const rowCounts = new Map<WorkbookSheet, number>();
  for (const sheet of sheets) {
    const { search } = createHeaderSearch(mapping);
    const joined = namedSheets.has(sheet) ? joiner?.begin(sheet.name) : undefined;
    let count = 0;
    await readSheetRows(archive, sheet.path, workbook, (rows) => {
      count += rows.length;
      if (joined) return joined.take(rows);
      if (chosen === sheet) return write(rows);
      const found = chosen ? undefined : search(rows);
      if (!found) return;
      chosen = sheet;
      write(found);
    });
    joined?.end();
    rowCounts.set(sheet, count);
  }
  if (!chosen) {
    chosen = first;
    await readSheetRows(archive, chosen.path, workbook, write);
  }
  const list = workbook.sheets.map((sheet) => ({
    name: sheet.name,
    rows: rowCounts.get(sheet) ?? 0,
  }));
  const refusal = joiner?.refusal();
  if (refusal !== undefined) throw new ImportRefusal(refusal, [], undefined, [], { sheets: list });
  return { sheet: chosen.name, sheets: list };
}

async function answerTask(port: MessagePort, task: WorkbookTask): Promise<void> {
  const rows = openRowsFile(task.rowsPath);
  try {
    const sheets = await readSheets(task, rows.write);
    rows.close();
    port.postMessage({ sheets } satisfies WorkbookAnswer);
  } catch (error) {
    // A disk error is not the workbook's fault.
    if (error instanceof Error && "syscall" in error) throw error;
    // The libraries and the platform's decompression throw their own errors.
    const refusal = error instanceof UserError ? error.message : UNREADABLE;
    const facts = error instanceof ImportRefusal ? error.facts : {};
    port.postMessage({ refusal, facts } satisfies WorkbookAnswer);
  }
  port.close();
}

if (parentPort) await answerTask(parentPort, workerData as WorkbookTask);
