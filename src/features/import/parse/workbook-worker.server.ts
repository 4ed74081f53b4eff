/** A thread that reads one workbook, so that a hostile one holds nobody up and can be ended. */
import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { UserError } from "../../../server/errors.server.ts";
import { isHeader } from "./header-line.server.ts";
import type { SaidOfFile } from "../mapping/import-columns.ts";
import { ImportRefusal } from "./import-file.server.ts";
import { MAX_COLUMNS, MAX_TITLE_LINES } from "../limits.ts";
import { openArchive, UNREADABLE } from "./workbook-archive.server.ts";
import { readWorkbookParts, type WorkbookSheet } from "./workbook-parts.server.ts";
import { readRows, type SheetRow, textOfValue } from "./workbook-rows.server.ts";

export interface WorkbookTask {
  path: string;
  /** name of the sheet to read; undefined: the first one with a header */
  sheet: string | undefined;
  said: SaidOfFile;
}

export interface SheetList {
  /** the one that was read */
  sheet: string;
  sheets: { name: string; rows: number }[];
}

/** Each message with rows is answered by whether more are wanted. */
export type WorkbookMessage = { rows: SheetRow[] } | { done: SheetList } | { refusal: string };

type TakeRows = (rows: SheetRow[]) => Promise<void>;

function createSender(port: MessagePort): TakeRows {
  let isWanted = true;
  return async (rows) => {
    if (!isWanted) return;
    port.postMessage({ rows } satisfies WorkbookMessage);
    [isWanted] = (await once(port, "message")) as [boolean];
  };
}

/** Keeps the first rows of a sheet until one of them is a header. */
function createHeaderSearch(said: SaidOfFile) {
  let rows: SheetRow[] = [];
  let isOver = false;
  return {
    /** @returns the rows so far when one of them is a header */
    search(more: readonly SheetRow[]): SheetRow[] | undefined {
      if (isOver) return undefined;
      for (const [at, row] of more.entries()) {
        if (rows.length > MAX_TITLE_LINES) break;
        rows.push(row);
        const isNarrow = row.values.length <= MAX_COLUMNS;
        if (isNarrow && isHeader(row.values.map(textOfValue), said)) {
          return [...rows, ...more.slice(at + 1)];
        }
      }
      isOver = rows.length > MAX_TITLE_LINES;
      if (isOver) rows = [];
      return undefined;
    },
  };
}

/** What Excel hides comes last. */
function inReadingOrder(sheets: readonly WorkbookSheet[]): WorkbookSheet[] {
  return sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
}

function sheetNamed(sheets: readonly WorkbookSheet[], name: string): WorkbookSheet {
  const found = sheets.find((sheet) => sheet.name === name);
  if (found) return found;
  const names = sheets.map((sheet) => `“${sheet.name}”`).join(", ");
  throw new ImportRefusal(`The workbook has no sheet “${name}”. It has ${names}.`, []);
}

/** Sends the rows of one sheet and counts those of all. */
async function readSheets(
  { path, sheet: name, said }: WorkbookTask,
  send: TakeRows,
): Promise<SheetList> {
  const archive = await openArchive(path);
  const workbook = await readWorkbookParts(archive);
  const sheets = inReadingOrder(workbook.sheets);
  const [first] = sheets;
  if (!first) throw new ImportRefusal(UNREADABLE, []);
  let chosen = name === undefined ? undefined : sheetNamed(workbook.sheets, name);
  const rowCounts = new Map<WorkbookSheet, number>();
  for (const sheet of sheets) {
    const { search } = createHeaderSearch(said);
    let count = 0;
    await readRows(archive, sheet.path, workbook, async (rows) => {
      count += rows.length;
      if (chosen === sheet) return send(rows);
      const found = chosen ? undefined : search(rows);
      if (!found) return;
      chosen = sheet;
      await send(found);
    });
    rowCounts.set(sheet, count);
  }
  if (!chosen) {
    chosen = first;
    await readRows(archive, chosen.path, workbook, send);
  }
  const list = workbook.sheets.map((sheet) => ({
    name: sheet.name,
    rows: rowCounts.get(sheet) ?? 0,
  }));
  return { sheet: chosen.name, sheets: list };
}

async function answerTask(port: MessagePort, task: WorkbookTask): Promise<void> {
  try {
    const done = await readSheets(task, createSender(port));
    port.postMessage({ done } satisfies WorkbookMessage);
  } catch (error) {
    // The libraries have errors of their own, and so has the platform's decompression.
    const refusal = error instanceof UserError ? error.message : UNREADABLE;
    port.postMessage({ refusal } satisfies WorkbookMessage);
  }
  port.close();
}

if (parentPort) await answerTask(parentPort, workerData as WorkbookTask);
