/** The mapping that defines how a file is read (importing.md#mapping). */
import { z } from "zod";
import { optional } from "../../../server/query.schema.ts";
import { DATE_ORDERS } from "../../../domain/cell-dates.ts";
import { DECIMAL_SIGNS, LONGEST_FIGURE } from "../../../domain/read-number.ts";
import { FIELD_NAMES, FIELDS } from "../../../domain/fields.ts";

export const MAX_COLUMNS = 200;

export const MAX_MAKES = 100;

/** US dollars per unit of a currency. */
export const MAX_FOREIGN_RATE = 1_000;

const MAX_UNIT_CHARACTERS = 40;

const MAX_RULE_VALUES = 100;

const MAX_RULES = 20;

const MAX_REPAIRED_CELLS = 2_000;

/** The parts of a whole name, in order. */
export const NAME_PARTS = ["make", "model", "trim", "year"] as const;
export type NamePart = (typeof NAME_PARTS)[number];

/** What to read of a range of two figures (importing.md#ranges). */
const RANGE_MODES = ["lower", "upper", "skip"] as const;

export const ImportDecimal = z
  .enum(DECIMAL_SIGNS, { error: "decimal must be comma or point" })
  .describe("decimal sign; the other one groups thousands");

const dates = z.enum(DATE_ORDERS).describe("order of numeric dates, if the column leaves it open");

const field = z.enum(FIELD_NAMES).nullable();
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const texts = z.array(z.string()).max(MAX_RULE_VALUES);

const fillDown = optional(
  z.boolean(),
  "empty cells take the last value above, as merged cells imply; blank lines do not interrupt this",
);

const FieldMapping = z.strictObject({
  field,
  unit: optional(
    z.string().max(MAX_UNIT_CHARACTERS),
    "unit of the numbers, which are converted from it; for a currency, its name or ISO 4217 code. If absent, numbers are in the catalogue's unit; if the column name suggests another one, the import is refused until you give it",
  ),
  rate: optional(
    z.union([z.number().gt(0).max(MAX_FOREIGN_RATE), z.string().max(LONGEST_FIGURE)]),
    "US dollars per unit of a foreign currency; required for one",
  ),
  decimal: ImportDecimal.exactOptional(),
  range: optional(
    z.enum(RANGE_MODES),
    "which figure of a range such as `42,990-52,990` to read; skip: neither, so that the value stays empty. If absent, such a cell is bad",
  ),
  fillDown,
  dates: dates.exactOptional(),
  clear: optional(
    z.boolean(),
    "with `existing=update`: an empty cell clears the value of a row that exists, which otherwise stays; not of a field that every row needs",
  ),
  values: optional(
    z.record(z.string(), value),
    "values to use for cells with these texts; null for none, an empty text to leave the cell as it is. Text is read like the column's cells, in its unit. Case does not matter",
  ),
});
export type FieldMapping = z.output<typeof FieldMapping>;

const NameMapping = z.strictObject({
  split: z
    .array(z.enum(NAME_PARTS))
    .min(2)
    .max(NAME_PARTS.length)
    .refine((parts) => parts.includes("model"))
    .describe(
      "for a column of whole names: the model and at least one more part; the year is in brackets or comes first. Parts that have a column of their own are left out; the name may repeat the make",
    ),
  fillDown,
});
export type NameMapping = z.output<typeof NameMapping>;

const makeName = z.string().min(1).max(FIELDS.make.maxCharacters);
const modelName = z.string().min(1).max(FIELDS.model.maxCharacters);
/** Without the space around it, as the reader names columns. */
const columnName = z.string().trim();

const Rule = z
  .strictObject({
    column: columnName.describe("name of the column"),
    is: texts.exactOptional(),
    isNot: texts.exactOptional(),
    empty: z.literal(true).exactOptional(),
    below: z.number().exactOptional(),
    above: z.number().exactOptional(),
  })
  .refine(({ column: _column, ...conditions }) => Object.keys(conditions).length === 1)
  .describe(
    "skips rows whose cell is (or is not) one of these texts, whatever their case, is empty, or is a figure below or above this one, as the file writes it",
  );

const RepairedCell = z
  .strictObject({
    row: z.int().min(1).describe("1 is the first row below the header"),
    column: columnName.describe("name of the column"),
    text: z.string(),
  })
  .describe("text to read instead of one cell of this file");

const RepairedField = z
  .strictObject({ row: z.int().min(1), field: z.enum(FIELD_NAMES), value })
  .describe(
    "the value of a field of one row, as it is stored, whatever the file has: a part of a whole name, or in place of one value for all rows",
  );

/** How to read the cells of one column. */
export const ColumnMapping = z.union([FieldMapping, NameMapping]);
export type ColumnMapping = z.output<typeof ColumnMapping>;

/** How to read a file. The dialog edits it, the call accepts it, and the reader follows it. */
const ImportMapping = z.strictObject({
  columns: z.record(z.string(), ColumnMapping),
  constants: optional(
    z.partialRecord(z.enum(FIELD_NAMES), value),
    "values for all rows, for fields without a column",
  ),
  usualWords: optional(
    z.boolean(),
    "whether cells may have the usual words of other catalogues and languages (`saloon` is Sedan, `4x4` is AWD), and other units of their field than the column (`450 km` among miles, but no other currency)",
  ),
  decimal: ImportDecimal.exactOptional(),
  makes: optional(
    z.record(makeName, makeName).refine((makes) => Object.keys(makes).length <= MAX_MAKES),
    "makes as the file writes them, each with the make that it is: `VW` is Volkswagen, and a make that nobody knows yet is itself. Whole names may begin with them; letter case does not matter",
  ),
  models: optional(
    z.record(modelName, modelName).refine((models) => Object.keys(models).length <= MAX_MAKES),
    "models as the file writes them, each with the model that it is: `Ioniq5` is `Ioniq 5`; letter case does not matter",
  ),
  bodyTypes: optional(
    z.literal("catalogue"),
    "a row without a body type takes that of the model of the same name in the catalogue, or else that of `constants`",
  ),
  rules: z.array(Rule).max(MAX_RULES).exactOptional(),
  cells: z
    .array(z.union([RepairedCell, RepairedField]))
    .max(MAX_REPAIRED_CELLS)
    .exactOptional(),
});
export type ImportMapping = z.output<typeof ImportMapping>;

const GivenColumn = z.union([field.transform((name) => ({ field: name })), ColumnMapping]);
const GivenColumns = z
  .record(columnName, GivenColumn)
  .refine((columns) => Object.keys(columns).length <= MAX_COLUMNS);

/** The short forms that a call may use: a field name instead of a column's mapping, or only the columns. */
export const GivenMapping = z
  .union([
    ImportMapping.extend({ columns: GivenColumns }).meta({
      examples: [
        {
          columns: {
            Name: { split: ["make", "model", "trim"] },
            Range_Km: { field: "range", unit: "km" },
            PriceEuro: { field: "price", unit: "euros", rate: 1.08, decimal: "comma" },
            Year: "year",
            Fuel: null,
          },
          constants: { taxCreditEligible: false },
          makes: { VW: "Volkswagen" },
          rules: [{ column: "Fuel", isNot: ["electric"] }],
        },
      ],
    }),
    GivenColumns.transform((columns): ImportMapping => ({ columns })),
  ])
  .describe(
    "for each column name, a field, null to skip the column, or an object with more options; or a whole mapping with these under `columns`. Without a mapping, only exact field names are recognized and nothing is converted",
  );
