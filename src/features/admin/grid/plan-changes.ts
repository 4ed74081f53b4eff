/** What changes of several cells would do, and their texts as spreadsheets write them (grid.md#blocks). */
import { countOf, formatCount } from "../../../domain/format.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { MOST_ROWS_PER_CHANGE } from "../rows/row-filters.ts";
import {
  type CellValue,
  type FieldColumn,
  type GridColumn,
  cellToText,
  columnOf,
  parseCellText,
} from "./grid-columns.ts";
import { countRows, type SeenEdit } from "../rows/save-row.ts";
import type { CellBlock } from "./use-grid-selection.ts";

const NEEDS_QUOTES = { "\t": /[\t\r\n"]/, ",": /[,\r\n"]/ };

export function writeCells(
  cells: readonly (readonly string[])[],
  separator: keyof typeof NEEDS_QUOTES = "\t",
  lineEnd = "\n",
): string {
  const quoted = (cell: string) =>
    NEEDS_QUOTES[separator].test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return cells.map((row) => row.map(quoted).join(separator)).join(lineEnd);
}

/** Reads tab-separated text as spreadsheets write it; quoted cells may contain tabs and line breaks. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  // A cell is either quoted or plain, and ends at a tab, a line break or the end of the text.
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;
  const body = text.replace(/(\r\n|\r|\n)$/, "");
  for (const [, quoted, plain = "", end] of body.matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  return rows;
}

export interface PlannedCell {
  column: FieldColumn;
  typed: string;
  /** what is wrong with it */
  message?: string;
}

export interface PlannedRow extends SeenEdit {
  cells: readonly PlannedCell[];
}

export function isRowWrong({ cells }: PlannedRow): boolean {
  return cells.some(({ message }) => message !== undefined);
}

export interface PastePlan {
  rows: readonly PlannedRow[];
  /** cells that a block cannot change: make and model, which belong to the whole model */
  readOnly: number;
  same: number;
  rowsOver: number;
  columnsOver: number;
}

/** A single cell fills the whole selection; a block starts at the selection's first cell. */
export function planPaste(
  cells: readonly (readonly string[])[],
  rows: readonly EvRow[],
  selected: CellBlock,
  columns: readonly GridColumn[],
): PastePlan {
  const [[single] = []] = cells;
  const fills = cells.length === 1 && cells[0]?.length === 1 && single !== undefined;
  const block = fills
    ? Array.from({ length: selected.bottom - selected.top + 1 }, () =>
        Array.from({ length: selected.right - selected.left + 1 }, () => single),
      )
    : cells;
  const width = block.reduce((widest, line) => Math.max(widest, line.length), 0);
  const counts = { readOnly: 0, same: 0 };
  const planned = block.flatMap((line, down): PlannedRow[] => {
    const seen = rows[selected.top + down];
    if (!seen) return [];
    const touched: PlannedCell[] = [];
    const changes: Record<string, CellValue> = {};
    for (const [along, typed] of line.entries()) {
      const column = columns[selected.left + along];
      if (!column) continue;
      const plannedCell = planCell(seen, column, typed);
      if (typeof plannedCell === "string") counts[plannedCell]++;
      else {
        touched.push(plannedCell.cell);
        if (plannedCell.value !== undefined)
          changes[plannedCell.cell.column.field] = plannedCell.value;
      }
    }
    // The schema of its own field has validated each value.
    return touched.length > 0 ? [{ seen, cells: touched, changes }] : [];
  });
  return {
    rows: planned,
    ...counts,
    rowsOver: Math.max(0, selected.top + block.length - rows.length),
    columnsOver: Math.max(0, selected.left + width - columns.length),
  };
}

/** @param modelRows all rows of the models whose make is set */
export function planMake(modelRows: readonly EvRow[], make: string): PastePlan {
  const headers = modelRows.filter((row) => row.isModelHeader);
  const all = { top: 0, left: 0, bottom: headers.length - 1, right: 0 };
  const plan = planPaste([[make]], headers, all, [{ ...columnOf("make"), ofHeader: false }]);
  const rows = plan.rows.map((row) => ({
    ...row,
    modelRows: modelRows.filter(({ model }) => model === row.seen.model).length,
  }));
  return { ...plan, rows };
}

/** The first row of a block fills the others; a single row is filled from the row above. */
export function planFillDown(
  rows: readonly EvRow[],
  block: CellBlock,
  columns: readonly GridColumn[],
): PastePlan | null {
  const source = block.top === block.bottom ? block.top - 1 : block.top;
  if (source < 0) return null;
  const [line = []] = copiedCells(rows, { ...block, top: source, bottom: source }, 0, columns);
  const cells = Array.from({ length: block.bottom - source }, () => line);
  return planPaste(cells, rows, { ...block, top: source + 1 }, columns);
}

function planCell(row: EvRow, column: GridColumn, typed: string) {
  if (column.field === null) return "readOnly";
  const before = row[column.field];
  // Pasting the value that is already there is not an attempt to change it.
  if (typed.trim() === cellToText(before)) return "same";
  if (column.ofHeader) return "readOnly";
  const { value, message } = parseCellText(column, typed);
  if (message !== undefined) return { cell: { column, typed, message } };
  return value === before ? "same" : { cell: { column, typed }, value };
}

/** The cells of a block as text for the clipboard, including row numbers; actions are empty. */
export function copiedCells(
  rows: readonly EvRow[],
  block: CellBlock,
  firstNumber: number,
  columns: readonly GridColumn[],
): string[][] {
  return rows
    .slice(block.top, block.bottom + 1)
    .map((row, index) =>
      columns
        .slice(block.left, block.right + 1)
        .map((column) =>
          column.field !== null
            ? cellToText(row[column.field])
            : column.kind === "position"
              ? String(firstNumber + block.top + index)
              : "",
        ),
    );
}

/** What these rows change, as in `Change 2 cells in 1 row?`. */
export function changeWords(planned: readonly PlannedRow[]): string {
  const rows = countOf(countRows(planned), "row");
  if (planned.some(({ modelRows }) => modelRows !== undefined)) {
    return `the make of ${countOf(planned.length, "model")} (${rows})`;
  }
  const cells = planned.reduce((sum, row) => sum + row.cells.length, 0);
  return `${countOf(cells, "cell")} in ${rows}`;
}

export function planSentences(plan: PastePlan): { question: string; remarks: string[] } {
  const { rows, readOnly, same, rowsOver, columnsOver } = plan;
  const good = rows.filter((row) => !isRowWrong(row));
  const wrong = rows.length - good.length;
  const question =
    good.length > 0
      ? `Change ${changeWords(good)}?`
      : rows.length > 0
        ? "Nothing can be changed"
        : "Nothing would change";
  const remarks = [
    wrong > 0 && `${countOf(wrong, "row has", "rows have")} an error and will be left unchanged.`,
    same > 0 && `${countOf(same, "cell already has", "cells already have")} this value.`,
    readOnly > 0 &&
      `${countOf(readOnly, "cell")} can’t be pasted into. Change make and model one cell at a time.`,
    rowsOver > 0 &&
      `${countOf(rowsOver, "pasted row", "pasted rows")} didn’t fit: the list ends, or ${formatCount(MOST_ROWS_PER_CHANGE)} rows are the limit.`,
    columnsOver > 0 &&
      `${countOf(columnsOver, "pasted column", "pasted columns")} didn’t fit: the table ends there.`,
  ];
  return { question, remarks: remarks.filter((remark) => remark !== false) };
}
