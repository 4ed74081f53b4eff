import { UserError } from "../../../server/errors.server.ts";
import { DECIMAL_SIGNS, isDateField, isNothing, isNumberField } from "../../../vehicle/ev-cells.ts";
import { EvInput } from "../../../vehicle/ev-input.ts";
import { entryOf, isFieldName } from "../../../vehicle/fields.ts";
import { isCurrency } from "./currencies.ts";
import type { SaidOfColumn, SaidOfFile } from "./import-columns.ts";
import {
  ImportMapping,
  type SaidColumns,
  type SaidValues,
  WholeMapping,
} from "./import-mapping.schema.ts";
import { MAX_MAPPED_VALUES } from "../limits.ts";
import { isUnitOf, storedFigure } from "./unit-conversion.ts";

const NO_MAPPING = "mapping must be JSON: each header with its field, or null.";

/** @throws UserError 400 */
export function readMapping(text: string): SaidOfFile {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  return judgeMapping(given);
}

/** What a mapping says, read from its JSON. @throws UserError 400 */
export function judgeMapping(given: unknown): SaidOfFile {
  const { data } = ImportMapping.safeParse(given);
  if (!data) throw new UserError(400, NO_MAPPING);
  // A record has no such key with a list or a record of its own.
  const said = WholeMapping.safeParse(data).data ?? { columns: data as SaidColumns };
  const { columns, constants = {}, decimal: ofFile, rules = [], cells = [] } = said;
  return {
    mapping: Object.fromEntries(
      Object.entries(columns).map(([header, column]) => [header.trim(), saidOf(header, column)]),
    ),
    constants: stored("constants", constants),
    ...(ofFile && { decimal: ofFile }),
    rules: rules.map(({ column, is, isNot }) => ({
      column: column.trim(),
      texts: new Set((is ?? isNot ?? []).map(textKey)),
      leavesOut: is !== undefined,
    })),
    cells: Map.groupBy(cells, ({ row }) => row),
  };
}

export function textKey(text: string): string {
  return text.trim().toLowerCase();
}

function refused(header: string, reason: string): UserError {
  return new UserError(400, `mapping: ${header}: ${reason}.`);
}

function saidOf(header: string, said: SaidColumns[string]): SaidOfFile["mapping"][string] {
  if (typeof said !== "object" || said === null) return { field: said };
  if ("split" in said) return { field: null, ...said };
  const { unit, rate, values, ...rest } = said;
  const name = said.field === null ? "a column that is left out" : entryOf(said.field).label;
  if (unit !== undefined) {
    if (said.field === null || !isUnitOf(said.field, unit)) {
      throw refused(header, `${name} is not read in ${unit}`);
    }
    if (isCurrency(unit) && rate === undefined) {
      throw refused(header, `prices in ${unit} need a rate, the US dollars for one`);
    }
  }
  if (rate !== undefined && !(unit !== undefined && isCurrency(unit))) {
    throw refused(header, "a rate belongs to a foreign currency");
  }
  if (said.decimal && said.field !== null && !isNumberField(said.field)) {
    throw refused(header, `${name} has no decimals`);
  }
  if (said.dates && said.field !== null && !isDateField(said.field)) {
    throw refused(header, `${name} has no dates`);
  }
  return {
    ...rest,
    ...(unit !== undefined && { unit }),
    ...(rate !== undefined && { rate }),
    ...(values && { values: valuesOf(header, said, values) }),
  };
}

function valuesOf(
  header: string,
  { field: of, ...column }: Pick<SaidOfColumn, "field" | "unit" | "rate">,
  values: SaidValues,
) {
  const entries = Object.entries(values);
  if (of === null) throw refused(header, "a column that is left out has no values");
  if (entries.length > MAX_MAPPED_VALUES) {
    throw refused(header, `more than ${MAX_MAPPED_VALUES} values are mapped`);
  }
  const meant = ([text, given]: (typeof entries)[number]): [string, unknown] => {
    if (typeof given !== "string" || !isNumberField(of)) {
      return [textKey(text), stored(header, { [of]: given })[of]];
    }
    if (isNothing(given.trim())) return [textKey(text), null];
    const readings = DECIMAL_SIGNS.map((sign) =>
      storedFigure({ ...column, field: of }, given, sign),
    );
    if (readings.every((figure) => figure === undefined)) {
      throw refused(header, `${entryOf(of).label} must be a number`);
    }
    return [textKey(text), given];
  };
  return new Map(entries.map(meant));
}

/** @throws UserError 400 with the sentence of the schema */
function stored(where: string, values: SaidValues): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, given]) => {
    if (!isFieldName(name)) throw new UserError(400, NO_MAPPING);
    // A required field without a value makes a bad row, not a bad mapping.
    if (given === null) return [name, null] as const;
    const { data, error } = EvInput.shape[name].safeParse(given);
    if (error) throw refused(where, error.issues[0]?.message ?? "no such value");
    return [name, data] as const;
  });
  return Object.fromEntries(entries);
}
