import type { SliderScale } from "../../domain/slider-value.ts";
import { type Bounds, OPEN } from "../../domain/filters/bounds.ts";
import { BOUNDS, CHOICES, FILTERS, FLAGS, LIMITS } from "../../domain/filters/filters.ts";
import { selectedBodyTypes, selectedMakes } from "./filter-selections.ts";
import type { FilterState, PairName } from "./filter-state.ts";
import { NO_FILTER, type VehicleFilter } from "../../domain/filters/find-models.ts";
import { recognizeSearch, wordsOf } from "../../domain/filters/search.ts";
import {
  DEFAULT_PRICE_USD,
  DEFAULT_RANGE_MILES,
  PANEL_PRICE_USD,
  PANEL_RANGE_MILES,
  SHOWCASE_PRICE_USD,
  SHOWCASE_RANGE_MILES,
  type SliderEnds,
} from "../../domain/filters/slider-scales.ts";
import { record } from "../../domain/records.ts";

/** At least 140 once touched (finding.md#range-and-price). */
export function rangeBounds({ range }: Pick<FilterState, "range">): Bounds {
  return range ? { ...range, min: Math.max(range.min ?? 0, PANEL_RANGE_MILES.min) } : OPEN;
}

/** A maximum at the end of either slider means no maximum (finding.md#range-and-price). */
export function priceCeiling({ price }: Pick<FilterState, "price">): number | null {
  return price === SHOWCASE_PRICE_USD.max || price === PANEL_PRICE_USD.max ? null : price;
}

/** @param makes the catalogue's brands: a search text that names one selects it */
export function toVehicleFilter(state: FilterState, makes: readonly string[]): VehicleFilter {
  const recognized = recognizeSearch(state.search, makes);
  const range = rangeBounds(state);
  return {
    ...NO_FILTER,
    words: recognized === null ? wordsOf(state.search) : [],
    makes: selectedMakes(state, makes),
    bodyTypes: recognized?.kind === "make" ? state.bodyTypes : selectedBodyTypes(state),
    ...record(CHOICES, (name) => state[name]),
    minRange: range.min,
    maxRange: range.max,
    maxPrice: priceCeiling(state),
    ...record(BOUNDS, (name) => state[name] ?? OPEN),
    ...record(LIMITS, (name) => state[name]),
    ...record(FLAGS, (name) => state[name]),
    keepMissing: state.keepMissing,
    rowIds: state.rowIds,
  };
}

export interface SliderView<Value extends number | SliderEnds> {
  readonly scale: SliderScale;
  /** what filters, which the thumbs may be unable to show */
  readonly value: Value;
  /** false while the thumbs are at their default and do not filter */
  readonly isSet: boolean;
}

/** An untouched thumb is at 350 miles (finding.md#range-and-price). */
export function minRangeView(state: Pick<FilterState, "range">): SliderView<number> {
  const value = rangeBounds(state).min ?? DEFAULT_RANGE_MILES[0];
  return { scale: SHOWCASE_RANGE_MILES, value, isSet: state.range !== null };
}

/** An untouched thumb is at $250,000 (finding.md#range-and-price). */
export function priceView(
  { price }: Pick<FilterState, "price">,
  scale: SliderScale,
): SliderView<number> {
  return { scale, value: price ?? DEFAULT_PRICE_USD[0], isSet: price !== null };
}

/** Null for bounds without a slider. An untouched range shows 140-550 (finding.md#range-and-price). */
export function sliderView(
  state: Pick<FilterState, PairName>,
  name: PairName,
): SliderView<SliderEnds> | null {
  const { slider } = FILTERS[name];
  if (!slider) return null;
  const { min, max } = state[name] ?? OPEN;
  return {
    scale: slider,
    value: [min ?? slider.min, max ?? slider.max],
    isSet: state[name] !== null,
  };
}
