/** What the public calls of the catalogue take and answer (calls.md#public-list). */
import { z } from "zod";
import { passCaches, query, truth, whole } from "../../server/query.schema.ts";
import { trimAnswerShape } from "../../domain/fields.schema.ts";
import type { Ev, EvListEntry, EvSummary, Trim } from "../../domain/vehicle.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import { CRITERION_NAMES, MAX_WEIGHT, parseWeights } from "../../domain/scores.ts";
import {
  CHOICES,
  FILTERS,
  FLAGS,
  type LimitName,
  LIMITS,
  record,
} from "../../domain/filters/filters.ts";
import { LIST_MAX_VALUES, SEARCH_MAX_CHARACTERS } from "../../domain/filters/limits.ts";
import { readLimit } from "../filters/filter-address.ts";
import { BODY_TYPE_PILLS } from "../../domain/filters/search.ts";
import { ASCENDING_ONLY, SORT_KEYS } from "../../domain/filters/sort.ts";
import { LEAD_NAMES } from "./lead-names.ts";

const FILTER_BODY_TYPES = [...new Set([...BODY_TYPES, ...BODY_TYPE_PILLS])];
const ORDERS = ["asc", "desc"] as const;

function split(value: unknown): unknown {
  return typeof value === "string" ? value.split(",").map((part) => part.trim()) : value;
}

/** One of `values` in any letter case, made the value itself. */
function oneOf<const T extends string>(values: readonly T[], error: string) {
  return z.preprocess(
    (given) => values.find((value) => value.toLowerCase() === String(given).toLowerCase()) ?? given,
    z.enum(values, { error }),
  );
}

function severalOf<const T extends string>(name: string, values: readonly T[]) {
  const error = `${name} must be one or several of ${values.join(", ")}, separated by commas`;
  return z.preprocess(
    split,
    z.array(oneOf(values, error), { error }).max(LIST_MAX_VALUES, { error }),
  );
}

/** A plain decimal number; JavaScript's other spellings (`1e3`, `0x10`, ``) are refused. */
function amount(name: string, unit: string) {
  const error = `${name} must be a number of ${unit}, 0 or more`;
  return z.preprocess(
    (given) => (/^\d{1,9}(\.\d{1,6})?$/.test(String(given)) ? Number(given) : given),
    z.number({ error }).min(0).meta({ description: unit }),
  );
}

function figure(name: LimitName) {
  const { bounds, unit, meaning } = FILTERS[name];
  const { min, max, step } = bounds;
  const kind = Number.isInteger(step) ? "a whole number" : "a number with at most one decimal";
  const error = `${name} must be ${kind} of ${unit}, ${min} to ${max}`;
  return z.preprocess(
    (given) => readLimit(name, String(given)) ?? given,
    z.number({ error }).min(min, { error }).max(max, { error }).meta({ description: meaning }),
  );
}

const makes = "make must be one or several names, separated by commas";

const filterShape = {
  search: z
    .string()
    .max(SEARCH_MAX_CHARACTERS, {
      error: `search must have at most ${SEARCH_MAX_CHARACTERS} characters`,
    })
    .meta({
      description:
        "words that must all appear in make, model and trim, with or without spaces, signs and accents",
    }),
  make: z
    .preprocess(
      split,
      z
        .array(z.string().min(1, { error: makes }), { error: makes })
        .max(LIST_MAX_VALUES, { error: `make must be at most ${LIST_MAX_VALUES} names` }),
    )
    .meta({ description: "brands, in any letter case; Chevy and Mercedes are understood" }),
  bodyType: severalOf("bodyType", FILTER_BODY_TYPES).meta({
    description: "Truck means Pickup Truck, SUV/Crossover either",
  }),
  ...record(CHOICES, (name) => {
    const { values, meaning } = FILTERS[name];
    const several = severalOf(name, values);
    return meaning === undefined ? several : several.meta({ description: meaning });
  }),
  minRange: amount("minRange", "miles"),
  maxRange: amount("maxRange", "miles"),
  maxPrice: amount("maxPrice", "US dollars"),
  ...record(LIMITS, figure),
  ...record(FLAGS, (name) => truth(name).meta({ description: FILTERS[name].meaning })),
};

