/** Schemas of the public catalogue calls (calls.md#public-list). */
import { lowerFirst } from "../../domain/format.ts";
import { z } from "zod";
import {
  passCaches,
  query,
  textParam,
  booleanParam,
  integerParam,
} from "../../server/query.schema.ts";
import type { FieldEntry } from "../../domain/field-kinds.ts";
import { FILTER_BY_FIELD_NAME, toFieldName } from "../../domain/field-names.ts";
import {
  entryOf,
  FIELD_NAMES,
  type FieldName,
  isFieldName,
  meaningOf,
} from "../../domain/fields.ts";
import { type EvFields, TRIM_NAMES, type TrimFields } from "../../domain/field-shapes.ts";
import { rulesOf } from "../../domain/field-rules.ts";
import type { Ev, EvListEntry, EvRow, EvSummary, Trim } from "../../domain/vehicle.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import { CRITERION_NAMES, MAX_WEIGHT, parseWeights } from "../../domain/scores.ts";
import { readBounds } from "../../domain/filters/bounds.ts";
import {
  BOUNDS,
  type BoundsName,
  choiceLabel,
  CHOICES,
  FILTERS,
  FLAGS,
  type LimitName,
  LIMITS,
} from "../../domain/filters/filters.ts";
import { LIST_MAX_VALUES, MAX_ROW_IDS, readLimit } from "../filters/filter-address.ts";
import { BODY_TYPE_PILLS, SEARCH_MAX_CHARACTERS } from "../../domain/filters/search.ts";
import { ASCENDING_ONLY, SORT_KEYS, startingOrder } from "../../domain/filters/sort.ts";
import { LEAD_NAMES } from "./lead-names.ts";
import { record } from "../../domain/records.ts";

/** Returns the schema of a field in responses, including the meaning of its figures. */
function answerOf(name: FieldName): z.ZodType {
  const entry = entryOf(name);
  const answer = rulesOf(entry).answer(entry);
  return (entry.required ? answer : answer.nullable()).describe(meaningOf(entry));
}

type ShapeOf<Values> = { [Name in keyof Values]: z.ZodType<Values[Name]> };

// The types are derived from the same table.
const rowAnswerShape = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, answerOf(name)]),
) as ShapeOf<EvFields>;

const trimAnswerShape = Object.fromEntries(
  TRIM_NAMES.map(([field, name]) => [name, answerOf(field)]),
) as ShapeOf<TrimFields>;

const FILTER_BODY_TYPES = [...new Set([...BODY_TYPES, ...BODY_TYPE_PILLS])];
const ORDERS = ["asc", "desc"] as const;

/** Splits at commas; a repeated parameter means the same. */
function split(value: unknown): unknown {
  const texts = [value].flat();
  if (!texts.every((text) => typeof text === "string")) return value;
  return texts.flatMap((text) => text.split(",")).map((part) => part.trim());
}

/** Accepts one of `values` in any letter case and returns it as listed. */
export function oneOfAnyCase<const T extends string>(values: readonly T[], error: string) {
  return z.preprocess(
    (given) => values.find((value) => value.toLowerCase() === String(given).toLowerCase()) ?? given,
    z.enum(values, { error }),
  );
}

export function severalOf<const T extends string>(name: string, values: readonly T[]) {
  const error = `${name} must be one or more of ${values.join(", ")}, separated by commas`;
  return z.preprocess(
    split,
    z.array(oneOfAnyCase(values, error), { error }).max(LIST_MAX_VALUES, { error }),
  );
}

/** The further names of a parameter, in words. */
function otherNames(parameter: string): string {
  const names = [...FILTER_BY_FIELD_NAME].flatMap(([name, filter]) =>
    filter === parameter ? [name] : [],
  );
  return names.length > 0 ? `. Also accepted as ${names.join(" or ")}` : "";
}

/** The field that a parameter filters by, if it is one of a row. */
function fieldOf(parameter: string): FieldEntry | undefined {
  const name = toFieldName(parameter);
  return isFieldName(name) ? entryOf(name) : undefined;
}

/** The unit of a filter in messages: that of its field, or what is counted. */
function unitOf(parameter: string, title = parameter): string {
  const entry = fieldOf(parameter);
  return (entry?.kind === "figure" && entry.unit) || lowerFirst(entry?.label ?? title);
}

function meaningOfFilter(parameter: string, title = parameter): string {
  const entry = fieldOf(parameter);
  return `${entry ? meaningOf(entry) : lowerFirst(title)}${otherNames(parameter)}`;
}

function describeEnd(parameter: string, side: "min" | "max", title?: string) {
  const end = side === "min" ? "at least" : "at most";
  return { description: `${end}; ${meaningOfFilter(parameter, title)}` };
}

/** Accepts a plain decimal number and rejects JavaScript's other notations (`1e3`, `0x10`, ``). */
function amount(name: string, side: "min" | "max") {
  const error = `${name} must be a number of ${unitOf(name)}, 0 or more`;
  return z.preprocess(
    (given) => (/^\d{1,9}(\.\d{1,6})?$/.test(String(given)) ? Number(given) : given),
    z.number({ error }).min(0).meta(describeEnd(name, side)),
  );
}

