/** Discover filters (finding.md#filter-state). */

/** Lower and upper end of a filter. */
export type Pair = readonly [number, number];

export const SHOWCASE_RANGE_MILES = { min: 150, max: 550, step: 5, minGap: 0 }; // finding.md#sliders
export const PANEL_RANGE_MILES = { min: 140, max: 550, step: 5, minGap: 5 }; // finding.md#sliders
export const SHOWCASE_PRICE_USD = {
  min: 30_000,
  max: 475_000,
  step: 1000,
  minGap: 0,
}; // finding.md#sliders
export const PANEL_PRICE_USD = { min: 30_000, max: 500_000, step: 5000, minGap: 0 }; // finding.md#sliders
/**
 * Bounds of typed values, also in addresses; the sliders' thumbs then stay at their ends
 * (finding.md#typed-figures).
 */
export const TYPED_PRICE_USD = { min: 1_000, max: 9_999_999 };
export const TYPED_RANGE_MILES = { min: PANEL_RANGE_MILES.min, max: 2_000 };
export const ACCELERATION_SECONDS = { min: 2.5, max: 9.5, step: 0.1, minGap: 0.1 }; // finding.md#sliders
export const CARGO_CUBIC_FEET = { min: 0, max: 100, step: 1, minGap: 1 }; // finding.md#sliders
export const TOP_SPEED_MPH = { min: 100, max: 200, step: 1, minGap: 1 }; // finding.md#sliders
/** Bounds of filters beyond the specification: 10-80 %, seats and consumption (finding.md#sliders). */
export const CHARGING_MINUTES = { min: 5, max: 90, step: 1 };
export const CONSUMPTION_KWH = { min: 10, max: 150, step: 0.1 }; // per 100 miles, finding.md#sliders
export const CONSUMPTION_SLIDER_KWH = { min: 20, max: 70, step: 0.5 };
export const SEATS = { min: 2, max: 9, step: 1 };
export const MODEL_YEARS = { min: 2020, max: 2030 }; // vehicles.md#field-rules
/** Typed bounds are rounded to this, as precisely as an address can write them (finding.md#bounds). */
export const TYPED_BOUND_STEP = 0.01;

export const DEFAULT_RANGE_MILES: Pair = [350, 550]; // finding.md#sliders
export const DEFAULT_PRICE_USD: Pair = [250_000, 475_000]; // finding.md#sliders

/** The upper bound is raised to this far above a new lower bound (finding.md#range-and-price). */
export const RANGE_LIFT_MILES = 50;

export const QUICK_RESET_RANGE_MILES: Pair = [100, 550]; // finding.md#quick-filters
export const QUICK_RESET_PRICE_USD: Pair = [20_000, 450_000]; // finding.md#quick-filters
export const QUICK_TOP_MODELS = 5; // finding.md#quick-filters
export const BUDGET_CEILING_USD = 35_000; // finding.md#quick-filters
export const TAX_CREDIT_USD = 7500; // finding.md#tax-credit

/** Maximum length in an address or a stored value. */
export const SEARCH_MAX_CHARACTERS = 100;
export const LIST_MAX_VALUES = 60;
/** As many as can be saved. */
export const MAX_ROW_IDS = 100;
export const VALUE_MAX_CHARACTERS = 60;
