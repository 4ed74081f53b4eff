import {
  type ChoiceName,
  CHOICES,
  FILTERS,
  type FlagName,
  FLAGS,
  type LimitName,
  LIMITS,
  type MeasureName,
  MEASURES,
  type MissingField,
  record,
} from "./filters.ts";
import {
  DEFAULT_PRICE_USD,
  DEFAULT_RANGE_MILES,
  PANEL_RANGE_MILES,
  type Pair,
  QUICK_RESET_PRICE_USD,
  QUICK_RESET_RANGE_MILES,
  RANGE_LIFT_MILES,
  SHOWCASE_PRICE_USD,
} from "./limits.ts";
import { type QuickFilter, quickSort } from "./quick-filters.ts";
import { DEFAULT_SORT, sameSort, type Sort, type SortKey, toggleSort } from "./sort.ts";

/**
 * All choices on Discover: one immutable state behind the showcase sliders and the panel (readings 5).
 * What the search text names is not stored: it follows from `search`.
 */
export interface FilterState
  extends
    Readonly<Record<ChoiceName, readonly string[]>>,
    Readonly<Record<MeasureName, Pair>>,
    Readonly<Record<LimitName, number | null>>,
    Readonly<Record<FlagName, boolean>> {
  readonly search: string;
  /** chosen by hand */
  readonly makes: readonly string[];
  /** chosen by hand; never group names */
  readonly bodyTypes: readonly string[];
  /** miles; filters only while `rangeTouched` */
  readonly range: Pair;
  readonly rangeTouched: boolean;
  /** US dollars, [ceiling, max(475000, ceiling)]; filters only while `priceTouched` */
  readonly price: Pair;
  readonly priceTouched: boolean;
  readonly quick: QuickFilter | null;
  readonly sort: Sort;
  /** whose missing values pass all the same */
  readonly keepMissing: readonly MissingField[];
}

export function openMeasure(name: MeasureName): Pair {
  const { min, max } = FILTERS[name].bounds;
  return [min, max];
}

export const DEFAULT_FILTERS: FilterState = {
  search: "",
  makes: [],
  bodyTypes: [],
  ...record(CHOICES, () => []),
  range: DEFAULT_RANGE_MILES,
  rangeTouched: false,
  price: DEFAULT_PRICE_USD,
  priceTouched: false,
  ...record(MEASURES, openMeasure),
  ...record(LIMITS, () => null),
  ...record(FLAGS, () => false),
  quick: null,
  sort: DEFAULT_SORT,
  keepMissing: [],
};

export function isMeasured(state: FilterState, name: MeasureName): boolean {
  const [min, max] = openMeasure(name);
  return state[name][0] !== min || state[name][1] !== max;
}

/** Whether a filter asks for a value. A quick filter is none. */
export function isAsked(state: FilterState, field: MissingField): boolean {
  if (field === "price") return state.priceTouched || state.minPrice !== null;
  if (field === "range") return state.rangeTouched;
  const limit = LIMITS.find((name) => name === field);
  if (limit) return state[limit] !== null;
  const choice = CHOICES.find((name) => name === field);
  if (choice) return state[choice].length > 0;
  const measure = MEASURES.find((name) => name === field);
  return measure !== undefined && isMeasured(state, measure);
}

/** Forgets an exception once its filter is removed, so that it never returns unasked. */
export function dropUnusedExceptions(state: FilterState): FilterState {
  if (state.keepMissing.length === 0) return state;
  return { ...state, keepMissing: state.keepMissing.filter((field) => isAsked(state, field)) };
}

/** Where an untouched slider rests: its default, or a quick filter's reset (§4). */
export function restingRange(quick: QuickFilter | null): Pair {
  return quick === null ? DEFAULT_RANGE_MILES : QUICK_RESET_RANGE_MILES;
}

export function restingPrice(quick: QuickFilter | null): Pair {
  return quick === null ? DEFAULT_PRICE_USD : QUICK_RESET_PRICE_USD;
}

/** "At least"; the upper bound is lifted, never above 550 (§4). */
export function setShowcaseRange(state: FilterState, lower: number): FilterState {
  const upper = Math.max(lower + RANGE_LIFT_MILES, state.range[1]);
  return {
    ...state,
    range: [lower, Math.max(lower, Math.min(upper, PANEL_RANGE_MILES.max))],
    rangeTouched: true,
  };
}

