/** Between a row and the cells of a table of text, such as a CSV file. */
import type { EvRow } from "./vehicle.ts";

const NUMBER_FIELDS: ReadonlySet<string> = new Set([
  "year",
  "price",
  "range",
  "charging",
  "acceleration",
  "zeroToSixty",
  "topSpeed",
  "seatingCapacity",
  "cargoSpace",
  "batteryCapacity",
  "maxChargingSpeed",
]);

/** With an exponent only as `String` writes numbers below a millionth. */
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e-\d+)?$/;

/**
 * Turns cells into values by field name. A cell that is not what its field needs stays text, so
 * that the schema says what is wrong with it; an empty one becomes null.
 * @param cells text by the field names of the flat row
 */
export function inputFromCells(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of Object.keys(cells)) {
    values[field] = valueOfCell(field, (cells[field] ?? "").trim());
  }
  return values;
}

/** The value of one cell, without space around it. */
export function valueOfCell(field: string, cell: string): unknown {
  if (cell === "") return null;
  if (NUMBER_FIELDS.has(field) && PLAIN_NUMBER.test(cell)) return Number(cell);
  if (field === "taxCreditEligible" && /^(true|false)$/i.test(cell)) {
    return cell.toLowerCase() === "true";
  }
  return cell;
}

/** The text of one value in an export: what `inputFromCells` reads back as the same value. */
export function cellOf(value: EvRow[keyof EvRow]): string {
  if (value === null) return "";
  return typeof value === "string" ? withoutFormula(value) : String(value);
}

/** What a spreadsheet would run, and what stands for it, with any number of apostrophes before. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
const NEUTRALISED = /^'+[=+\-@\t\r＝＋－＠]/u;

/**
 * Text that a spreadsheet shows instead of running it as a formula: one apostrophe more. Texts
 * that look neutralised already get one too, so that {@link withFormula} undoes exactly this.
 */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Undoes {@link withoutFormula}. */
export function withFormula(cell: string): string {
  return NEUTRALISED.test(cell) ? cell.slice(1) : cell;
}
