/** Reads what was typed for a file: values for all rows, repaired cells and rates (importing.md#mapping). */
import { isNothing, isNumberField, valueOfCell } from "../../../domain/ev-cells.ts";
import { entryOf } from "../../../domain/fields.ts";
import { DECIMAL_SIGNS, type DecimalSign, readTypedFigure } from "../../../domain/read-number.ts";
import { isCurrency } from "../columns/currencies.server.ts";
import {
  type FigureColumn,
  figureOfCell,
  ROUNDED_TO_0,
  toStoredUnit,
} from "../columns/units.server.ts";
import { unitLabel } from "../stored-text.ts";
import type { StoredValue } from "../import.schema.ts";
import { MAX_FOREIGN_RATE } from "../limits.ts";
import type { FieldMapping } from "./import-mapping.schema.ts";

const TWO_FIGURES =
  "This could be two different figures. Leave out the thousands separator, or choose the decimal sign.";

/** The rate of a column, or what to enter instead. */
export function readRate({ unit, rate = "" }: Pick<FieldMapping, "unit" | "rate">): {
  value?: number;
  problem?: string;
} {
  if (unit === undefined || !isCurrency(unit)) return {};
  const entry = { max: MAX_FOREIGN_RATE, symbol: "$" };
  const { value = 0, message } = readTypedFigure(entry, String(rate)) ?? {};
  if (value > 0 && value <= MAX_FOREIGN_RATE) return { value };
  return { problem: message ?? `Enter the exchange rate for ${unitLabel(unit)}.` };
}

/** @param decimal undefined if both signs are possible */
function signsOf(decimal: DecimalSign | undefined): readonly DecimalSign[] {
  return decimal ? [decimal] : DECIMAL_SIGNS;
}

/** The figures that a text can mean: two, if its decimal sign is ambiguous. */
export function figuresOf(
  column: FigureColumn,
  text: string,
  decimal: DecimalSign | undefined,
): number[] {
  return [...new Set(signsOf(decimal).flatMap((sign) => toStoredUnit(column, text, sign) ?? []))];
}

/** What to enter instead of a text that is no figure or could be two (vehicles.md#figures). */
function figureProblem(
  column: FigureColumn,
  text: string,
  decimal: DecimalSign | undefined,
): string | undefined {
  const entry = entryOf(column.field);
  if (entry.kind !== "figure") return undefined;
  const figures = figuresOf(column, text, decimal);
  const isClear = decimal === "comma" || (decimal === undefined && figures.length === 1);
  if (!isClear && (column.multiple ?? 1) === 1) {
    const max = column.unit === undefined ? entry.max : Infinity; // bounds are in our unit
    const { message } = readTypedFigure({ ...entry, max }, text) ?? {};
    if (message !== undefined) return message;
  }
  if (figures.length > 0) return undefined;
  const isFigure = signsOf(decimal).some((sign) => figureOfCell(column, text, sign) !== undefined);
  return isFigure ? ROUNDED_TO_0 : "This is not a number";
}

/**
 * Reads a typed text like a cell of the column.
 * @returns the stored value, or what to enter instead; neither if only the other cells can tell
 */
export function readText(
  column: FigureColumn,
  text: string,
  decimal: DecimalSign | undefined,
): { value?: StoredValue; problem?: string } {
  // What is no value of the field stays a text, which the schema then refuses.
  if (!isNumberField(column.field))
    return { value: valueOfCell(column.field, text) as StoredValue };
  if (isNothing(text.trim())) return { value: null };
  const problem = figureProblem(column, text, decimal);
  if (problem !== undefined) return { problem };
  const [value, ...others] = figuresOf(column, text, decimal);
  return value === undefined || others.length > 0 ? {} : { value };
}

/** Reads a value for all rows or for one row, for which no other cell tells the decimal sign. */
export function readConstant(
  field: FigureColumn["field"],
  given: StoredValue,
  decimal: DecimalSign | undefined,
): { value?: StoredValue; problem?: string } {
  if (typeof given !== "string") return { value: given };
  const read = readText({ field }, given, decimal);
  return read.value === undefined && read.problem === undefined ? { problem: TWO_FIGURES } : read;
}
