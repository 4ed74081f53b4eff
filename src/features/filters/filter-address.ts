import { LIST_PAGE } from "../../routes.ts";
import { canonicalMake } from "../../vehicle/brands.ts";
import { BODY_TYPES, DRIVE_TYPES } from "../../vehicle/vehicle.ts";
import { MISSING_FIELDS } from "./filters.ts";
import { SEATINGS } from "./seating.ts";
import { setSearch } from "./filter-selections.ts";
import {
  DEFAULT_FILTERS,
  type FilterState,
  restingPrice,
  restingRange,
  setPriceCeiling,
  settle,
} from "./filter-state.ts";
import { snapPair } from "./filter-views.ts";
import {
  ACCELERATION_SECONDS,
  CARGO_CUBIC_FEET,
  LIST_MAX_VALUES,
  PANEL_RANGE_MILES,
  type Pair,
  type SliderBounds,
  TOP_SPEED_MPH,
  VALUE_MAX_CHARACTERS,
} from "./limits.ts";
import { QUICK_FILTERS, quickSort } from "./quick-filters.ts";
import { expandBodyType } from "./search.ts";
import { DEFAULT_SORT, sameSort, SORT_KEYS, type Sort, startingOrder } from "./sort.ts";

/** The parameters of the home address that hold filters, in canonical order; names as in GET /api/evs. */
const FILTER_PARAMETERS = [
  "search",
  "make",
  "bodyType",
  "seating",
  "drive",
  "minRange",
  "maxRange",
  "maxPrice",
  "acceleration",
  "cargo",
  "topSpeed",
  "taxCredit",
  "quick",
  "sort",
  "order",
  "missing",
] as const;
type Parameter = (typeof FILTER_PARAMETERS)[number];

function listOf(text: string | null): string[] {
  const values = (text ?? "").split(",").map((value) => value.trim());
  return [...new Set(values)]
    .filter((value) => value !== "" && value.length <= VALUE_MAX_CHARACTERS)
    .slice(0, LIST_MAX_VALUES);
}

/** The values of `known` that a text names, in the order of `known`. */
function knownOf<T extends string>(text: string | null, known: readonly T[]): readonly T[] {
  const named = new Set(listOf(text).map((value) => value.toLowerCase()));
  return known.filter((value) => named.has(value.toLowerCase()));
}

function makesOf(text: string | null): readonly string[] {
  const byKey = new Map(listOf(text).map((make) => [canonicalMake(make).toLowerCase(), make]));
  return [...byKey.values()].map((make) => canonicalMake(make)).sort();
}

/** A number above 0 with at most two decimals; null for anything else. */
function numberOf(text: string | null): number | null {
  if (text === null || !/^\d{1,7}(?:\.\d{1,2})?$/u.test(text)) return null;
  const number = Number(text);
  return number > 0 ? number : null;
}

/** `2.5-6`, brought within its slider; the default for anything else. */
function pairOf(text: string | null, bounds: SliderBounds, fallback: Pair): Pair {
  const parts = /^(\d{1,4}(?:\.\d{1,2})?)-(\d{1,4}(?:\.\d{1,2})?)$/u.exec(text ?? "");
  if (!parts) return fallback;
  const lower = Number(parts[1]);
  const upper = Number(parts[2]);
  return lower > upper ? fallback : snapPair([lower, upper], bounds);
}

function rangeOf(query: URLSearchParams): Pair | null {
  const lower = numberOf(query.get("minRange"));
  const upper = numberOf(query.get("maxRange"));
  if (lower === null && upper === null) return null;
  const low = lower ?? PANEL_RANGE_MILES.min;
  return [low, upper !== null && upper >= low ? upper : Math.max(low, PANEL_RANGE_MILES.max)];
}

/**
 * The filter state of a home address. Lenient: what is not understood is as if it were not there,
 * and lists and texts are cut at their limits, since anyone can write an address.
 * @param search the query, with or without its question mark
 */
