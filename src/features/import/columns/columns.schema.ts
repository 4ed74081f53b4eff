/** How the columns of a file are read, and what is still to be answered (importing.md#columns). */
import { z } from "zod";
import { DATE_ORDERS } from "../../../domain/cell-dates.ts";
import { DECIMAL_SIGNS } from "../../../domain/read-number.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { body } from "../../../server/query.schema.ts";
import { MAX_COLUMNS, NAMED_SAMPLES } from "../limits.ts";
import { ColumnMapping, GivenMapping, NAME_PARTS } from "../mapping/import-mapping.schema.ts";

const question = z
  .enum(["unit", "currency", "sprint"])
  .exactOptional()
  .meta({ description: "what must be asked about its figures, since ours is unlikely" });

const Column = z.strictObject({
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
  example: z.string().exactOptional().meta({ description: "the first ambiguous number or date" }),
  readings: z.array(z.string()).exactOptional().meta({
    description:
      "what an ambiguous number would be with a decimal point, and a comma; or a date with the day first, and the month",
  }),
  ranges: z
    .strictObject({ example: z.string(), lower: z.string(), upper: z.string() })
    .exactOptional()
    .meta({
      description:
        "present if cells have ranges and the mapping does not say which figure of them to read: the first one, and its figures as they would be stored",
    }),
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
    description: "present for make, model, trim or year if a cell is empty below one with a value",
  }),
  isUnnamed: z.literal(true).exactOptional().meta({
    description: "present if the column has no name; `header` is then its letter",
  }),
  suggested: ColumnMapping.exactOptional().meta({
    description:
      "what to put into the mapping for this column, by its name and values; only if the mapping does not have it",
  }),
  notSuggested: z
    .string()
    .exactOptional()
    .meta({ description: "why the most probable field is not suggested" }),
  question,
  issue: z
    .string()
    .exactOptional()
    .meta({ description: "why its figures cannot be those of the field, by its name" }),
  electric: z.array(z.string()).exactOptional().meta({
    description: "for a column that tells electric cars from others: the words for them",
  }),
});

export const Columns = z.array(Column).meta({ description: "how each column is read" });
export type CsvColumn = z.output<typeof Column>;

export const ColumnsQuestion = body({ columns: Columns.max(MAX_COLUMNS), mapping: GivenMapping });

const ReadColumn = z.strictObject({
  header: z.string(),
  units: z
    .array(z.string())
    .meta({ description: "the units that its figures may have, ours first" }),
  found: z.string().exactOptional().meta({
    description: "a unit other than ours that the column's name or cells state",
  }),
  question,
  note: z.string().meta({ description: "how it is read, or what is in doubt" }),
  isDoubtful: z.boolean(),
  needsRate: z.boolean(),
  stored: z.array(z.string().nullable()).meta({
    description: "each sample as it would be stored; null if only the check can tell",
  }),
});
export type ReadColumn = z.output<typeof ReadColumn>;

const ReadText = z.strictObject({
  column: z.string().meta({ description: "name of the column; empty for a field without one" }),
  field: z.enum(FIELD_NAMES).exactOptional(),
  text: z.string(),
  stored: z.string().exactOptional(),
  problem: z.string().exactOptional().meta({ description: "what to enter instead" }),
});
export type ReadText = z.output<typeof ReadText>;

export const ColumnsAnswer = z
  .strictObject({
    columns: z.array(ReadColumn),
    texts: z
      .array(ReadText)
      .meta({ description: "the texts of the mapping as they would be read" }),
    missing: z.array(z.string()).meta({
      description: "a few words for each answer that the mapping still needs",
    }),
  })
  .meta({ id: "ImportColumns" });
export type ColumnsAnswer = z.output<typeof ColumnsAnswer>;
