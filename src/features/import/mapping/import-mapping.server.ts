import { UserError } from "../../../base/errors.server.ts";
import { isNothing, isNumberField, valueOfCell, isDateField } from "../../../domain/ev-cells.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, type FieldName, isFieldName } from "../../../domain/fields.ts";
import {
  DECIMAL_SIGNS,
  type DecimalSign,
  readNumber,
  readTypedFigure,
  toPlainDigits,
  withoutUnit,
} from "../../../domain/read-number.ts";
import { isCurrency } from "../columns/currencies.server.ts";
import {
  type FigureColumn,
  figureOfCell,
  otherUnitProblem,
  ROUNDED_TO_0,
  toStoredUnit,
  isUnitOf,
} from "../columns/units.server.ts";
import type { StoredValue } from "../import.schema.ts";
import { unitLabel } from "../stored-text.ts";
import {
  type FieldMapping,
  type ColumnMapping,
  GivenMapping,
  type ImportMapping,
  MAX_FOREIGN_RATE,
} from "./import-mapping.schema.ts";
import { isNameMapping } from "./import-mapping.ts";

const TWO_FIGURES =
  "This could be two different figures. Leave out the thousands separator, or choose the decimal sign.";

/** The rate of a column, or what to enter instead. */
export function readRate({ unit, rate = "" }: Pick<FieldMapping, "unit" | "rate">): {
  value?: number;
  problem?: string;
} {
  if (unit === undefined || !isCurrency(unit)) return {};
  const text = withoutUnit({ symbol: "$" }, toPlainDigits(String(rate).trim()));
  // No rate has thousands, so both decimal signs are clear.
  const figures = DECIMAL_SIGNS.map((sign) => readNumber(text, sign) ?? 0);
  const value = figures.find((figure) => figure > 0 && figure <= MAX_FOREIGN_RATE);
  return value === undefined
    ? { problem: `Enter the exchange rate for ${unitLabel(unit)}.` }
    : { value };
}

/** @param decimal undefined if both signs are possible */
function signsOf(decimal: DecimalSign | undefined): readonly DecimalSign[] {
  return decimal ? [decimal] : DECIMAL_SIGNS;
}

/** The figures that a text can mean: two, if its decimal sign is ambiguous. */
export function mappedFigures(
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
  const figures = mappedFigures(column, text, decimal);
  const isClear = decimal === "comma" || (decimal === undefined && figures.length === 1);
  if (!isClear && (column.multiple ?? 1) === 1) {
    // Bounds are in our unit: 1.455 tonnes are never 1,455.
    const thousands = toStoredUnit(column, text.replace(".", ""), "point") ?? 0;
    const limits =
      column.unit === undefined
        ? {}
        : { max: Infinity, ...(thousands > entry.max && { hasThousands: undefined }) };
    const { message } = readTypedFigure({ ...entry, ...limits }, text) ?? {};
    if (message !== undefined) return message;
  }
  if (figures.length > 0) return undefined;
  const isFigure = signsOf(decimal).some((sign) => figureOfCell(column, text, sign) !== undefined);
  return isFigure ? ROUNDED_TO_0 : (otherUnitProblem(column, text) ?? "This is not a number");
}

/**
 * Reads a typed text like a cell of the column. @returns the stored value, or what to enter instead; neither
 * if only the other cells can tell
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
  const [value, ...others] = mappedFigures(column, text, decimal);
  return value === undefined || others.length > 0 ? {} : { value };
}

/** Reads a value for all rows or for one row, for which no other cell tells the decimal sign. */
export function readConstant(
  field: FieldName,
  given: StoredValue,
  decimal: DecimalSign | undefined,
): { value?: StoredValue; problem?: string } {
  if (typeof given !== "string") return { value: given };
  const read = readText({ field, isTolerant: true }, given, decimal);
  return read.value === undefined && read.problem === undefined ? { problem: TWO_FIGURES } : read;
}

const NO_MAPPING = "mapping must be JSON: each header with its field, or null.";

/** Reads the form field and refuses what could never be read by it. @throws UserError 400 */
export function readMapping(text: string): ImportMapping {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  const { data: mapping } = GivenMapping.safeParse(given);
  if (!mapping) throw new UserError(400, NO_MAPPING);
  const { columns, constants = {}, makes = {}, cells = [], decimal } = mapping;
  for (const make of Object.values(makes)) checkValue("makes", "make", make);
  for (const cell of cells) {
    if ("field" in cell) checkValue(`row ${cell.row}`, cell.field, cell.value, decimal);
  }
  for (const [header, column] of Object.entries(columns)) checkColumn(header, column);
  for (const [field, value = null] of Object.entries(constants)) {
    if (isFieldName(field)) checkValue("constants", field, value, decimal);
  }
  return mapping;
}

function refused(where: string, reason: string): UserError {
  return new UserError(400, `mapping: ${where}: ${reason}.`);
}

/** @throws UserError 400 */
function checkColumn(header: string, column: ColumnMapping): void {
  if (isNameMapping(column)) return;
  const { field, unit, rate, decimal, dates, range, clear, values } = column;
  const { value: readableRate, problem } = readRate(column);
  const name = field === null ? "a column that is left out" : entryOf(field).label;
  const isFigure = field === null || isNumberField(field);
  const hasUnit = field !== null && unit !== undefined && isUnitOf(field, unit);
  // Without a usable rate the columns are refused, with all that the user needs to enter one.
  const isRate = rate === undefined || readableRate !== undefined || problem !== undefined;
  const rules: readonly (readonly [isRefused: boolean, reason: string])[] = [
    [unit !== undefined && !hasUnit, `${name} is not read in ${unit}`],
    [!isRate, "a rate belongs to a foreign currency"],
    [decimal !== undefined && !isFigure, `${name} has no decimals`],
    [range !== undefined && !isFigure, `${name} has no ranges`],
    [dates !== undefined && field !== null && !isDateField(field), `${name} has no dates`],
    [
      clear === true && (field === null || entryOf(field).required === true),
      `${name} cannot be cleared`,
    ],
    [values !== undefined && field === null, `${name} has no values`],
  ];
  const [, reason] = rules.find(([isRefused]) => isRefused) ?? [];
  if (reason !== undefined) throw refused(header, reason);
  if (values && field !== null && problem === undefined) {
    checkValues(header, field, values);
  }
}

/** @throws UserError 400 */
function checkValues(
  header: string,
  field: FieldName,
  values: NonNullable<FieldMapping["values"]>,
): void {
  for (const value of Object.values(values)) {
    // The decimal sign and the units of the column decide about a figure, whose row is bad if it cannot be read.
    if (typeof value !== "string" || !isNumberField(field)) {
      if (value !== "") checkValue(header, field, value);
    } else if (!isNothing(value.trim()) && !/\d/.test(value)) {
      throw refused(header, `${entryOf(field).label} must be a number`);
    }
  }
}

/** An empty required field makes the row bad, not the mapping. @throws UserError 400 */
function checkValue(
  where: string,
  field: FieldName,
  given: StoredValue,
  decimal?: DecimalSign,
): void {
  const { value = null, problem } = readConstant(field, given, decimal);
  const { error } = value === null ? {} : EvInput.shape[field].safeParse(value);
  const reason = problem ?? (error && (error.issues[0]?.message ?? "no such value"));
  if (reason !== undefined) throw refused(where, reason);
}
