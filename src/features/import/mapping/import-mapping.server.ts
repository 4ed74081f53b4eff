import { UserError } from "../../../base/errors.server.ts";
import { isDateField, isNothing, isNumberField } from "../../../domain/ev-cells.ts";
import { DECIMAL_SIGNS } from "../../../domain/read-number.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, isFieldName } from "../../../domain/fields.ts";
import { MAX_MAPPED_VALUES } from "../limits.ts";
import { isCurrency } from "./currencies.ts";
import {
  type ColumnMapping,
  type FieldMapping,
  GivenMapping,
  type ImportMapping,
} from "./import-mapping.schema.ts";
import { isNameMapping, normalizeMapping, textKey } from "./import-mapping.ts";
import { multipleIn } from "./stated-units.ts";
import { isUnitOf, toStoredUnit } from "./unit-conversion.ts";

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
export function validateMapping(given: unknown): ImportMapping {
  const { data } = GivenMapping.safeParse(given);
  if (!data) throw new UserError(400, NO_MAPPING);
  const { columns, constants, makes, cells, exceptions, ...rest } = normalizeMapping(data);
  return {
    ...rest,
    ...(exceptions && { exceptions: exceptions.map((each) => validateException(each, constants)) }),
    ...(makes && { makes: reviewMakes(makes) }),
    ...(cells && { cells: cells.map(judgeCell) }),
    columns: Object.fromEntries(
      Object.entries(columns).map(([header, column]) => [header, judgeColumn(header, column)]),
    ),
    ...(constants && { constants: storedValues("constants", constants) }),
  };
}

type RepairedCell = NonNullable<ImportMapping["cells"]>[number];

function judgeCell(cell: RepairedCell): RepairedCell {
  if ("column" in cell) return cell;
  const { row, field, value } = cell;
  const stored = storedValues(`row ${row}`, { [field]: value })[field] ?? null;
  return { row, field, value: stored };
}

type Exception = NonNullable<ImportMapping["exceptions"]>[number];

function validateException(exception: Exception, constants: ImportMapping["constants"]): Exception {
  const { field, value } = exception;
  if (constants?.[field] === undefined) {
    throw refused("exceptions", `${entryOf(field).label} has no value for all rows`);
  }
  return { ...exception, value: storedValues("exceptions", { [field]: value })[field] ?? null };
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

function judgeColumn(header: string, column: ColumnMapping): ColumnMapping {
  if (isNameMapping(column)) return column;
  const { field, unit, rate, decimal, dates, clear, values } = column;
  const name = field === null ? "a column that is left out" : entryOf(field).label;
  if (unit !== undefined) {
    if (field === null || !isUnitOf(field, unit)) {
      throw refused(header, `${name} is not read in ${unit}`);
    }
    if (isCurrency(unit) && rate === undefined) {
      throw refused(header, `prices in ${unit} need a rate, the US dollars for one`);
    }
  }
  if (rate !== undefined && !(unit !== undefined && isCurrency(unit))) {
    throw refused(header, "a rate belongs to a foreign currency");
  }
  if (decimal && field !== null && !isNumberField(field)) {
    throw refused(header, `${name} has no decimals`);
  }
  if (dates && field !== null && !isDateField(field)) {
    throw refused(header, `${name} has no dates`);
  }
  if (clear && (field === null || entryOf(field).required)) {
    throw refused(header, `${name} cannot be cleared`);
  }
  return values ? { ...column, values: validateValues(header, column, values) } : column;
}

type Values = NonNullable<FieldMapping["values"]>;

function validateValues(
  header: string,
  { field, ...column }: FieldMapping,
  values: Values,
): Values {
  const entries = Object.entries(values);
  if (field === null) throw refused(header, "a column that is left out has no values");
  if (entries.length > MAX_MAPPED_VALUES) {
    throw refused(header, `more than ${MAX_MAPPED_VALUES} values are mapped`);
  }
  const validateValue = ([text, given]: (typeof entries)[number]): (typeof entries)[number] => {
    if (typeof given !== "string" || !isNumberField(field)) {
      return [textKey(text), storedValues(header, { [field]: given })[field] ?? null];
    }
    if (isNothing(given.trim())) return [textKey(text), null];
    const figures = { ...column, field, multiple: multipleIn(header, field) };
    const readings = DECIMAL_SIGNS.map((sign) => toStoredUnit(figures, given, sign));
    if (readings.every((figure) => figure === undefined)) {
      throw refused(header, `${entryOf(field).label} must be a number`);
    }
    return [textKey(text), given];
  };
  return Object.fromEntries(entries.map(validateValue));
}

/** @throws UserError 400 with the schema's message */
function storedValues(where: string, values: Values): Values {
  const entries = Object.entries(values).map(([name, given]) => {
    if (!isFieldName(name)) throw new UserError(400, NO_MAPPING);
    // An empty required field makes the row bad, not the mapping.
    if (given === null) return [name, null] as const;
    const { data, error } = EvInput.shape[name].safeParse(given);
    if (error) throw refused(where, error.issues[0]?.message ?? "no such value");
    return [name, data] as const;
  });
  return Object.fromEntries(entries);
}
