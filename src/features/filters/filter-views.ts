import { type SliderBounds, snapToStep } from "../../ui/slider-value.ts";
import {
  type Bounds,
  CHOICES,
  FILTERS,
  FLAGS,
  LIMITS,
  type MeasureName,
  MEASURES,
  OPEN,
  record,
} from "./filters.ts";
import { selectedBodyTypes, selectedMakes } from "./filter-selections.ts";
import { type FilterState, isMeasured, panelRange } from "./filter-state.ts";
import { NO_FILTER, type VehicleFilter } from "./find-models.ts";
import {
  DEFAULT_PRICE_USD,
  DEFAULT_RANGE_MILES,
  PANEL_PRICE_USD,
  PANEL_RANGE_MILES,
  type Pair,
  SHOWCASE_PRICE_USD,
  SHOWCASE_RANGE_MILES,
} from "./limits.ts";
import { recogniseSearch, wordsOf } from "./search.ts";

/** Not at the slider's end, and not where a lower bound beyond it has put it. */
export function isRangeCapped({ range: [lower, upper], rangeTouched }: FilterState): boolean {
  const { max } = PANEL_RANGE_MILES;
  return rangeTouched && upper !== max && lower <= max;
}

/** 140 or more once touched (§5); open at the slider's end. */
export function rangeBounds(state: FilterState): Bounds {
  const [lower, upper] = state.range;
  if (!state.rangeTouched) return OPEN;
  return {
    min: Math.max(lower, PANEL_RANGE_MILES.min),
    max: isRangeCapped(state) ? upper : null,
  };
}

/** A ceiling at the end of either slider is none (readings 5). */
export function priceCeiling(state: FilterState): number | null {
  const ceiling = state.price[0];
  const open = ceiling === SHOWCASE_PRICE_USD.max || ceiling === PANEL_PRICE_USD.max;
  return state.priceTouched && !open ? ceiling : null;
}

/** An end at its slider's end is open; of a closed measure (§5) only a lower one of 0. */
export function measureBounds(state: FilterState, name: MeasureName): Bounds {
  const { bounds, isClosed = false } = FILTERS[name];
  const [lower, upper] = state[name];
  if (!isMeasured(state, name)) return OPEN;
  return {
    min: lower > (isClosed ? 0 : bounds.min) ? lower : null,
    max: isClosed || upper < bounds.max ? upper : null,
  };
}

/** @param makes the catalogue's brands: a search text that names one selects it */
export function toVehicleFilter(state: FilterState, makes: readonly string[]): VehicleFilter {
  const recognised = recogniseSearch(state.search, makes);
  const range = rangeBounds(state);
  return {
    ...NO_FILTER,
    words: recognised === null ? wordsOf(state.search) : [],
    makes: selectedMakes(state, makes),
    bodyTypes: recognised?.kind === "make" ? state.bodyTypes : selectedBodyTypes(state),
    ...record(CHOICES, (name) => state[name]),
    minRange: range.min,
    maxRange: range.max,
    maxPrice: priceCeiling(state),
    ...record(MEASURES, (name) => measureBounds(state, name)),
    ...record(LIMITS, (name) => state[name]),
    ...record(FLAGS, (name) => state[name]),
    keepMissing: state.keepMissing,
  };
}

export interface SliderView<Value extends number | Pair> {
  readonly bounds: SliderBounds;
  readonly value: Value;
  /** what is asked for, wherever the thumbs can stand */
  readonly exact: Value;
  /** false: the thumbs rest at their default and filter nothing */
  readonly touched: boolean;
}

/** Each end snapped, and the two kept apart (§4). */
export function snapPair([lower, upper]: Pair, bounds: SliderBounds): Pair {
  const { max, minGap = 0 } = bounds;
  const low = Math.min(snapToStep(lower, bounds), snapToStep(max - minGap, bounds));
  return [low, Math.max(snapToStep(upper, bounds), snapToStep(low + minGap, bounds))];
}

/** Untouched they rest at 350 miles and $250,000 (readings 5). */
export function showcaseView(state: FilterState): {
  range: SliderView<number>;
  price: SliderView<number>;
} {
  const miles = rangeBounds(state).min ?? DEFAULT_RANGE_MILES[0];
  const dollars = state.priceTouched ? state.price[0] : DEFAULT_PRICE_USD[0];
  return {
    range: single(miles, SHOWCASE_RANGE_MILES, state.rangeTouched),
    price: single(dollars, SHOWCASE_PRICE_USD, state.priceTouched),
  };
}

function single(value: number, bounds: SliderBounds, touched: boolean): SliderView<number> {
  return { bounds, value: snapToStep(value, bounds), exact: value, touched };
}

function pair(value: Pair, bounds: SliderBounds, touched: boolean): SliderView<Pair> {
  return { bounds, value: snapPair(value, bounds), exact: value, touched };
}

/** An untouched range shows 140-550 (readings 5). */
export function panelView(state: FilterState) {
  const dollars = state.priceTouched ? state.price[0] : DEFAULT_PRICE_USD[0];
  const [lower, upper] = panelRange(state);
  const miles = rangeBounds(state).min ?? lower;
  const shownUpper = isRangeCapped(state) ? upper : PANEL_RANGE_MILES.max;
  return {
    range: pair([miles, shownUpper], PANEL_RANGE_MILES, state.rangeTouched),
    price: single(dollars, PANEL_PRICE_USD, state.priceTouched),
    ...record(MEASURES, (name) => pair(state[name], FILTERS[name].bounds, isMeasured(state, name))),
  };
}
