import { LIST_PAGE } from "../../domain/routes.ts";
import { canonicalMake } from "../../domain/brands.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import { type Bounds, OPEN, readBounds, writeBounds } from "../../domain/filters/bounds.ts";
import { setSearch } from "./filter-selections.ts";
import {
  CARD_VIEWS,
  DEFAULT_FILTERS,
  defaultSortOf,
  dropUnusedExceptions,
  type FilterState,
  type PairName,
  tidyBounds,
} from "./filter-state.ts";
import { makeKey } from "../../domain/filters/find-models.ts";
import type { Codec } from "../../ui/page-query.ts";
import {
  BOUNDS,
  CHOICES,
  FILTERS,
  FLAGS,
  type LimitName,
  LIMITS,
  MISSING_FIELDS,
} from "../../domain/filters/filters.ts";
import { QUICK_FILTERS } from "../../domain/filters/quick-filters.ts";
import { expandBodyType, SEARCH_MAX_CHARACTERS } from "../../domain/filters/search.ts";
import {
  isAscendingOnly,
  PAGE_SORT_KEYS,
  sameSort,
  type Sort,
  startingOrder,
} from "../../domain/filters/sort.ts";
import { PANEL_RANGE_MILES } from "../../domain/filters/slider-scales.ts";
import { record } from "../../domain/records.ts";

export const LIST_MAX_VALUES = 60;
export const VALUE_MAX_CHARACTERS = 60;
/** Equals the number of cars that can be saved. */
export const MAX_ROW_IDS = 100;

function parseList(text: string | null): string[] {
  const values = (text ?? "").split(",").map((value) => value.trim());
  return [...new Set(values)]
    .filter((value) => value !== "" && value.length <= VALUE_MAX_CHARACTERS)
    .slice(0, LIST_MAX_VALUES);
}

/** Returns the named ones in the order of `offered`. */
function parseNames<T extends string>(text: string | null, offered: readonly T[]): readonly T[] {
  const named = new Set(parseList(text).map((value) => value.toLowerCase()));
  return offered.filter((value) => named.has(value.toLowerCase()));
}

function parseMakes(text: string | null): readonly string[] {
  const byKey = new Map(parseList(text).map((make) => [makeKey(make), make]));
  return [...byKey.values()].map((make) => canonicalMake(make)).sort();
}

function parseIds(text: string | null): readonly number[] {
  const ids = (text ?? "").split(",").filter((id) => /^[1-9]\d{0,8}$/u.test(id));
  return [...new Set(ids.map(Number))].slice(0, MAX_ROW_IDS);
}

/** Returns a number above 0 with at most two decimals; null for anything else. */
function parseNumber(text: string | null): number | null {
  if (text === null || !/^\d{1,7}(?:\.\d{1,2})?$/u.test(text)) return null;
  const number = Number(text);
  return number > 0 ? number : null;
}

/** @returns null when the text is not a number, out of bounds or between two steps */
export function readLimit(name: LimitName, text: string): number | null {
  const { min, max, step } = FILTERS[name].bounds;
  const shape = Number.isInteger(step) ? /^\d{1,7}$/u : /^\d{1,3}(?:\.\d)?$/u;
  const value = shape.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : null;
}

function parseBounds(text: string | null, name: PairName): Bounds | null {
  const bounds = readBounds(text ?? "");
  return bounds && tidyBounds(name, bounds);
}

function parseRange(query: URLSearchParams): Bounds | null {
  const min = parseNumber(query.get("minRange"));
  const max = parseNumber(query.get("maxRange"));
  if (min === null && max === null) return null;
  const isUpward = max !== null && max >= (min ?? PANEL_RANGE_MILES.min);
  return tidyBounds("range", { min, max: isUpward ? max : null });
}

function parseSort(key: Sort["key"], order: string | null): Sort {
  const turns = !isAscendingOnly(key) && (order === "asc" || order === "desc");
  return { key, order: turns ? order : startingOrder(key) };
}

