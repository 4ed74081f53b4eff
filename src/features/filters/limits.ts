/** Discover filters (finding.md#filter-state). */

/** Two ends of a filter, lower first. */
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
 * What may be typed, as in addresses; the sliders' thumbs then rest at their ends (finding.md#typed-figures).
 */
export const TYPED_PRICE_USD = { min: 1_000, max: 9_999_999 };
export const TYPED_RANGE_MILES = { min: PANEL_RANGE_MILES.min, max: 2_000 };
export const ACCELERATION_SECONDS = { min: 2.5, max: 9.5, step: 0.1, minGap: 0.1 }; // finding.md#sliders
export const CARGO_CUBIC_FEET = { min: 0, max: 100, step: 1, minGap: 1 }; // finding.md#sliders
export const TOP_SPEED_MPH = { min: 100, max: 200, step: 1, minGap: 1 }; // finding.md#sliders
/** 10-80 %, seats and consumption: what beyond the specification may be asked for (finding.md#sliders). */
export const CHARGING_MINUTES = { min: 5, max: 90, step: 1 };
export const CONSUMPTION_KWH = { min: 10, max: 150, step: 0.1 }; // for 100 miles, finding.md#sliders
export const CONSUMPTION_SLIDER_KWH = { min: 20, max: 70, step: 0.5 };
export const SEATS = { min: 2, max: 9, step: 1 };

export const DEFAULT_RANGE_MILES: Pair = [350, 550]; // finding.md#sliders
export const DEFAULT_PRICE_USD: Pair = [250_000, 475_000]; // finding.md#sliders

/** The upper bound is lifted so far above a new lower one (finding.md#range-and-price). */
export const RANGE_LIFT_MILES = 50;

export const QUICK_RESET_RANGE_MILES: Pair = [100, 550]; // finding.md#quick-filters
export const QUICK_RESET_PRICE_USD: Pair = [20_000, 450_000]; // finding.md#quick-filters
export const QUICK_TOP_MODELS = 5; // finding.md#quick-filters
export const BUDGET_CEILING_USD = 35_000; // finding.md#quick-filters
/** When a quick filter is chosen (finding.md#quick-filters). */
export const QUICK_SCROLL_MS = 1500;

export const TAX_CREDIT_USD = 7500; // finding.md#tax-credit

export const FLAG_CHECK_MS = 500; // finding.md#sliders
export const RESTORE_DELAY_MS = 300; // finding.md#stored-filters
export const ANDROID_RESTORE_DELAY_MS = 3000; // finding.md#stored-filters

/** What an address or a stored value may hold. */
export const SEARCH_MAX_CHARACTERS = 100;
export const LIST_MAX_VALUES = 60;
export const VALUE_MAX_CHARACTERS = 60;

/**
 * Sliders side by side, five logos at a time (finding.md#range-and-price, finding.md#brands); the style
 * sheets repeat it.
 */
export const WIDE_SCREEN = "(min-width: 768px)";
/** The panel stands beside the list (finding.md#the-list); the style sheet repeats it. */
export const PANEL_SCREEN = "(min-width: 1024px)";
/** Long enough that a dragged thumb announces once, short enough to answer a click. */
export const ANNOUNCEMENT_DELAY_MS = 700;
/** The most numerous; the panel shows the rest on demand. */
export const FIRST_BRANDS = 8;
/** The list then has a search box. */
export const SEARCHABLE_BRANDS = 10;
export const MAX_SUGGESTIONS = 4;
/** Takes the focus from controls that disappear when pressed. */
export const MATCH_COUNT_ID = "match-count";
/** The list with what is said above it. */
export const RESULTS_ID = "results";
