import type { Delimiter } from "../../server/csv-cells.server.ts";
import type { RowsModels } from "../../vehicle/rows-models.server.ts";
import type { NewRow } from "../../vehicle/vehicle-insert.server.ts";
import type { BadCell } from "./import-answer.ts";
import type { CsvColumn } from "./import-columns.ts";
import { MAX_VALUE_CHARACTERS } from "./limits.ts";

/** A row of the file that is an EV. */
export interface ImportRow extends NewRow {
  /** 1 is the first after the header */
  row: number;
  /** as the file has them, where some of the row is judged later: a picture, a doubtful figure */
  cells?: readonly string[];
}

/** A row of the file that is none, with its cells as the file has them. */
export interface BadRow {
  row: number;
  cells: readonly string[];
  issues: readonly BadCell[];
}

/** What a file holds. */
export interface ImportFile {
  columns: readonly CsvColumn[];
  /** lines above the header */
  titles: readonly string[];
  delimiter: Delimiter;
  rows: ImportRow[];
  /** what the rows belong to */
  models: RowsModels;
  badRows: BadRow[];
}

/** What stands in a bad cell, for a person. */
export function shownValue(cell: string | undefined): Pick<BadCell, "value"> {
  const text = cell?.trim();
  if (!text) return {};
  if (text.length <= MAX_VALUE_CHARACTERS) return { value: text };
  return { value: `${text.slice(0, MAX_VALUE_CHARACTERS - 1).toWellFormed()}…` };
}

/** Rows that turn out bad once the file is read. */
export function takeOut(file: Pick<ImportFile, "rows" | "badRows">, bad: BadRowsFound): void {
  if (bad.size === 0) return;
  file.rows = file.rows.filter((each) => !bad.has(each));
  for (const [{ row, cells = [] }, issues] of bad) file.badRows.push({ row, cells, issues });
  file.badRows.sort((a, b) => a.row - b.row);
}
type BadRowsFound = ReadonlyMap<ImportRow, readonly BadCell[]>;
