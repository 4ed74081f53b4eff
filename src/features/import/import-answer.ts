/** What `POST /api/evs/upload` answers (readings 3). */
import type { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { CsvColumn, CsvField } from "./import-columns.ts";
import { MAX_REASONS, NAMED_CELLS } from "./limits.ts";

/** One thing that is wrong with a file. */
export interface BadCell {
  /** 1 is the first row after the header; 0 is the header */
  row: number;
  /** the header of its column; empty for the whole row */
  column: string;
  message: string;
  /** what stands in the cell, shortened; not there for an empty one */
  value?: string;
}

/** A row that is not added because it exists, or because the file has it twice. */
export type SkippedRow = { row: number } & Pick<EvInput, "make" | "model" | "trim" | "year">;

/** Of an import that has been made. */
export interface ImportAnswer {
  added: EvRow[];
  skipped: SkippedRow[];
  /** only with `invalid=skip` and of a dry run */
  invalid?: BadCell[];
  /** only when `list` has shortened the lists; `invalid` counts rows, not cells */
  counts?: ImportCounts;
}

export interface ImportCounts {
  added: number;
  skipped: number;
  invalid: number;
}

/** Of a dry run: rows that would be added have no id and no version yet. */
export interface DryRunAnswer extends Omit<ImportAnswer, "added"> {
  added: EvInput[];
  invalid: BadCell[];
  /** every column of the file: what it is taken for */
  columns: CsvColumn[];
  titles?: string[];
  /** `invalid` by column and message, all of them however short `invalid` is */
  reasons: Reason[];
  /** figures of new rows that no row of the catalogue comes near, by field */
  unusual: UnusualFigures[];
}

/** Of a dry run of a file whose columns have to be mapped first. */
export type HeaderAnswer = Omit<DryRunAnswer, "reasons" | "unusual">;

/** Bad cells that are wrong in the same way. */
export interface Reason extends Pick<BadCell, "column" | "message"> {
  /** how many cells, or rows where `column` is empty */
  count: number;
  /** the first of them */
  cells: Pick<BadCell, "row" | "value">[];
}

/** Figures of one field below or above all that the catalogue has. */
export interface UnusualFigures {
  field: CsvField;
  /** header of its column */
  column: string;
  /** least and most in the catalogue, of what is known (0 is not) */
  least: number;
  most: number;
  count: number;
  /** the first of them */
  rows: (SkippedRow & { value: number })[];
}

/** Of a file that was refused. */
export interface RefusalAnswer {
  error: string;
  rows: BadCell[];
  /** when the columns are what is wrong: to be mapped by hand */
  columns?: CsvColumn[];
  /** lines above the header that were left out */
  titles?: string[];
}

/** Bad cells by column and message, in the order of the first of each; so many reasons at most. */
export function reasonsOf(issues: Iterable<BadCell>): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { column, message, row, value } of issues) {
    const key = `${column}\n${message}`;
    let reason = reasons.get(key);
    if (!reason && reasons.size === MAX_REASONS) continue;
    if (!reason) reasons.set(key, (reason = { column, message, count: 0, cells: [] }));
    reason.count++;
    if (reason.cells.length < NAMED_CELLS) {
      reason.cells.push(value === undefined ? { row } : { row, value });
    }
  }
  return [...reasons.values()];
}
