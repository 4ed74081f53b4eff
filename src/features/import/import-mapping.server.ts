import { z } from "zod";
import { UserError } from "../../server/errors.server.ts";
import { DATE_ORDERS } from "../../vehicle/cell-dates.ts";
import { DECIMAL_SIGNS, isDateField, isNothing, isNumberField } from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import { entryOf, FIELD_NAMES, FIELDS, isFieldName } from "../../vehicle/fields.ts";
import { UNIT_NAMES } from "./column-units.ts";
import type { SaidOfColumn, SaidOfFile } from "./import-columns.ts";
import {
  MAX_COLUMNS,
  MAX_FOREIGN_RATE,
  MAX_MAKES,
  MAX_MAPPED_VALUES,
  MAX_RULE_VALUES,
  MAX_RULES,
  MAX_SAID_CELLS,
} from "./limits.ts";
import { NAME_PARTS } from "./split-name.ts";
import { CURRENCY_CODE, isCurrency } from "./currencies.ts";
import { isUnitOf, storedFigure } from "./unit-conversion.ts";

const decimal = z
  .enum(DECIMAL_SIGNS, { error: "decimal must be comma or point" })
  .meta({ description: "the sign before the decimals; the other one groups thousands" });
export const ImportDecimal = decimal;

const dates = z
  .enum(DATE_ORDERS)
  .meta({ description: "of dates written in figures, where the column cannot tell" });

const field = z.enum(FIELD_NAMES).nullable();
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const texts = (most: number) => z.array(z.string()).min(1).max(most);

const fillDown = z.boolean().exactOptional().meta({
  description:
    "an empty cell takes the value of the last row above that has one, as merged cells mean it; blank lines do not end that",
});

const SaidColumn = z.union([
  field,
  z.strictObject({
    field,
    unit: z
      .union([z.enum(UNIT_NAMES), z.string().regex(CURRENCY_CODE)])
      .exactOptional()
      .meta({
        description:
          "of the figures: they are converted from it; a currency by its name or its ISO 4217 code. Without it they are in ours, unless the column's name says another, which is refused until the unit is said",
      }),
    rate: z.number().gt(0).max(MAX_FOREIGN_RATE).exactOptional().meta({
      description: "US dollars for one of a foreign currency, which needs it",
    }),
    decimal: decimal.exactOptional(),
    fillDown,
    dates: dates.exactOptional(),
    values: z.record(z.string(), value).exactOptional().meta({
      description:
        "what a cell with this text stands for, as it is stored; of a figure a text is read as the column's cells are, in its unit. Letter case does not matter, null is no value",
    }),
  }),
  z.strictObject({
    split: z
      .array(z.enum(NAME_PARTS))
      .min(2)
      .max(3)
      .refine((parts) => parts.includes("make") && parts.includes("model"))
      .meta({ description: "a column of whole names: what each holds, make and model at least" }),
    makes: z
      .array(z.string().max(FIELDS.make.maxCharacters))
      .min(1)
      .max(MAX_MAKES)
      .exactOptional()
      .meta({ description: "makes that begin such names, besides those of the catalogue" }),
    fillDown,
  }),
]);

const SaidColumns = z
  .record(z.string(), SaidColumn)
  .refine((columns) => Object.keys(columns).length <= MAX_COLUMNS);

const Rule = z
  .strictObject({
    column: z.string().meta({ description: "its header" }),
    is: texts(MAX_RULE_VALUES).exactOptional(),
    isNot: texts(MAX_RULE_VALUES).exactOptional(),
  })
  .refine(({ is, isNot }) => (is === undefined) !== (isNot === undefined))
  .meta({ description: "leaves out rows whose cell is (or is not) one of these, in any case" });

const SaidCell = z
  .strictObject({
    row: z.int().min(1).meta({ description: "1 is the first after the header" }),
    column: z.string().meta({ description: "its header" }),
    text: z.string(),
  })
  .meta({ description: "what is read in place of one cell of this file" });

const WholeMapping = z
  .strictObject({
    columns: SaidColumns,
    constants: z
      .partialRecord(z.enum(FIELD_NAMES), value)
      .exactOptional()
      .meta({ description: "one value for all rows, of fields without a column, as stored" }),
    decimal: decimal.exactOptional(),
    rules: z.array(Rule).max(MAX_RULES).exactOptional(),
    cells: z.array(SaidCell).max(MAX_SAID_CELLS).exactOptional(),
  })
  .meta({
    examples: [
      {
        columns: {
          Name: { split: ["make", "model", "trim"] },
          Range_Km: { field: "range", unit: "km" },
          PriceEuro: { field: "price", unit: "euros", rate: 1.08, decimal: "comma" },
          Body: { field: "bodyType", values: { saloon: "Sedan" } },
          Year: "year",
          Fuel: null,
        },
        constants: { taxCreditEligible: false },
        rules: [{ column: "Fuel", isNot: ["electric"] }],
      },
    ],
  });

export type ImportMapping = z.output<typeof ImportMapping>;
export const ImportMapping = z.union([WholeMapping, SaidColumns]).meta({
  description:
    "each header with the field that it is, null to leave it out, or an object that says more; or all that is said of a file, with `columns` for the headers. Without it only exact names of fields count, and nothing is converted",
});

const NO_MAPPING = "mapping must be JSON: each header with its field, or null.";

type SaidColumns = z.output<typeof SaidColumns>;
type SaidValues = Readonly<Record<string, z.output<typeof value>>>;

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
