/** How the columns of a file are interpreted, and the mapping that defines it (importing.md#mapping). */
import { z } from "zod";
import { bodyError } from "../../../server/query.schema.ts";
import { DATE_ORDERS } from "../../../domain/cell-dates.ts";
import { DECIMAL_SIGNS } from "../../../domain/read-number.ts";
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
      header: z.string().meta({ description: "name of the column, without surrounding spaces" }),
      field: z
        .enum([...FIELD_NAMES, "unknown"])
        .nullable()
        .meta({
          description: "the field it is read as; null if skipped, unknown if not yet matched",
        }),
      decimal: z
        .enum([...DECIMAL_SIGNS, "unclear"])
        .exactOptional()
        .meta({
          description:
            "decimal sign of the column, given or detected. unclear: its numbers can be read both ways, and nothing is added until you choose",
        }),
      dates: z
        .enum([...DATE_ORDERS, "unclear"])
        .exactOptional()
        .meta({
          description:
            "order of numeric dates, given or detected. unclear: they can be read both ways, and nothing is added until you choose",
        }),
      example: z
        .string()
        .exactOptional()
        .meta({ description: "the first ambiguous number or date" }),
      samples: z
        .array(z.string())
        .max(NAMED_SAMPLES)
        .exactOptional()
        .meta({ description: "the first distinct values, shortened" }),
      unit: z
        .string()
        .exactOptional()
        .meta({ description: "the given unit; numbers are converted from it" }),
      unitUnknown: z.string().exactOptional().meta({
        description:
          "an unrecognized unit in the column name. The import is refused until you set `unit` in the mapping",
      }),
      split: z
        .array(z.enum(NAME_PARTS))
        .exactOptional()
        .meta({ description: "the fields that its names are split into, if given" }),
      fillDown: z
        .literal(true)
        .exactOptional()
        .meta({ description: "present if empty cells take the value above" }),
      isBlankBelow: z.literal(true).exactOptional().meta({
        description:
          "present for make, model, trim or year if a cell is empty below one with a value",
      }),
      isUnnamed: z.literal(true).exactOptional().meta({
        description: "present if the column has no name; `header` is then its letter",
      }),
    }),
  )
  .meta({ description: "how each column is read" });
export type CsvColumn = z.output<typeof Columns>[number];

export const ImportDecimal = z
  .enum(DECIMAL_SIGNS, { error: "decimal must be comma or point" })
  .meta({ description: "decimal sign; the other one groups thousands" });

const dates = z
  .enum(DATE_ORDERS)
  .meta({ description: "order of numeric dates, if the column leaves it open" });

const field = z.enum(FIELD_NAMES).nullable();
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const texts = (most: number) => z.array(z.string()).min(1).max(most);

const fillDown = z.boolean().exactOptional().meta({
  description:
    "empty cells take the last value above, as merged cells imply; blank lines do not interrupt this",
});

const FieldMapping = z.strictObject({
  field,
  unit: z
    .union([z.enum(UNIT_NAMES), z.string().regex(CURRENCY_CODE)])
    .exactOptional()
    .meta({
      description:
        "unit of the numbers, which are converted from it; for a currency, its name or ISO 4217 code. If absent, numbers are in the catalogue's unit; if the column name suggests another one, the import is refused until you give it",
    }),
  rate: z.number().gt(0).max(MAX_FOREIGN_RATE).exactOptional().meta({
    description: "US dollars per unit of a foreign currency; required for one",
  }),
  decimal: ImportDecimal.exactOptional(),
  fillDown,
  dates: dates.exactOptional(),
  clear: z.boolean().exactOptional().meta({
    description:
      "with `existing=update`: an empty cell clears the value of a row that exists, which otherwise stays; not of a field that every row needs",
  }),
  values: z.record(z.string(), value).exactOptional().meta({
    description:
      "stored values to use for cells with these texts; null for none. For a number column, text is read like its cells, in its unit. Case does not matter",
  }),
});
export type FieldMapping = z.output<typeof FieldMapping>;