function figure(name: LimitName) {
  const { title, side, bounds } = FILTERS[name];
  const { min, max, step } = bounds;
  const kind = Number.isInteger(step) ? "a whole number" : "a number with at most one decimal";
  const error = `${name} must be ${kind} of ${unitOf(name, title)}, ${min} to ${max}`;
  return z.preprocess(
    (given) => readLimit(name, String(given)) ?? given,
    z
      .number({ error })
      .min(min, { error })
      .max(max, { error })
      .meta(describeEnd(name, side, title)),
  );
}

/** Accepts the bounds of a figure as text and returns both ends. */
function boundsOf(name: BoundsName) {
  const { title, example } = FILTERS[name];
  const [low, high] = example;
  const written = `${low}-, -${high}, ${low}-${high} or ${low}`;
  const error = `${name} must be bounds in ${unitOf(name, title)} such as ${written}: the lower one first, up to seven digits and two decimals`;
  return z
    .string({ error })
    .transform((text, context) => {
      const bounds = readBounds(text);
      if (bounds) return bounds;
      context.issues.push({ code: "custom", message: error, input: text });
      return z.NEVER;
    })
    .describe(
      `bounds, both ends included: ${written}; trims without a figure do not pass. ${meaningOfFilter(name, title)}`,
    );
}

const makes = "make must be one or several names, separated by commas";

const ids = `ids must be 1 to ${MAX_ROW_IDS} row ids, separated by commas`;

const filterShape = {
  search: textParam("search", SEARCH_MAX_CHARACTERS).describe(
    "words that must all appear in make, model and trim; spaces, punctuation and accents do not matter",
  ),
  make: z
    .preprocess(
      split,
      z
        .array(z.string().min(1, { error: makes }), { error: makes })
        .max(LIST_MAX_VALUES, { error: `make must be at most ${LIST_MAX_VALUES} names` }),
    )
    .describe("brands; case does not matter, and Chevy and Mercedes work too"),
  bodyType: severalOf("bodyType", FILTER_BODY_TYPES).describe(
    "Truck means Pickup Truck; SUV/Crossover means either",
  ),
  ...record(CHOICES, (name) => {
    const { values, title, labels } = FILTERS[name];
    const words = labels && values.map((value) => `${value}: ${choiceLabel(name, value)}`);
    const description = words?.join(", ") ?? meaningOfFilter(name, title);
    return severalOf(name, values).meta({ description });
  }),
  minRange: amount("minRange", "min"),
  maxRange: amount("maxRange", "max"),
  maxPrice: amount("maxPrice", "max"),
  ...record(LIMITS, figure),
  ...record(BOUNDS, boundsOf),
  ...record(FLAGS, (name) =>
    booleanParam(name).describe(meaningOfFilter(name, FILTERS[name].title)),
  ),
  ids: z
    .preprocess(
      (given) => {
        const parts = [split(given)].flat();
        return parts.map((part) => (/^[1-9]\d{0,8}$/.test(String(part)) ? Number(part) : part));
      },
      z.array(z.int({ error: ids }), { error: ids }).max(MAX_ROW_IDS, { error: ids }),
    )
    .describe(
      `only the trims with these row ids, ${MAX_ROW_IDS} at most; the header X-Unknown-Ids counts those that no trim has. With view=admin the rows, 1,000 at most`,
    ),
};

const weights = `rank must be weights from 0 to ${MAX_WEIGHT}, one of them above 0, such as range:5,price:3, of ${CRITERION_NAMES.join(", ")}`;

const ascending = SORT_KEYS.filter((key) => startingOrder(key) === "asc").join(", ");

/** Figures can also be sorted by under the other names of their field. */
function toSortKey(given: unknown): unknown {
  const name = FILTER_BY_FIELD_NAME.get(String(given));
  return SORT_KEYS.some((key) => key === name) ? name : given;
}

const listShape = {
  ...filterShape,
  sort: z
    .preprocess(toSortKey, oneOfAnyCase(SORT_KEYS, `sort must be one of ${SORT_KEYS.join(", ")}`))
    .describe("sort models by their best matching trim; range by default"),
  order: oneOfAnyCase(ORDERS, "order must be asc or desc").describe(
    `asc by default for ${ascending}, desc for the others; ${ASCENDING_ONLY.join(", ")} only sort asc`,
  ),
  rank: z
    .string({ error: weights })
    .refine((text) => parseWeights(text) !== null, { error: weights })
    .describe(
      `weights from 0 to ${MAX_WEIGHT} for ${CRITERION_NAMES.join(", ")}, such as range:5,price:3. Sorts models by the score of their best matching trim and adds a score to each entry; cannot be combined with sort`,
    ),
  limit: integerParam("limit", 1).describe("number of models"),
  offset: integerParam("offset", 0).describe("number of models to skip"),
  view: oneOfAnyCase(["admin"], "view must be admin, or be left out").describe(
    "admin for the administrator's list, which needs a session",
  ),
  _: passCaches,
};