const weights = `rank must be weights from 0 to ${MAX_WEIGHT}, one of them above 0, such as range:5,price:3, of ${CRITERION_NAMES.join(", ")}`;

const listShape = {
  ...filterShape,
  sort: oneOf(SORT_KEYS, `sort must be one of ${SORT_KEYS.join(", ")}`).meta({
    description: "models by their best passing trim; range when absent",
  }),
  order: oneOf(ORDERS, "order must be asc or desc").meta({
    description: `range, price and votes start with desc, the others with asc; ${ASCENDING_ONLY.join(" and ")} only with asc`,
  }),
  rank: z
    .string({ error: weights })
    .refine((text) => parseWeights(text) !== null, { error: weights })
    .meta({
      description: `weights from 0 to ${MAX_WEIGHT} of ${CRITERION_NAMES.join(", ")}, such as range:5,price:3: models by the score of their best passing trim, which each entry has; in place of sort`,
    }),
  limit: whole("limit", 1).meta({ description: "models to answer" }),
  offset: whole("offset", 0).meta({ description: "models to leave out first" }),
  view: oneOf(["admin"], "view must be admin, or be left out").meta({
    description: "admin: the administrator's list, for who is signed in",
  }),
  _: passCaches,
};

/** Query of `GET /api/evs` (calls.md#public-list). Every parameter is optional. */
export const ListQuery = query(listShape).partial();
/** Query of `GET /api/evs/count`: the filters alone. */
export const CountQuery = query({ ...filterShape, _: passCaches }).partial();

function figureOrNull(description: string) {
  return z.number().nullable().meta({ description });
}

const TrimAnswer = z
  .strictObject({
    index: z.int().meta({ description: "position among the model's trims, zero-based" }),
    rowId: z.int(),
    ...trimAnswerShape,
  })
  .meta({ id: "Trim" }) satisfies z.ZodType<Trim>;

const summaryShape = {
  id: z.int().meta({ description: "the model's id" }),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  bodyType: z.enum(BODY_TYPES),
  image: z.string().nullable(),
  drawing: z.string().meta({
    description:
      "version of its drawing: with it as `v` the address /images/cars/{make}/{model}.webp may be kept for ever; begins with `usual-` where measures are the usual ones of the body type",
  }),
  taxCreditEligible: z.boolean().nullable(),
  averageRating: figureOrNull("stars, 1 to 5; null without reviews"),
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

/** A model as the database holds it now, with the raw columns of the row asked for. */
export const DirectEvAnswer = z
  .strictObject({
    ...EvAnswer.shape,
    zeroToSixty: figureOrNull("of the row asked for, seconds"),
    dbValues: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .meta({ description: "raw column values by column name, of the row asked for" }),
  })
  .meta({ id: "DirectEv" });
export type DirectEvAnswer = z.output<typeof DirectEvAnswer>;

export const CountAnswer = z
  .strictObject({ count: z.int().meta({ description: "rows, that is trims" }) })
  .meta({ id: "Count" });

export const Places = z
  .strictObject({
    among: z.string().meta({ description: "the trims that are compared, such as SUVs" }),
    trims: z.array(
      z.strictObject({
        rowId: z.int(),
        places: z
          .partialRecord(z.enum(LEAD_NAMES), z.string())
          .meta({ description: "such as `Longer range than 72% of SUVs`, by field" }),
      }),
    ),
  })
  .meta({ id: "Places" });
export type Places = z.output<typeof Places>;

const count = (description: string) => z.int().min(0).meta({ description });

/** Facts of the starter catalogue that a database filled from an earlier one does not have. */
export const StarterFacts = z
  .strictObject({
    rows: count("rows with empty cells that the starter catalogue has facts for"),
    cells: count("those cells"),
    claims: count("claims of figures as in a starter file that nobody vouches for here"),
    changed: count("rows of the starter catalogue that somebody has changed, which get nothing"),
    corrected: z
      .array(z.string())
      .meta({ description: "figures older than the starter catalogue's, in words; they stay" }),
    found: count("rows of the starter catalogue that there are"),
    asOf: z.iso.date().meta({ description: "when the facts were checked" }),
  })
  .meta({ id: "StarterFacts" });
export type StarterFacts = z.output<typeof StarterFacts>;
