import { UserError } from "../../../base/errors.server.ts";
import { isDateField, isNothing, isNumberField } from "../../../domain/ev-cells.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../../domain/read-number.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, isFieldName } from "../../../domain/fields.ts";
import { multipleIn } from "../columns/unit-questions.server.ts";
import { isUnitOf, toStoredUnit } from "../columns/units.server.ts";
import {
  type ColumnMapping,
  type FieldMapping,
  GivenMapping,
  type ImportMapping,
} from "./import-mapping.schema.ts";
import { isNameMapping, textKey } from "./import-mapping.ts";
import { readConstant, readRate } from "./read-texts.server.ts";

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