/** 140-550 until touched (readings 5) */
export function panelRange(state: FilterState): Pair {
  return state.rangeTouched ? state.range : [PANEL_RANGE_MILES.min, PANEL_RANGE_MILES.max];
}

/** @param shown both thumbs as they were; only an end that differs is set */
export function setPanelRange(state: FilterState, moved: Pair, shown: Pair): FilterState {
  const [lower, upper] = panelRange(state);
  const low = moved[0] === shown[0] ? lower : moved[0];
  const high = moved[1] === shown[1] ? upper : moved[1];
  // A typed bound may lie beyond the slider, and the thumbs at its end.
  return { ...state, range: [low, Math.max(low, high)], rangeTouched: true };
}

/** The slider counts as untouched again (§4). */
export function clearRange(state: FilterState): FilterState {
  const range = restingRange(state.quick);
  return dropUnusedExceptions({ ...state, range, rangeTouched: false });
}

/** "Up to", on either view (readings 5). */
export function setPriceCeiling(state: FilterState, ceiling: number): FilterState {
  const price: Pair = [ceiling, Math.max(SHOWCASE_PRICE_USD.max, ceiling)];
  return { ...state, price, priceTouched: true };
}

export function clearPrice(state: FilterState): FilterState {
  const price = restingPrice(state.quick);
  return dropUnusedExceptions({ ...state, price, priceTouched: false });
}

/** Rounds sums of tenths. */
export function setMeasure(
  state: FilterState,
  name: MeasureName,
  [lower, upper]: Pair,
): FilterState {
  const tidy = (value: number) => Math.round(value * 100) / 100;
  return dropUnusedExceptions({ ...state, [name]: [tidy(lower), tidy(upper)] });
}

function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

export function toggleChoice(state: FilterState, name: ChoiceName, value: string): FilterState {
  return dropUnusedExceptions({ ...state, [name]: toggled(state[name], value) });
}

/** One at a time, or none when it was picked already (§4). */
export function pickChoice(state: FilterState, name: ChoiceName, value: string): FilterState {
  const isPicked = state[name].length === 1 && state[name][0] === value;
  return dropUnusedExceptions({ ...state, [name]: isPicked ? [] : [value] });
}

/** @param value within the bounds; null asks for nothing */
export function setLimit(state: FilterState, name: LimitName, value: number | null): FilterState {
  return dropUnusedExceptions({ ...state, [name]: value });
}

export function setFlag(state: FilterState, name: FlagName, isSet: boolean): FilterState {
  return { ...state, [name]: isSet };
}

/**
 * Chooses a quick filter, or clears the one that is on. Choosing replaces the sort and resets range,
 * acceleration and price (§4, readings 5).
 */
export function toggleQuick(state: FilterState, quick: QuickFilter): FilterState {
  if (state.quick === quick) return clearQuick(state);
  return dropUnusedExceptions({
    ...state,
    quick,
    sort: quickSort(quick),
    range: restingRange(quick),
    rangeTouched: false,
    price: restingPrice(quick),
    priceTouched: false,
    minPrice: null,
    acceleration: DEFAULT_FILTERS.acceleration,
  });
}

/** Its sort goes with it unless the visitor has sorted otherwise since. */
export function clearQuick(state: FilterState): FilterState {
  if (state.quick === null) return state;
  return {
    ...state,
    quick: null,
    sort: sameSort(state.sort, quickSort(state.quick)) ? DEFAULT_SORT : state.sort,
    range: state.rangeTouched ? state.range : DEFAULT_RANGE_MILES,
    price: state.priceTouched ? state.price : DEFAULT_PRICE_USD,
  };
}

/** §4 */
export function sortBy(state: FilterState, key: SortKey): FilterState {
  return { ...state, sort: toggleSort(state.sort, key) };
}

/** Shows or hides the models left out for a missing value. */
export function toggleMissing(state: FilterState, field: MissingField): FilterState {
  return dropUnusedExceptions({ ...state, keepMissing: toggled(state.keepMissing, field) });
}

/** Keeps a sort that the visitor chose; one set by a quick filter goes. */
export function resetFilters(state: FilterState): FilterState {
  return { ...DEFAULT_FILTERS, sort: clearQuick(state).sort };
}
