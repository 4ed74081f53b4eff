import type { Bounds } from "../../domain/filters/bounds.ts";
import {
  BOUNDS,
  type BoundsName,
  type ChoiceName,
  CHOICES,
  FILTERS,
  type FlagName,
  FLAGS,
  type LimitName,
  LIMITS,
  type MissingField,
} from "../../domain/filters/filters.ts";
import { QUICK, type QuickFilter } from "../../domain/filters/quick-filters.ts";
import { DEFAULT_SORT, sameSort, type Sort } from "../../domain/filters/sort.ts";
import { PANEL_RANGE_MILES } from "../../domain/filters/slider-scales.ts";
import { record } from "../../domain/records.ts";

/** The filters with two ends. */
export type PairName = BoundsName | "range";

/** The upper bound is raised to this far above a new lower bound (finding.md#range-and-price). */
const RANGE_LIFT_MILES = 50;

/** What cards show besides, although nothing filters or sorts by it (finding.md#ideas). */
export const CARD_VIEWS = ["outlet", "size"] as const;
export type CardView = (typeof CARD_VIEWS)[number];

/** All choices on Discover (finding.md#filter-state), without those that `search` names. Null means no filter. */
export interface FilterState
  extends
    Readonly<Record<ChoiceName, readonly string[]>>,
    Readonly<Record<PairName, Bounds | null>>,
    Readonly<Record<LimitName, number | null>>,
    Readonly<Record<FlagName, boolean>> {
  readonly search: string;
  /** unrecognized words, which stay in the search box but do not filter (finding.md#ignored-words) */
  readonly ignored: string;
  /** chosen by hand */
  readonly makes: readonly string[];
  /** chosen by hand; never group names */
  readonly bodyTypes: readonly string[];
  /** maximum in US dollars; at a slider's end it stays as a number but does not filter (`priceCeiling`) */
  readonly price: number | null;
  readonly quick: QuickFilter | null;
  readonly sort: Sort;
  /** filters that a missing value passes */
  readonly keepMissing: readonly MissingField[];
  readonly show: CardView | null;
  /** only these trims, from a shared list; empty for all */
  readonly rowIds: readonly number[];
}

export const DEFAULT_FILTERS: FilterState = {
  search: "",
  ignored: "",
  makes: [],
  bodyTypes: [],
  ...record(CHOICES, () => []),
  range: null,
  price: null,
  ...record(BOUNDS, () => null),
  ...record(LIMITS, () => null),
  ...record(FLAGS, () => false),
  quick: null,
  sort: DEFAULT_SORT,
  keepMissing: [],
  show: null,
  rowIds: [],
};

/** Whether a filter needs this value. Quick filters do not count. */
export function isFilterSet(state: FilterState, field: MissingField): boolean {
  const value = state[field];
  if (field === "price" && state.minPrice !== null) return true;
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

/** Removes an exception together with its filter, so that it does not come back unexpectedly. */
export function dropUnusedExceptions(state: FilterState): FilterState {
  const keepMissing = state.keepMissing.filter((field) => isFilterSet(state, field));
  return keepMissing.length === state.keepMissing.length ? state : { ...state, keepMissing };
}

/** "At least"; raises the upper bound, never above 550 (finding.md#range-and-price). */
export function setShowcaseRange(state: FilterState, min: number): FilterState {
  const upper = state.range?.max ?? PANEL_RANGE_MILES.max;
  const max = Math.min(Math.max(min + RANGE_LIFT_MILES, upper), PANEL_RANGE_MILES.max);
  return setBounds(state, "range", { min, max });
}

/** Opens an end at its slider's end (finding.md#sliders), and a lower 0. @returns null when both ends are open */
export function tidyBounds(name: PairName, bounds: Bounds): Bounds | null {
  const { slider } = FILTERS[name];
  // Sums of tenths have no exact binary form.
  const round = (end: number | null) => end && Math.round(end * 100) / 100;
  const upper = round(bounds.max);
  const max = upper === slider?.max ? null : upper;
  const lower = round(bounds.min);
  const min = lower === slider?.min || (lower === 0 && max !== null) ? null : lower;
  return min === null && max === null && name !== "range" ? null : { min, max };
}

export function setBounds(state: FilterState, name: PairName, bounds: Bounds | null): FilterState {
  return { ...state, [name]: bounds && tidyBounds(name, bounds) };
}

function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

export function toggleChoice(state: FilterState, name: ChoiceName, value: string): FilterState {
  return { ...state, [name]: toggled(state[name], value) };
}

/** Only one at a time; choosing it again removes it (finding.md#quick-filter-dialog). */
export function pickChoice(state: FilterState, name: ChoiceName, value: string): FilterState {
  const isPicked = state[name].length === 1 && state[name][0] === value;
  return { ...state, [name]: isPicked ? [] : [value] };
}

/** A quick filter replaces the sort and resets range, acceleration and price (finding.md#quick-filters). */
export function toggleQuick(state: FilterState, quick: QuickFilter): FilterState {
  if (state.quick === quick) return clearQuick(state);
  return {
    ...state,
    quick,
    sort: QUICK[quick].sort,
    range: null,
    price: null,
    minPrice: null,
    acceleration: null,
  };
}

/** The sort that no address needs to name. */
export function defaultSortOf({ quick }: Pick<FilterState, "quick">): Sort {
  return quick === null ? DEFAULT_SORT : QUICK[quick].sort;
}

/** Resets the order, which an own ranking replaces, and forgets ignored words. */
export function withoutOrder(state: FilterState): FilterState {
  return { ...state, ignored: "", sort: defaultSortOf(state) };
}

/** Also removes its sort, unless the visitor has chosen another one since. */
export function clearQuick(state: FilterState): FilterState {
  if (state.quick === null) return state;
  return {
    ...state,
    quick: null,
    sort: sameSort(state.sort, defaultSortOf(state)) ? DEFAULT_SORT : state.sort,
  };
}

/** Shows or hides the models left out for a missing value. */
export function toggleMissing(state: FilterState, field: MissingField): FilterState {
  return { ...state, keepMissing: toggled(state.keepMissing, field) };
}

/** Keeps a sort that the visitor chose; a sort set by a quick filter is removed. */
export function resetFilters(state: FilterState): FilterState {
  return { ...DEFAULT_FILTERS, sort: clearQuick(state).sort };
}
