/** What a cell shows, what stands in it while it is edited, and what typed or pasted text means. */
import { inputFromCells } from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import { type CellValue, type FieldColumn, type GridField, shownNumber } from "./grid-columns.ts";

/** A value to save, or what is wrong with the text, in the schema's words. */
export type CellReading =
  | { value: CellValue; message?: undefined }
  | { value?: undefined; message: string };

/** What a cell shows (§9); what is missing is N/A. */
export function shownText(column: FieldColumn, value: CellValue): string {
  if (column.kind === "boolean") return value == null ? NOT_AVAILABLE : value ? "Yes" : "No";
  if (column.format) {
    const number = shownNumber(value);
    return number === null ? NOT_AVAILABLE : column.format(number);
  }
  return value == null || value === "" ? NOT_AVAILABLE : String(value);
}

/** The value as text, whole: what an editor starts with and what is copied. */
export function plainText(value: CellValue): string {
  return value == null ? "" : String(value);
}

/** `$42,490` as spreadsheets hand it out. A comma that groups nothing stays and is refused. */
const GROUPED_NUMBER = /^\$?[+-]?\d{1,3}(,\d{3})+(\.\d*)?$|^\$[+-]?\d+(\.\d*)?$/;

const YES = /^(true|yes|1)$/i;
const NO = /^(false|no|0)$/i;

function plainCell(column: FieldColumn, text: string): string {
  const cell = text.trim();
  if (cell.toUpperCase() === NOT_AVAILABLE) return "";
  if (column.format && GROUPED_NUMBER.test(cell)) return cell.replace(/[$,]/g, "");
  if (column.kind === "boolean") return YES.test(cell) ? "true" : NO.test(cell) ? "false" : cell;
  const option = column.options?.find(({ label }) => label.toLowerCase() === cell.toLowerCase());
  return option ? plainText(option.value) : cell;
}

/**
 * Reads typed or pasted text as the field's value: numbers are converted and an empty optional
 * field is null (§5). Text that is no number is refused with the schema's words, not lost.
 */
export function readCell(column: FieldColumn, text: string): CellReading {
  const { field } = column;
  return readValue(field, inputFromCells({ [field]: plainCell(column, text) })[field]);
}

/** Judges a value by the one schema. */
function readValue(field: GridField, value: unknown): CellReading {
  const { success, data, error } = EvInput.shape[field].safeParse(value);
  if (success) return { value: data };
  return { message: error.issues[0]?.message ?? `${field} cannot be saved` };
}

/** Whether a cell may be without a value. */
export function isOptional(field: GridField): boolean {
  return EvInput.shape[field].safeParse(null).success;
}

/** What a toggle makes of a flag; one that is not known becomes true. */
export function toggled(value: CellValue): boolean {
  return value !== true;
}
