import { z } from "zod";
import { UserError } from "../../server/errors.server.ts";
import { passCaches, query, truth, whole } from "../../server/query.schema.ts";
import { BODY_TYPES } from "../../vehicle/vehicle.ts";
import { CHOICES, FILTERS, FLAGS, type LimitName, LIMITS, record } from "../filters/filters.ts";
import { NO_FILTER, type VehicleFilter } from "../filters/find-models.ts";
import { LIST_MAX_VALUES, SEARCH_MAX_CHARACTERS } from "../filters/limits.ts";
import { readLimit } from "../filters/filter-address.ts";
import { BODY_TYPE_PILLS, wordsOf } from "../filters/search.ts";
import {
  ASCENDING_ONLY,
  DEFAULT_SORT,
  isAscendingOnly,
  SORT_KEYS,
  type Sort,
  startingOrder,
} from "../filters/sort.ts";

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

const listShape = {
  ...filterShape,
  sort: oneOf(SORT_KEYS, `sort must be one of ${SORT_KEYS.join(", ")}`).meta({
    description: "models by their best passing trim; range when absent",
  }),
  order: oneOf(ORDERS, "order must be asc or desc").meta({
    description: `range, price and votes start with desc, the others with asc; ${ASCENDING_ONLY.join(" and ")} only with asc`,
  }),
  limit: whole("limit", 1).meta({ description: "models to answer" }),
  offset: whole("offset", 0).meta({ description: "models to leave out first" }),
  view: oneOf(["admin"], "view must be admin, or be left out").meta({
    description: "admin: the administrator's list, for who is signed in",
  }),
  _: passCaches,
};

/** Query of `GET /api/evs` (readings 3). Every parameter is optional. */
export const ListQuery = query(listShape).partial();
/** Query of `GET /api/evs/count`: the filters alone. */
export const CountQuery = query({ ...filterShape, _: passCaches }).partial();
export function filterOf(asked: z.output<typeof CountQuery>): VehicleFilter {
  return {
    ...NO_FILTER,
    words: wordsOf(asked.search ?? ""),
    makes: asked.make ?? [],
    bodyTypes: asked.bodyType ?? [],
    ...record(CHOICES, (name) => asked[name] ?? []),
    minRange: asked.minRange ?? null,
    maxRange: asked.maxRange ?? null,
    maxPrice: asked.maxPrice ?? null,
    ...record(LIMITS, (name) => asked[name] ?? null),
    ...record(FLAGS, (name) => asked[name] ?? false),
  };
}

/**
 * The sort that a query describes; the longest range first when it names none.
 * @throws UserError 400 for descending order where less is better (§4)
 */
export function sortOf({ sort, order }: z.output<typeof ListQuery>): Sort {
  const key = sort ?? DEFAULT_SORT.key;
  if (isAscendingOnly(key) && order === "desc") {
    const message = `order must be asc when sort is ${key}`;
    throw new UserError(400, message, { fields: ["order"] });
  }
  return { key, order: order ?? startingOrder(key) };
}

/** One text for all spellings of the same query, to find its answer by. */
export function canonicalKey(asked: z.output<typeof ListQuery>): string {
  const { limit, offset, ...rest } = asked;
  const filter = filterOf(rest);
  const sorted = (values: readonly string[]) => [...new Set(values)].toSorted();
  return JSON.stringify([
    sorted(filter.words),
    sorted(filter.makes.map((make) => make.toLowerCase())),
    sorted(filter.bodyTypes),
    ...CHOICES.map((name) => sorted(filter[name])),
    filter.minRange,
    filter.maxRange,
    filter.maxPrice,
    ...LIMITS.map((name) => filter[name]),
    ...FLAGS.map((name) => filter[name]),
    sortOf(asked),
    limit ?? null,
    offset ?? 0,
  ]);
}
