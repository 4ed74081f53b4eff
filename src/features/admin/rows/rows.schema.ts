/** What the administrators' calls of rows take and answer (calls.md#write-a-row). */
import { z } from "zod";
import { bodyError, passCaches, query, whole } from "../../../server/query.schema.ts";
import { EvInput } from "../../../vehicle/ev-input.ts";
import { FIELD_NAMES, FIELDS } from "../../../vehicle/fields.ts";
import { rowAnswerShape } from "../../../vehicle/fields.schema.ts";
import type { DeletionCost, EvRow } from "../../../vehicle/vehicle.ts";
import {
  MOST_ROWS_PER_CHANGE,
  MOST_ROWS_PER_PAGE,
  ROWS_PER_PAGE,
  SEARCH_MAX_CHARACTERS,
} from "../limits.ts";
import { isRefused, readFilters, SORT_ORDERS } from "./row-filters.ts";

const IDS = new RegExp(`^\\d{1,10}(,\\d{1,10}){0,${MOST_ROWS_PER_CHANGE - 1}}$`);

export const RowListQuery = query({
  view: z.string(),
  ids: z
    .string()
    .regex(IDS, { error: `ids must be 1 to ${MOST_ROWS_PER_CHANGE} ids, separated by commas` })
    .meta({ description: "only those of these rows that are there", example: "12,34" }),
  search: z
    .string()
    .max(SEARCH_MAX_CHARACTERS, {
      error: `search must have at most ${SEARCH_MAX_CHARACTERS} characters`,
    })
    .meta({
      description:
        "a part of make, model and trim, in any letter case; or beginnings of words in any order, the year as well",
    }),
  sort: z
    .enum(FIELD_NAMES, { error: "sort must be the name of a field" })
    .meta({ description: "the rows by this field, what is missing last; absent: by name" }),
  order: z
    .enum(SORT_ORDERS, { error: "order must be asc or desc" })
    .meta({ description: "of sort; asc when absent" }),
  filters: z
    .string()
    .superRefine((text, context) => {
      const read = readFilters(text);
      if (isRefused(read)) context.addIssue({ code: "custom", message: read.message });
    })
    .meta({
      description:
        "JSON, by field: {empty: true or false}, or of text {contains}, of a flag {is}, of figures and dates {from, to}, one of both or both; all must hold",
      example: '{"price":{"from":20000,"to":40000},"driveType":{"empty":true}}',
    }),
  page: whole("page", 1).meta({ description: "from 1; absent: all rows" }),
  pageSize: whole("pageSize", 1, MOST_ROWS_PER_PAGE).meta({
    description: `rows of a page; ${ROWS_PER_PAGE} when absent`,
  }),
  _: passCaches,
}).partial();

export const RowAnswer = z
  .strictObject({
    id: z.int(),
    ...rowAnswerShape,
    isModelHeader: z.boolean().meta({ description: "true for the first row of each model" }),
    version: z.int().meta({ description: "for If-Match, in quotation marks" }),
  })
  .meta({ id: "Row" }) satisfies z.ZodType<EvRow>;

export const RowListAnswer = z
  .strictObject({
    evs: z.array(RowAnswer),
    total: z.int().meta({ description: "all rows" }),
    models: z.int().meta({ description: "all header rows" }),
    matches: z.int().meta({ description: "rows that search and filters find" }),
  })
  .meta({ id: "RowList" });
export type RowListAnswer = z.output<typeof RowListAnswer>;

/**
 * A row as it is sent: its 0-60 time may also be text (calls.md#write-a-row). Only describes; `EvInput`
 * judges.
 */
export const SentRow = EvInput.extend({
  zeroToSixty: z
    .union([
      z.number().min(0).max(FIELDS.zeroToSixty.max),
      z.string().regex(/^\s*([+-]?(\d+(\.\d*)?|\.\d+)\s*)?$/),
      z.null(),
    ])
    .default(null)
    .meta({ description: FIELDS.zeroToSixty.meaning }),
});

/** What `fix-numeric-fields` sets, one at a time (calls.md#small-updates). */
export const FIXABLE_FIELDS = [
  "seatingCapacity",
  "cargoSpace",
  "batteryCapacity",
  "maxChargingSpeed",
] as const;

/** Describes what such a call takes; `EvInput` judges it. */
export const SentFix = z.union(
  FIXABLE_FIELDS.map((field) => z.strictObject({ [field]: EvInput.shape[field] })),
);

/** The body of a call that sets one figure: `{ value }`. */
export function figureBody(field: "seatingCapacity" | "cargoSpace") {
  return z.strictObject({ value: EvInput.shape[field].unwrap() }, { error: bodyError });
}

export const Position = z
  .strictObject({
    position: z.int().min(0).meta({ description: "from 0, among all rows of view=admin" }),
  })
  .meta({ id: "Position" });
export type Position = z.output<typeof Position>;

export const Deletion = z
  .strictObject({
    reviews: z.int().meta({ description: "reviews that go with the row" }),
    votes: z.int().meta({ description: "votes that go with the model" }),
    isLastRow: z.boolean().meta({ description: "the model goes with the row" }),
  })
  .meta({ id: "Deletion" }) satisfies z.ZodType<DeletionCost>;

export const ChangedMeanwhile = z
  .strictObject({ error: z.string(), current: RowAnswer })
  .meta({ id: "ChangedMeanwhile" });
export type ChangedMeanwhile = z.output<typeof ChangedMeanwhile>;
