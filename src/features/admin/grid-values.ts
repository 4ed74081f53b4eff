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

/**
 * Reads typed or pasted text as the field's value: numbers are converted and an empty optional
 * field is null (§5). Text that is no number is refused with the schema's words, not lost.
 */
export function readCell(column: FieldColumn, text: string): CellReading {
  const { field } = column;
  const isMissing = text.trim().toUpperCase() === NOT_AVAILABLE;
  return readValue(field, inputFromCells({ [field]: isMissing ? "" : text })[field]);
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