/** Ignores invalid parameters and limits lengths, because anyone can write an address. @param search the query */
export function parseFilters(search: string): FilterState {
  const query = new URLSearchParams(search);
  const quick = parseNames(query.get("quick"), QUICK_FILTERS)[0] ?? null;
  const key = parseNames(query.get("sort"), PAGE_SORT_KEYS)[0];
  const base: FilterState = {
    ...DEFAULT_FILTERS,
    makes: parseMakes(query.get("make")),
    bodyTypes: parseNames(
      parseList(query.get("bodyType")).flatMap(expandBodyType).join(),
      BODY_TYPES,
    ),
    ...record(CHOICES, (name) => parseNames(query.get(name), FILTERS[name].values)),
    range: parseRange(query),
    price: parseNumber(query.get("maxPrice")),
    ...record(BOUNDS, (name) => parseBounds(query.get(name), name)),
    ...record(LIMITS, (name) => readLimit(name, query.get(name) ?? "")),
    ...record(FLAGS, (name) => query.get(name) === "true"),
    quick,
    sort: key ? parseSort(key, query.get("order")) : defaultSortOf({ quick }),
    keepMissing: parseNames(query.get("missing"), MISSING_FIELDS),
    rowIds: parseIds(query.get("ids")),
    show: parseNames(query.get("show"), CARD_VIEWS)[0] ?? null,
  };
  const state = dropUnusedExceptions(setSearch(base, query.get("search")?.trim() ?? ""));
  return setIgnored(state, query.get("ignored") ?? "");
}

/** Limited so that they fit into the search box together with the search. */
export function setIgnored(state: FilterState, words: string): FilterState {
  const room = Math.max(0, SEARCH_MAX_CHARACTERS - state.search.length - 1);
  const text = words.split(/\s+/u).filter(Boolean).join(" ");
  return { ...state, ignored: text.slice(0, room).trimEnd().toWellFormed() };
}

function sortAsOffered(values: readonly string[], offered: readonly string[]): string {
  return offered.filter((value) => values.includes(value)).join(",");
}

/** Each parameter in canonical order, empty when not set. The names are those of GET /api/evs. */
function toParameters(state: FilterState): Readonly<Record<string, string>> {
  const { min, max } = state.range ?? OPEN;
  // A touched range with both ends open is written as well, so that the thumbs keep their positions.
  const isOpen = state.range !== null && min === null && max === null;
  const sort = sameSort(state.sort, defaultSortOf(state)) ? null : state.sort;
  return {
    search: state.search.trim(),
    ids: state.rowIds.join(),
    make: state.makes.toSorted().join(","),
    bodyType: sortAsOffered(state.bodyTypes, BODY_TYPES),
    ...record(CHOICES, (name) => sortAsOffered(state[name], FILTERS[name].values)),
    minRange: (isOpen ? PANEL_RANGE_MILES.min : min)?.toString() ?? "",
    maxRange: max?.toString() ?? "",
    maxPrice: state.price?.toString() ?? "",
    ...record(BOUNDS, (name) => {
      const bounds = state[name];
      return bounds ? writeBounds(bounds) : "";
    }),
    ...record(LIMITS, (name) => state[name]?.toString() ?? ""),
    ...record(FLAGS, (name) => (state[name] ? "true" : "")),
    quick: state.quick ?? "",
    sort: sort?.key ?? "",
    order: sort && sort.order !== startingOrder(sort.key) ? sort.order : "",
    missing: sortAsOffered(state.keepMissing, MISSING_FIELDS),
    show: state.show ?? "",
    ignored: state.ignored,
  };
}

const FILTER_PARAMETERS = Object.keys(toParameters(DEFAULT_FILTERS));

/** Returns the query without question mark, in canonical order and without defaults; "" for none. */
export function serializeFilters(state: FilterState): string {
  const set = Object.entries(toParameters(state)).filter(([, text]) => text !== "");
  return new URLSearchParams(set).toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

export function isFilterParameter(name: string): boolean {
  // A page number of the list belongs to the previous filters.
  return name === LIST_PAGE || FILTER_PARAMETERS.includes(name);
}

export const FILTERS_CODEC: Codec<FilterState> = {
  isFirst: true,
  owns: isFilterParameter,
  parse: parseFilters,
  serialize: serializeFilters,
};

/** If the address has filters, stored ones are not restored (finding.md#stored-filters, finding.md#addresses). */
export function hasFilters(search: string): boolean {
  return serializeFilters(parseFilters(search)) !== "";
}
