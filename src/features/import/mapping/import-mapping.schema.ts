/** What the columns of a file are taken for, and the mapping that says it (importing.md#mapping). */
import { z } from "zod";
import { bodyError } from "../../../server/query.schema.ts";
import { DATE_ORDERS } from "../../../domain/cell-dates.ts";
import { DECIMAL_SIGNS } from "../../../domain/ev-cells.ts";
import { FIELD_NAMES, FIELDS } from "../../../domain/fields.ts";
import { foldName, isVisible } from "../../../domain/names.ts";
import { UNIT_NAMES } from "./column-units.ts";
import { CURRENCY_CODE } from "./currencies.ts";
import {
  MAX_COLUMNS,
  MAX_FOREIGN_RATE,
  MAX_MAKES,
  MAX_MAPPING_NAME_CHARACTERS,
  MAX_RULE_VALUES,
  MAX_RULES,
  MAX_REPAIRED_CELLS,
  NAMED_SAMPLES,
} from "../limits.ts";
import { NAME_PARTS } from "./split-name.ts";

export const Columns = z
  .array(
    z.strictObject({
      header: z.string().meta({ description: "trimmed" }),
      field: z
        .enum([...FIELD_NAMES, "unknown"])
        .nullable()
        .meta({ description: "null: left out; unknown: nobody has said" }),
      decimal: z
        .enum([...DECIMAL_SIGNS, "unclear"])
        .exactOptional()
        .meta({
          description:
            "of figures: said, or found in a file whose cells no comma divides; unclear: they can be read both ways, and nothing is added until it is said",
        }),
      dates: z
        .enum([...DATE_ORDERS, "unclear"])
        .exactOptional()
        .meta({
          description:
            "of dates written in figures: said, or found; unclear: they can be read both ways, and nothing is added until it is said",
        }),
      example: z.string().exactOptional().meta({ description: "the first unclear figure or date" }),
      samples: z
        .array(z.string())
        .max(NAMED_SAMPLES)
        .exactOptional()
        .meta({ description: "the first different values that stand in it, shortened" }),
      unit: z.string().exactOptional().meta({ description: "said; figures are converted from it" }),
      unitUnknown: z.string().exactOptional().meta({
        description:
          "what its name says where a unit stands, and nobody knows it: the figures are taken in our unit, and `unit` in the mapping confirms one",
      }),
      split: z
        .array(z.enum(NAME_PARTS))
        .exactOptional()
        .meta({ description: "said: the fields that its names are divided into" }),
      fillDown: z
        .literal(true)
        .exactOptional()
        .meta({ description: "said: empty cells take the value above" }),
      isBlankBelow: z.literal(true).exactOptional().meta({
        description: "of make, model, trim or year: a cell is empty below one with a value",
      }),
      isUnnamed: z.literal(true).exactOptional().meta({
        description: "it has no name in the file: `header` is its letter",
      }),
    }),
  )
  .meta({ description: "what each column is taken for" });
export type CsvColumn = z.output<typeof Columns>[number];

export const ImportDecimal = z
  .enum(DECIMAL_SIGNS, { error: "decimal must be comma or point" })
  .meta({ description: "the sign before the decimals; the other one groups thousands" });

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

const FieldMapping = z.strictObject({
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
  decimal: ImportDecimal.exactOptional(),
  fillDown,
  dates: dates.exactOptional(),
  values: z.record(z.string(), value).exactOptional().meta({
    description:
      "what a cell with this text stands for, as it is stored; of a figure a text is read as the column's cells are, in its unit. Letter case does not matter, null is no value",
  }),
});
export type FieldMapping = z.output<typeof FieldMapping>;

const NameMapping = z.strictObject({
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
});
export type NameMapping = z.output<typeof NameMapping>;

const Rule = z
  .strictObject({
    column: z.string().meta({ description: "its header" }),
    is: texts(MAX_RULE_VALUES).exactOptional(),
    isNot: texts(MAX_RULE_VALUES).exactOptional(),
  })
  .refine(({ is, isNot }) => (is === undefined) !== (isNot === undefined))
  .meta({ description: "leaves out rows whose cell is (or is not) one of these, in any case" });

const RepairedCell = z
  .strictObject({
    row: z.int().min(1).meta({ description: "1 is the first after the header" }),
    column: z.string().meta({ description: "its header" }),
    text: z.string(),
  })
  .meta({ description: "what is read in place of one cell of this file" });

/** How the cells of one column are read. */
const ColumnMapping = z.union([FieldMapping, NameMapping]);
export type ColumnMapping = z.output<typeof ColumnMapping>;

/** How a file is read. The dialog edits it, the call takes it, and the reader reads by it. */
const ImportMapping = z.strictObject({
  columns: z.record(z.string(), ColumnMapping),
  constants: z
    .partialRecord(z.enum(FIELD_NAMES), value)
    .exactOptional()
    .meta({ description: "one value for all rows, of fields without a column, as stored" }),
  decimal: ImportDecimal.exactOptional(),
  rules: z.array(Rule).max(MAX_RULES).exactOptional(),
  cells: z.array(RepairedCell).max(MAX_REPAIRED_CELLS).exactOptional(),
});
export type ImportMapping = z.output<typeof ImportMapping>;

const GivenColumns = z
  .record(z.string(), z.union([field, FieldMapping, NameMapping]))
  .refine((columns) => Object.keys(columns).length <= MAX_COLUMNS);

/** A mapping as a call may write it: the name of a field stands for a column, and the columns alone for a mapping. */
export const GivenMapping = z
  .union([
    ImportMapping.extend({ columns: GivenColumns }).meta({
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
    }),
    GivenColumns,
  ])
  .meta({
    description:
      "each header with the field that it is, null to leave it out, or an object that says more; or all that is said of a file, with `columns` for the headers. Without it only exact names of fields count, and nothing is converted",
  });
export type GivenMapping = z.output<typeof GivenMapping>;

const NAME_REQUIRED = "Name is required";
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Of a saved mapping. */
export const MappingName = z
  .string({ error: ({ input }) => (input == null ? NAME_REQUIRED : "Name must be text") })
  .overwrite(foldName)
  .min(1, { error: NAME_REQUIRED, abort: true })
  .max(
    MAX_MAPPING_NAME_CHARACTERS,
    `Name must have ${MAX_MAPPING_NAME_CHARACTERS} characters or fewer`,
  )
  .refine((name) => name.isWellFormed() && !CONTROL_CHARACTER.test(name), {
    error: "Name must be plain text on one line",
    abort: true,
  })
  .refine(isVisible, NAME_REQUIRED);

export const NewMapping = z.strictObject({ name: MappingName, mapping: GivenMapping });
export const NamedMapping = z.strictObject(
  { name: MappingName, mapping: z.unknown().optional() },
  { error: bodyError },
);

export const MappingEntry = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    at: z.string().meta({ description: "when it was saved, ISO 8601 in UTC" }),
  })
  .meta({ id: "SavedMappingEntry" });
export type MappingEntry = z.output<typeof MappingEntry>;

export const ListedMapping = MappingEntry.extend({
  headers: z.array(z.string()).meta({
    description: "of the columns that it names; none where they are too long to be listed",
  }),
}).meta({ id: "ListedMapping" });
export type ListedMapping = z.output<typeof ListedMapping>;

export const SavedMapping = MappingEntry.extend({ mapping: GivenMapping }).meta({
  id: "SavedMapping",
});
export type SavedMapping = z.output<typeof SavedMapping>;
