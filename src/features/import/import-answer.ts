/** What `POST /api/evs/upload` answers (readings 3). */
import type { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { CsvColumn } from "./import-columns.ts";

/** One thing that is wrong with a file. */
export interface BadCell {
  /** 1 is the first row after the header; 0 is the header */
  row: number;
  /** the header of its column; empty for the whole row */
  column: string;
  message: string;
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
  /** as in a refusal */
  columns?: CsvColumn[];
}

/** Of a file that was refused. */
export interface RefusalAnswer {
  error: string;
  rows: BadCell[];
  /** when the header is what is wrong: its columns, to be mapped by hand */
  columns?: CsvColumn[];
}
