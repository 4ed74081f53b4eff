import type { EvInput } from "../../../domain/ev-input.ts";
import type { FieldName } from "../../../domain/fields.ts";
import { UserError } from "../../../base/errors.server.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { BadCell, CellToFix, RefusalAnswer, StoredValue } from "../import.schema.ts";
import { MAX_VALUE_CHARACTERS } from "../stored-text.ts";

/** A row has at most one picture as data, of up to 7 million characters. */
export const MAX_RECORD_CHARACTERS = 8 * 1024 * 1024;

export interface ImportRow {
  /** 1 for the first row after the header */
  row: number;
  input: EvInput;
  /** its cells, if the row may still turn out to be bad */
  cells?: BadRow["cells"];
  /** Whether its body type is that of the catalogue's model. */
  hasKnownBody?: boolean;
}

export interface BadRow {
  row: number;
  /** its make and model, if both could be read */
  car?: { make: string; model: string };
  cells: Partial<Record<FieldName, CellToFix>>;
  /** what is wrong with the row as a whole */
  problem?: string;
  issues: BadCell[];
  /** fields without a value that have no column of their own */
  lacking?: readonly FieldName[];
  /** a whole name that begins with no known make */
  unknownName?: string;
}

/** The values of a row, or of a bad row's good cells, which its repair will not change. */
export function readableValues(outcome: ImportRow | BadRow): Partial<EvInput> {
  if ("input" in outcome) return outcome.input;
  const values: Partial<Record<string, StoredValue>> = {};
  for (const [field, { problem, text, value = text }] of Object.entries(outcome.cells))
    values[field] = problem === undefined ? value : null;
  return values; // as the schema of the row would read them
}

/** A line of a file with at least one value. */
export interface TableLine {
  /** starts at 1 */
  number: number;
  cells: readonly string[];
  /** workbooks only: the original values, including numbers and dates */
  raw?: readonly unknown[];
  /** cells that the user has typed */
  typed?: ReadonlySet<number>;
  /** cells that cannot be read until the user replaces them */
  mistakes?: readonly LineMistake[];
}

export interface LineMistake {
  /** the index of the cell */
  at: number;
  message: string;
}

/** Facts about a file besides its rows (importing.md#upload-call). */
export type FileFacts = Omit<RefusalAnswer, "error" | "rows" | "columns">;

export type Delimiter = "," | ";" | "\t" | "|";

export const UNREADABLE_WORKBOOK =
  "The workbook cannot be read. Save it in Excel as “Excel Workbook (.xlsx)” without a password, or as “CSV UTF-8”, and choose that file.";

/** Rejects a whole file with 422 and lists every bad cell; nothing is added (importing.md#upload-call). */
export class ImportRefusal extends UserError {
  readonly rows: BadCell[] = [];
  columns?: CsvColumn[];
  facts: FileFacts = {};

  constructor(
    message: string,
    about: Partial<Pick<ImportRefusal, "rows" | "columns" | "facts">> = {},
  ) {
    super(422, message);
    Object.assign(this, about);
  }
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

export function previewValue(cell: string | undefined): Pick<BadCell, "value"> {
  const text = cell?.trim();
  if (!text) return {};
  if (text.length <= MAX_VALUE_CHARACTERS) return { value: text };
  return { value: `${text.slice(0, MAX_VALUE_CHARACTERS - 1).toWellFormed()}…` };
}

export function cellIssue(
  row: number,
  column: string,
  message: string,
  cell: string | undefined,
): BadCell {
  return { row, column, message, ...previewValue(cell) };
}