export function parseFilters(search: string): FilterState {
  const query = new URLSearchParams(search);
  const quick = knownOf(query.get("quick"), QUICK_FILTERS)[0] ?? null;
  const key = knownOf(query.get("sort"), SORT_KEYS)[0];
  const range = rangeOf(query);
  const ceiling = numberOf(query.get("maxPrice"));
  const base: FilterState = {
    ...DEFAULT_FILTERS,
    makes: makesOf(query.get("make")),
    bodyTypes: knownOf(listOf(query.get("bodyType")).flatMap(expandBodyType).join(), BODY_TYPES),
    seatings: knownOf(query.get("seating"), SEATINGS),
    drives: knownOf(query.get("drive"), DRIVE_TYPES),
    range: range ?? restingRange(quick),
    rangeTouched: range !== null,
    price: restingPrice(quick),
    acceleration: pairOf(
      query.get("acceleration"),
      ACCELERATION_SECONDS,
      DEFAULT_FILTERS.acceleration,
    ),
    cargo: pairOf(query.get("cargo"), CARGO_CUBIC_FEET, DEFAULT_FILTERS.cargo),
    topSpeed: pairOf(query.get("topSpeed"), TOP_SPEED_MPH, DEFAULT_FILTERS.topSpeed),
    taxCredit: query.get("taxCredit") === "true",
    quick,
    sort: key ? sortOf(key, query.get("order")) : quick ? quickSort(quick) : DEFAULT_SORT,
    keepMissing: knownOf(query.get("missing"), MISSING_FIELDS),
  };
  const searched = setSearch(base, query.get("search")?.trim() ?? "");
  return settle(ceiling === null ? searched : setPriceCeiling(searched, ceiling));
}

function sortOf(key: Sort["key"], order: string | null): Sort {
  const turns = key !== "acceleration" && (order === "asc" || order === "desc");
  return { key, order: turns ? order : startingOrder(key) };
}

function inOrder<T extends string>(values: readonly T[], known: readonly T[]): string | null {
  return values.length === 0 ? null : known.filter((value) => values.includes(value)).join(",");
}

function pairText(pair: Pair, standard: Pair): string | null {
  return pair[0] === standard[0] && pair[1] === standard[1] ? null : `${pair[0]}-${pair[1]}`;
}

function valuesOf(state: FilterState): Record<Parameter, string | null> {
  const [lower, upper] = state.range;
  const capped = state.rangeTouched && upper !== PANEL_RANGE_MILES.max;
  // A touched range with both ends open is written too, so that the thumbs stay where they are.
  const floored = state.rangeTouched && (lower !== PANEL_RANGE_MILES.min || !capped);
  const usual = state.quick === null ? DEFAULT_SORT : quickSort(state.quick);
  const sort = sameSort(state.sort, usual) ? null : state.sort;
  return {
    search: state.search.trim() || null,
    make: state.makes.length > 0 ? state.makes.toSorted().join(",") : null,
    bodyType: inOrder(state.bodyTypes, BODY_TYPES),
    seating: inOrder(state.seatings, SEATINGS),
    drive: inOrder(state.drives, DRIVE_TYPES),
    minRange: floored ? String(lower) : null,
    maxRange: capped ? String(upper) : null,
    maxPrice: state.priceTouched ? String(state.price[0]) : null,
    acceleration: pairText(state.acceleration, DEFAULT_FILTERS.acceleration),
    cargo: pairText(state.cargo, DEFAULT_FILTERS.cargo),
    topSpeed: pairText(state.topSpeed, DEFAULT_FILTERS.topSpeed),
    taxCredit: state.taxCredit ? "true" : null,
    quick: state.quick,
    sort: sort?.key ?? null,
    order: sort && sort.order !== startingOrder(sort.key) ? sort.order : null,
    missing: inOrder(state.keepMissing, MISSING_FIELDS),
  };
}

function encode(text: string): string {
  // An apostrophe is escaped because browsers would escape it in a query themselves.
  return encodeURIComponent(text.toWellFormed())
    .replaceAll("%20", "+")
    .replaceAll("%2C", ",")
    .replaceAll("%2F", "/")
    .replaceAll("'", "%27");
}

/** The query of a state, without question mark: canonical order, defaults left out, "" for none. */
export function serialiseFilters(state: FilterState): string {
  const values = valuesOf(state);
  return FILTER_PARAMETERS.flatMap((name) => {
    const value = values[name];
    return value === null ? [] : [`${name}=${encode(value)}`];
  }).join("&");
}

function isFilterPart(part: string): boolean {
  const [name] = new URLSearchParams(part).keys();
  // A part of the list is one of the list as it was.
  return name === LIST_PAGE || FILTER_PARAMETERS.some((known) => known === name);
}

/** Whether an address holds any filter at all; then stored filters stay where they are (readings 5). */
export function hasFilters(search: string): boolean {
  return serialiseFilters(parseFilters(search)) !== "";
}

/**
 * The query of an address after its filters have changed; other parameters (the comparison's `ev`)
 * stay, behind the filters.
 * @param search the present query, with or without its question mark
 * @param filters from serialiseFilters()
 */
export function replaceFilters(search: string, filters: string): string {
  const others = search
    .replace(/^\?/u, "")
    .split("&")
    .filter((part) => part !== "" && !isFilterPart(part));
  return [filters, ...others].filter(Boolean).join("&");
}
