import type { DriveType } from "../../vehicle/vehicle.ts";
import type { MissingField } from "./filters.ts";
import type { Seating } from "./seating.ts";
import {
  DEFAULT_ACCELERATION_SECONDS,
  DEFAULT_CARGO_CUBIC_FEET,
  DEFAULT_PRICE_USD,
  DEFAULT_RANGE_MILES,
  DEFAULT_TOP_SPEED_MPH,
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
 * Everything that the visitor chose on Discover: one state behind the showcase sliders and the
 * filter panel (readings 5). A brand or body type that the search text names is not stored: it
 * follows from `search`, so it goes when the text changes. Never changed in place.
 */
export interface FilterState {
  /** as typed */
  readonly search: string;
  /** chosen by hand */
  readonly makes: readonly string[];
  /** chosen by hand; the catalogue's body types, never group names */
  readonly bodyTypes: readonly string[];
  readonly seatings: readonly Seating[];
  readonly drives: readonly DriveType[];
  /** miles; filters only while `rangeTouched` */
  readonly range: Pair;
  readonly rangeTouched: boolean;
  /** US dollars, [ceiling, max(475000, ceiling)]; filters only while `priceTouched` */
  readonly price: Pair;
  readonly priceTouched: boolean;
  /** seconds 0-60; an end that stands at its slider's end is open. The next two likewise. */
  readonly acceleration: Pair;
  /** cubic feet */
  readonly cargo: Pair;
  /** mph */
  readonly topSpeed: Pair;
  readonly taxCredit: boolean;
  readonly quick: QuickFilter | null;
  readonly sort: Sort;
  /** filtered values that may be missing: the visitor asked for those left out to be shown */
  readonly keepMissing: readonly MissingField[];
}

export const DEFAULT_FILTERS: FilterState = {
  search: "",
  makes: [],
  bodyTypes: [],
  seatings: [],
  drives: [],
  range: DEFAULT_RANGE_MILES,
  rangeTouched: false,
  price: DEFAULT_PRICE_USD,
  priceTouched: false,
  acceleration: DEFAULT_ACCELERATION_SECONDS,
  cargo: DEFAULT_CARGO_CUBIC_FEET,
  topSpeed: DEFAULT_TOP_SPEED_MPH,
  taxCredit: false,
  quick: null,
  sort: DEFAULT_SORT,
  keepMissing: [],
};

/** The pair an untouched range slider rests at: its default, or a quick filter's reset (§4). */
export function restingRange(quick: QuickFilter | null): Pair {
  return quick === null ? DEFAULT_RANGE_MILES : QUICK_RESET_RANGE_MILES;
}

/** The pair an untouched price slider rests at. */
export function restingPrice(quick: QuickFilter | null): Pair {
  return quick === null ? DEFAULT_PRICE_USD : QUICK_RESET_PRICE_USD;
}

/** The showcase range thumb moved: "at least" so far; the upper bound is lifted, never above 550 (§4). */
export function setShowcaseRange(state: FilterState, lower: number): FilterState {
  const upper = Math.max(lower + RANGE_LIFT_MILES, state.range[1]);
  return {
    ...state,
    range: [lower, Math.min(upper, PANEL_RANGE_MILES.max)],
    rangeTouched: true,
  };
}

/** What the panel's range thumbs stand for: 140-550 until touched (readings 5). */
export function panelRange(state: FilterState): Pair {
  return state.rangeTouched ? state.range : [PANEL_RANGE_MILES.min, PANEL_RANGE_MILES.max];
}

/**
 * A thumb of the panel's range slider moved.
 * @param shown both thumbs as the slider showed them before; only an end that differs is set
 */
export function setPanelRange(state: FilterState, moved: Pair, shown: Pair): FilterState {
  const [lower, upper] = panelRange(state);
  const range: Pair = [
    moved[0] === shown[0] ? lower : moved[0],
    moved[1] === shown[1] ? upper : moved[1],
  ];
  return { ...state, range, rangeTouched: true };
}

/** Removes the range filter: the slider counts as untouched again (§4). */
export function clearRange(state: FilterState): FilterState {
  return settle({ ...state, range: restingRange(state.quick), rangeTouched: false });
}

/** A price slider moved, on either view: "up to" so many dollars (readings 5). */
export function setPriceCeiling(state: FilterState, ceiling: number): FilterState {
  const price: Pair = [ceiling, Math.max(SHOWCASE_PRICE_USD.max, ceiling)];
  return { ...state, price, priceTouched: true };
}

export function clearPrice(state: FilterState): FilterState {
  return settle({ ...state, price: restingPrice(state.quick), priceTouched: false });
}

/** The 0-60 thumbs moved; a slider's sums of tenths come out as tenths. */
export function setAcceleration(state: FilterState, [quickest, slowest]: Pair): FilterState {
  const tidy = (seconds: number) => Math.round(seconds * 100) / 100;
  return settle({ ...state, acceleration: [tidy(quickest), tidy(slowest)] });
}

export function setCargo(state: FilterState, cargo: Pair): FilterState {
  return settle({ ...state, cargo });
}

export function setTopSpeed(state: FilterState, topSpeed: Pair): FilterState {
  return settle({ ...state, topSpeed });
}

export function setTaxCredit(state: FilterState, taxCredit: boolean): FilterState {
  return { ...state, taxCredit };
}

function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

export function toggleSeating(state: FilterState, seating: Seating): FilterState {
  return settle({ ...state, seatings: toggled(state.seatings, seating) });
}

/** A Seating pill of the dialog: that one alone, or none when it was picked already (§4). */
export function pickSeating(state: FilterState, seating: Seating): FilterState {
  return settle({ ...state, seatings: picked(state.seatings, seating) });
}

export function toggleDrive(state: FilterState, drive: DriveType): FilterState {
  return settle({ ...state, drives: toggled(state.drives, drive) });
}

/** A Drive pill of the dialog: that one alone, or none when it was picked already (§4). */
export function pickDrive(state: FilterState, drive: DriveType): FilterState {
  return settle({ ...state, drives: picked(state.drives, drive) });
}

function picked<T>(values: readonly T[], value: T): readonly T[] {
  return values.length === 1 && values[0] === value ? [] : [value];
}

/**
 * Chooses a quick filter, or clears it when it is the one that is on. Choosing replaces the sort and
 * sets range, acceleration and price back, all of them untouched (§4, readings 5).
 */
export function toggleQuick(state: FilterState, quick: QuickFilter): FilterState {
  if (state.quick === quick) return clearQuick(state);
  return settle({
    ...state,
    quick,
    sort: quickSort(quick),
    range: restingRange(quick),
    rangeTouched: false,
    price: restingPrice(quick),
    priceTouched: false,
    acceleration: DEFAULT_ACCELERATION_SECONDS,
  });
}

/** Clears the quick filter; its sort goes with it unless the visitor has sorted otherwise since. */
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

/** A click on a column header (§4). */
export function sortBy(state: FilterState, key: SortKey): FilterState {
  return { ...state, sort: toggleSort(state.sort, key) };
}

/** Shows the models that were left out because a filtered value is missing, or hides them again. */
export function toggleMissing(state: FilterState, field: MissingField): FilterState {
  return settle({ ...state, keepMissing: toggled(state.keepMissing, field) });
}

/** Removes every filter. A sort that the visitor chose stays; one that a quick filter set goes. */
export function resetFilters(state: FilterState): FilterState {
  return { ...DEFAULT_FILTERS, sort: clearQuick(state).sort };
}

function differs(a: Pair, b: Pair): boolean {
  return a[0] !== b[0] || a[1] !== b[1];
}

/** Drops leave to miss a value of which the filter is gone, so that it never returns unasked. */
export function settle(state: FilterState): FilterState {
  if (state.keepMissing.length === 0) return state;
  const on: Readonly<Record<MissingField, boolean>> = {
    price: state.priceTouched,
    range: state.rangeTouched,
    acceleration: differs(state.acceleration, DEFAULT_ACCELERATION_SECONDS),
    seating: state.seatings.length > 0,
    drive: state.drives.length > 0,
    cargo: differs(state.cargo, DEFAULT_CARGO_CUBIC_FEET),
    topSpeed: differs(state.topSpeed, DEFAULT_TOP_SPEED_MPH),
  };
  return { ...state, keepMissing: state.keepMissing.filter((field) => on[field]) };
}