/** Query of `GET /api/evs` (calls.md#public-list). Every parameter is optional. */
export const ListQuery = query(listShape).partial();
export const CountQuery = query({ ...filterShape, _: passCaches }).partial();

function figureOrNull(description: string) {
  return z.number().nullable().meta({ description });
}

const TrimAnswer = z
  .strictObject({
    index: z.int().describe("position among the model's trims, starting at 0"),
    rowId: z.int(),
    ...trimAnswerShape,
  })
  .meta({ id: "Trim" }) satisfies z.ZodType<Trim>;

const summaryShape = {
  id: z.int().describe("the model's id"),
  make: rowAnswerShape.make,
  model: rowAnswerShape.model,
  year: rowAnswerShape.year,
  bodyType: rowAnswerShape.bodyType,
  image: rowAnswerShape.image,
  drawing: z
    .string()
    .describe(
      "version of the drawing: with it as `v`, /images/cars/{make}/{model}.webp can be cached forever. It starts with `usual-` if some dimensions are typical for the body type",
    ),
  taxCreditEligible: rowAnswerShape.taxCreditEligible,
  averageRating: figureOrNull("stars, 1 to 5; null if there are no reviews"),
  reviewCount: z.int(),
};

const SummaryAnswer = z.strictObject(summaryShape) satisfies z.ZodType<EvSummary>;

export const EvListEntryAnswer = z
  .strictObject({
    ev: SummaryAnswer,
    trim: TrimAnswer,
    score: figureOrNull(
      "with rank: 0 to 100; null where too little of the trim is known",
    ).optional(),
  })
  .meta({ id: "EvListEntry" }) satisfies z.ZodType<EvListEntry>;

export const EvAnswer = z
  .strictObject({ ...summaryShape, trims: z.array(TrimAnswer) })
  .meta({ id: "Ev" }) satisfies z.ZodType<Ev>;

/** A model as currently stored in the database, with the raw columns of the requested row. */
export const DirectEvAnswer = z
  .strictObject({
    ...EvAnswer.shape,
    zeroToSixty: figureOrNull("seconds, of the requested row"),
    dbValues: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe("raw values of the requested row, by column name"),
  })
  .meta({ id: "DirectEv" });
export type DirectEvAnswer = z.output<typeof DirectEvAnswer>;

export const CountAnswer = z
  .strictObject({ count: z.int().describe("number of trims") })
  .meta({ id: "Count" });

export const SegmentRanks = z
  .strictObject({
    among: z
      .string()
      .describe(
        "the trims it is compared with, such as SUVs; figures that too few of them have are compared with those of all EVs",
      ),
    trims: z.array(
      z.strictObject({
        rowId: z.int(),
        places: z
          .partialRecord(z.enum(LEAD_NAMES), z.string())
          .describe("such as `Longer range than 72% of SUVs`, by field"),
      }),
    ),
  })
  .meta({ id: "Places" });
export type SegmentRanks = z.output<typeof SegmentRanks>;

const count = (description: string) => z.int().min(0).meta({ description });

/** Facts in the starter catalogue that are missing in a database filled from an earlier one. */
export const StarterFacts = z
  .strictObject({
    rows: count("number of rows with empty cells that the starter catalogue could fill"),
    cells: count("number of such cells"),
    claims: count(
      "number of starter claims that could be added: their figures match a starter file and have no claims here",
    ),
    changed: count("number of starter rows that were edited; they are left alone"),
    corrected: z
      .array(z.string())
      .describe(
        "figures that the starter catalogue has since corrected, in words; they are left alone",
      ),
    found: count("number of starter rows in this catalogue"),
    asOf: z.iso.date().describe("when the facts were checked"),
  })
  .meta({ id: "StarterFacts" });
export type StarterFacts = z.output<typeof StarterFacts>;

export const RowAnswer = z
  .strictObject({
    id: z.int(),
    ...rowAnswerShape,
    isModelHeader: z.boolean().describe("true for the first row of its model"),
    version: z.int().describe("send it in If-Match, in quotation marks"),
  })
  .meta({ id: "Row" }) satisfies z.ZodType<EvRow>;

export const ChangedMeanwhile = z
  .strictObject({
    error: z.string(),
    current: RowAnswer,
    changedBy: z
      .string()
      .nullable()
      .describe("username of who has changed the row since; null if unknown"),
  })
  .meta({ id: "ChangedMeanwhile" });
export type ChangedMeanwhile = z.output<typeof ChangedMeanwhile>;

export const Conflicts = z
  .strictObject({
    error: z.string(),
    conflicts: z.array(RowAnswer).describe("as they are now"),
    changedBy: z
      .record(z.string(), z.string())
      .describe("by row id, the username of who has changed the row since, if known"),
  })
  .meta({ id: "Conflicts" });
export type Conflicts = z.output<typeof Conflicts>;
