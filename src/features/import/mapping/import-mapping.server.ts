import { UserError } from "../../../base/errors.server.ts";
import { isNothing, isNumberField, valueOfCell, isDateField } from "../../../domain/ev-cells.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, isFieldName } from "../../../domain/fields.ts";
import {
  DECIMAL_SIGNS,
  type DecimalSign,
  readNumber,
  readTypedFigure,
  toPlainDigits,
  withoutUnit,
} from "../../../domain/read-number.ts";
import { isCurrency } from "../columns/currencies.server.ts";
import { multipleIn } from "../columns/unit-questions.server.ts";
import {
  type FigureColumn,
  figureOfCell,
  ROUNDED_TO_0,
  toStoredUnit,
  isUnitOf,
} from "../columns/units.server.ts";
import type { StoredValue } from "../import.schema.ts";
import { MAX_FOREIGN_RATE } from "../limits.ts";
import { unitLabel } from "../stored-text.ts";
import {
  type FieldMapping,
  type ColumnMapping,
  GivenMapping,
  type ImportMapping,
} from "./import-mapping.schema.ts";
import { isNameMapping, textKey } from "./import-mapping.ts";

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

const MAX_MAPPED_VALUES = 2_000;

const NO_MAPPING = "mapping must be JSON: each header with its field, or null.";

/** @throws UserError 400 */
export function readMapping(text: string): ImportMapping {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return validateMapping(parsed);
}

/**
 * Converts a mapping for the reader, with values as stored, keyed by `textKey` of their texts.
 * @throws UserError 400
 */
function validateMapping(given: unknown): ImportMapping {
  const { data } = GivenMapping.safeParse(given);
  if (!data) throw new UserError(400, NO_MAPPING);
  const { columns, constants, makes, cells, ...rest } = data;
  const { decimal } = rest;
  return {
    ...rest,
    ...(makes && { makes: reviewMakes(makes) }),
    ...(cells && { cells: cells.map((cell) => validateCell(cell, decimal)) }),
    columns: Object.fromEntries(
      Object.entries(columns).map(([header, column]) => [header, validateColumn(header, column)]),
    ),
    ...(constants && { constants: storedValues("constants", constants, decimal) }),
  };
}

type RepairedCell = NonNullable<ImportMapping["cells"]>[number];

function validateCell(cell: RepairedCell, decimal: DecimalSign | undefined): RepairedCell {
  if ("column" in cell) return cell;
  const { row, field, value } = cell;
  const stored = storedValues(`row ${row}`, { [field]: value }, decimal)[field] ?? null;
  return { row, field, value: stored };
}

function reviewMakes(makes: NonNullable<ImportMapping["makes"]>) {
  return Object.fromEntries(
    Object.entries(makes).map(([text, make]) => [
      text,
      String(storedValues("makes", { make })["make"]),
    ]),
  );
}

function refused(header: string, reason: string): UserError {
  return new UserError(400, `mapping: ${header}: ${reason}.`);
}

function validateColumn(header: string, column: ColumnMapping): ColumnMapping {
  if (isNameMapping(column)) return column;
  const { field, unit, rate: given, decimal, dates, range, clear, values } = column;
  const { value: rate, problem } = readRate(column);
  const name = field === null ? "a column that is left out" : entryOf(field).label;
  if (unit !== undefined && (field === null || !isUnitOf(field, unit))) {
    throw refused(header, `${name} is not read in ${unit}`);
  }
  // Without a usable rate the columns are refused, with all that the user needs to enter one.
  if (problem !== undefined) return column;
  if (given !== undefined && rate === undefined) {
    throw refused(header, "a rate belongs to a foreign currency");
  }
  if (decimal && field !== null && !isNumberField(field)) {
    throw refused(header, `${name} has no decimals`);
  }
  if (range && field !== null && !isNumberField(field)) {
    throw refused(header, `${name} has no ranges`);
  }
  if (dates && field !== null && !isDateField(field)) {
    throw refused(header, `${name} has no dates`);
  }
  if (clear && (field === null || entryOf(field).required)) {
    throw refused(header, `${name} cannot be cleared`);
  }
  return {
    ...column,
    ...(rate !== undefined && { rate }),
    ...(values && { values: validateValues(header, { ...column, rate }, values) }),
  };
}

type Values = NonNullable<FieldMapping["values"]>;

function validateValues(
  header: string,
  { field, unit, rate }: Pick<FieldMapping, "field" | "unit"> & { rate: number | undefined },
  values: Values,
): Values {
  const entries = Object.entries(values);
  if (field === null) throw refused(header, "a column that is left out has no values");
  if (entries.length > MAX_MAPPED_VALUES) {
    throw refused(header, `more than ${MAX_MAPPED_VALUES} values are mapped`);
  }
  const validateValue = ([text, given]: (typeof entries)[number]): (typeof entries)[number] => {
    if (given === "") return [textKey(text), given];
    if (typeof given !== "string" || !isNumberField(field)) {
      return [textKey(text), storedValues(header, { [field]: given })[field] ?? null];
    }
    if (isNothing(given.trim())) return [textKey(text), null];
    const figures = {
      field,
      ...(unit !== undefined && { unit }),
      ...(rate !== undefined && { rate }),
      multiple: multipleIn(header, field),
    };
    const readings = DECIMAL_SIGNS.map((sign) => toStoredUnit(figures, given, sign));
    if (readings.every((figure) => figure === undefined)) {
      throw refused(header, `${entryOf(field).label} must be a number`);
    }
    return [textKey(text), given];
  };
  return Object.fromEntries(entries.map(validateValue));
}

/** @throws UserError 400 with the schema's message */
function storedValues(where: string, values: Values, decimal?: DecimalSign): Values {
  const entries = Object.entries(values).map(([name, given]) => {
    if (!isFieldName(name)) throw new UserError(400, NO_MAPPING);
    // An empty required field makes the row bad, not the mapping.
    if (given === null) return [name, null] as const;
    const { value = null, problem } = readConstant(name, given, decimal);
    if (problem !== undefined) throw refused(where, problem);
    if (value === null) return [name, null] as const;
    const { data, error } = EvInput.shape[name].safeParse(value);
    if (error) throw refused(where, error.issues[0]?.message ?? "no such value");
    return [name, data] as const;
  });
  return Object.fromEntries(entries);
}
