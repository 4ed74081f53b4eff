/** How the columns of a file are read, and what is still to be answered (importing.md#columns). */
import { z } from "zod";
import { DATE_ORDERS } from "../../../domain/cell-dates.ts";
import { DECIMAL_SIGNS } from "../../../domain/read-number.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { body, optional } from "../../../server/query.schema.ts";
import {
  ColumnMapping,
  GivenMapping,
  MAX_COLUMNS,
  NAME_PARTS,
} from "../mapping/import-mapping.schema.ts";

/** How many values from a column's first rows are shown as samples. */
export const NAMED_SAMPLES = 3;
export const MAX_NAMED_UNITS = 10;

const question = optional(
  z.enum(["unit", "currency", "sprint"]),
  "what must be asked about its figures, since ours is unlikely",
);

const Column = z.strictObject({
  header: z.string().describe("name of the column, without surrounding spaces"),
  field: z
    .enum([...FIELD_NAMES, "unknown"])
    .nullable()
    .describe("the field it is read as; null if skipped, unknown if not yet matched"),
  decimal: optional(
    z.enum([...DECIMAL_SIGNS, "unclear"]),
    "decimal sign of the column, given or detected. unclear: its numbers can be read both ways, and nothing is added until you choose",
  ),
  dates: optional(
    z.enum([...DATE_ORDERS, "unclear"]),
    "order of numeric dates, given or detected. unclear: they can be read both ways, and nothing is added until you choose",
  ),
  example: optional(z.string(), "the first ambiguous number or date"),
  readings: optional(
    z.array(z.string()),
    "what an ambiguous number would be with a decimal point, and a comma; or a date with the day first, and the month",
  ),
  ranges: optional(
    z.strictObject({ example: z.string(), lower: z.string(), upper: z.string() }),
    "present if cells have ranges and the mapping does not say which figure of them to read: the first one, and its figures as they would be stored, behind those of the cell if they are converted",
  ),
  samples: optional(z.array(z.string()).max(NAMED_SAMPLES), "the first distinct values, shortened"),
  namedUnits: optional(
    z.array(z.strictObject({ example: z.string(), cells: z.int().min(1) })).max(MAX_NAMED_UNITS),
    "for each unit that cells of its first rows name, one of these cells and their number; only if the samples do not tell",
  ),
  unit: optional(z.string(), "the given unit; numbers are converted from it"),
  multiple: optional(
    z.number(),
    "what its figures are multiplied by, as its name says: 10,000 for `万円`",
  ),
  unitUnknown: optional(
    z.string(),
    "an unrecognized unit in the column name. The import is refused until you set `unit` in the mapping",
  ),
  split: optional(
    z.array(z.enum(NAME_PARTS)),
    "the fields that its names are split into, if given",
  ),
  fillDown: optional(z.literal(true), "present if empty cells take the value above"),
  isBlankBelow: optional(
    z.literal(true),
    "present for make, model, trim or year if a cell is empty below one with a value",
  ),
  isUnnamed: optional(
    z.literal(true),
    "present if the column has no name; `header` is then its letter",
  ),
  isRepeated: optional(
    z.literal(true),
    "present if another column has the same name; `header` then has its letter, too",
  ),
  suggested: optional(
    ColumnMapping,
    "what to put into the mapping for this column, by its name and values; only if the mapping does not have it",
  ),
  notSuggested: optional(z.string(), "why the most probable field is not suggested"),
  question,
  issue: optional(z.string(), "why its figures cannot be those of the field, by its name"),
  electric: optional(
    z.array(z.string()),
    "for a column that tells electric cars from others: the words for them",
  ),
  notElectric: optional(
    z.strictObject({ rows: z.int().min(1), example: z.string(), values: z.array(z.string()) }),
    "present if it tells of rows that they are not electric: their number, a value, and the distinct ones",
  ),
});

export const Columns = z.array(Column).describe("how each column is read");
export type CsvColumn = z.output<typeof Column>;

export const ColumnsQuestion = body({ columns: Columns.max(MAX_COLUMNS), mapping: GivenMapping });

const ReadColumn = z.strictObject({
  header: z.string(),
  units: z.array(z.string()).describe("the units that its figures may have, ours first"),
  found: optional(z.string(), "a unit other than ours that the column's name or cells state"),
  question,
  note: z.string().describe("how it is read, or what is in doubt"),
  isDoubtful: z.boolean(),
  needsRate: z.boolean(),
  stored: z
    .array(z.string().nullable())
    .describe("each sample as it would be stored; null if only the check can tell"),
});
export type ReadColumn = z.output<typeof ReadColumn>;

const ReadText = z.strictObject({
  column: z.string().describe("name of the column; empty for a field without one"),
  field: z.enum(FIELD_NAMES).exactOptional(),
  text: z.string(),
  stored: z.string().exactOptional(),
  problem: optional(z.string(), "what to enter instead"),
});
export type ReadText = z.output<typeof ReadText>;

export const ColumnsAnswer = z
  .strictObject({
    columns: z.array(ReadColumn),
    texts: z.array(ReadText).describe("the texts of the mapping as they would be read"),
    missing: z
      .array(z.string())
      .describe("a few words for each answer that the mapping still needs"),
  })
  .meta({ id: "ImportColumns" });
export type ColumnsAnswer = z.output<typeof ColumnsAnswer>;