const NameMapping = z.strictObject({
  split: z
    .array(z.enum(NAME_PARTS))
    .min(2)
    .max(3)
    .refine((parts) => parts.includes("model"))
    .meta({
      description:
        "for a column of whole names: the parts in order, the model and at least one more. Without make, another column has it, and the name may repeat it",
    }),
  makes: z
    .array(z.string().max(FIELDS.make.maxCharacters))
    .min(1)
    .max(MAX_MAKES)
    .exactOptional()
    .meta({ description: "makes to recognize in such names, besides those in the catalogue" }),
  fillDown,
});
export type NameMapping = z.output<typeof NameMapping>;

const makeName = z.string().min(1).max(FIELDS.make.maxCharacters);

const Rule = z
  .strictObject({
    column: z.string().meta({ description: "name of the column" }),
    is: texts(MAX_RULE_VALUES).exactOptional(),
    isNot: texts(MAX_RULE_VALUES).exactOptional(),
  })
  .refine(({ is, isNot }) => (is === undefined) !== (isNot === undefined))
  .meta({ description: "skips rows whose cell is (or is not) one of these; case does not matter" });

const Exception = z
  .strictObject({
    field: z.enum(FIELD_NAMES).meta({ description: "one of `constants`" }),
    value,
    where: z.enum(FIELD_NAMES),
    is: texts(MAX_RULE_VALUES),
  })
  .meta({
    description:
      "another value than that for all rows, for rows of which the field `where` is one of these; case does not matter, and of several the last one counts",
  });

const RepairedCell = z
  .strictObject({
    row: z.int().min(1).meta({ description: "1 is the first row below the header" }),
    column: z.string().meta({ description: "name of the column" }),
    text: z.string(),
  })
  .meta({ description: "text to read instead of one cell of this file" });

const RepairedField = z
  .strictObject({ row: z.int().min(1), field: z.enum(FIELD_NAMES), value })
  .meta({
    description:
      "the value of a field of one row, as it is stored, whatever the file has: a part of a whole name, or in place of one value for all rows",
  });

/** How to read the cells of one column. */
const ColumnMapping = z.union([FieldMapping, NameMapping]);
export type ColumnMapping = z.output<typeof ColumnMapping>;

/** How to read a file. The dialog edits it, the call accepts it, and the reader follows it. */
const ImportMapping = z.strictObject({
  columns: z.record(z.string(), ColumnMapping),
  constants: z
    .partialRecord(z.enum(FIELD_NAMES), value)
    .exactOptional()
    .meta({ description: "stored values for all rows, for fields without a column" }),
  decimal: ImportDecimal.exactOptional(),
  makes: z
    .record(makeName, makeName)
    .refine((makes) => Object.keys(makes).length <= MAX_MAKES)
    .exactOptional()
    .meta({
      description:
        "makes as the file writes them, each with the make that it is: `VW` is Volkswagen, and a make that nobody knows yet is itself. Whole names may begin with them; letter case does not matter",
    }),
  rules: z.array(Rule).max(MAX_RULES).exactOptional(),
  exceptions: z.array(Exception).max(MAX_RULES).exactOptional(),
  cells: z
    .array(z.union([RepairedCell, RepairedField]))
    .max(MAX_REPAIRED_CELLS)
    .exactOptional(),
});
export type ImportMapping = z.output<typeof ImportMapping>;

const GivenColumns = z
  .record(z.string(), z.union([field, FieldMapping, NameMapping]))
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
            Body: { field: "bodyType", values: { saloon: "Sedan" } },
            Year: "year",
            Fuel: null,
          },
          constants: { taxCreditEligible: false },
          makes: { VW: "Volkswagen" },
          rules: [{ column: "Fuel", isNot: ["electric"] }],
        },
      ],
    }),
    GivenColumns,
  ])
  .meta({
    description:
      "for each column name, a field, null to skip the column, or an object with more options; or a whole mapping with these under `columns`. Without a mapping, only exact field names are recognized and nothing is converted",
  });
export type GivenMapping = z.output<typeof GivenMapping>;

const NAME_REQUIRED = "Name is required";
const CONTROL_CHARACTER = /\p{Cc}/u;

/** The name of a saved mapping. */
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
    description: "names of the mapped columns; empty if they are too long to list",
  }),
}).meta({ id: "ListedMapping" });
export type ListedMapping = z.output<typeof ListedMapping>;

export const SavedMapping = MappingEntry.extend({ mapping: GivenMapping }).meta({
  id: "SavedMapping",
});
export type SavedMapping = z.output<typeof SavedMapping>;
