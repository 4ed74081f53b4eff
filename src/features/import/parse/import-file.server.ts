import type { FieldName } from "../../../domain/fields.ts";
import { UserError } from "../../../server/errors.server.ts";
import type { PackedRows } from "./packed-rows.server.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import type { BadCell, Note } from "../import.schema.ts";
import { MAX_VALUE_CHARACTERS } from "../limits.ts";

export interface BadRow {
  row: number;
  /** of the car, as far as the row says it */
  name: string;
  cells: readonly string[];
  issues: BadCell[];
}

/** A line of a file that has a value. */
export interface TableLine {
  /** 1 is the file's first line */
  number: number;
  cells: readonly string[];
  /** of a workbook: its own values, numbers and dates among them */
  raw?: readonly unknown[];
  /** cells that a person has typed */
  typed?: ReadonlySet<number>;
  /** cells that cannot be read, until a person types something in their place */
  mistakes?: readonly LineMistake[];
}

export interface LineMistake {
  /** the cell's place in the line */
  at: number;
  message: string;
}

/** What a file says of itself besides its rows (importing.md#upload-call). */
export interface FileFacts {
  headerless?: true;
  /** Its first column names the fields, so it should be turned. */
  sideways?: true;
  /** It was turned. */
  turned?: true;
  /** of a workbook: the sheet that was read */
  sheet?: string;
  sheets?: { name: string; rows: number }[];
}

/** What a file was read as, by the name that people know. */
export type Encoding = "UTF-8" | "UTF-16" | "Windows-1252" | "XLSX" | "JSON";

export type Delimiter = "," | ";" | "\t";

export interface ImportFile {
  facts: FileFacts;
  columns: CsvColumn[];
  titles: string[];
  encoding: Encoding;
  delimiter: Delimiter;
  rows: PackedRows;
  /** Some rows have theirs as data. */
  hasPictures: boolean;
  badRows: BadRow[];
  /** cells of good rows of which only a part is stored */
  notes: Note[];
  /** fields of which an empty cell clears the value of a row that exists, with `existing=update` */
  cleared: ReadonlySet<FieldName>;
  /** rows that the mapping's rules leave out, where it has some */
  leftOut?: number;
}

/** A file of which nothing is added: 422 with every cell that is wrong (importing.md#upload-call). */
export class ImportRefusal extends UserError {
  readonly rows: BadCell[];
  columns: CsvColumn[] | undefined;
  /** lines above the header that were left out */
  readonly titles: string[];
  facts: FileFacts;

  constructor(
    message: string,
    rows: BadCell[],
    columns?: CsvColumn[],
    titles: string[] = [],
    facts: FileFacts = {},
  ) {
    super(422, message);
    this.rows = rows;
    this.columns = columns;
    this.titles = titles;
    this.facts = facts;
  }
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

export function shownValue(cell: string | undefined): Pick<BadCell, "value"> {
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
  return { row, column, message, ...shownValue(cell) };
}
