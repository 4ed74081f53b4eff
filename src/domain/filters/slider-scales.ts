/** Ends and steps of Discover's sliders, and where untouched thumbs are (finding.md#sliders). */

/** Lower and upper end. */
export type SliderEnds = readonly [number, number];

export const DEFAULT_RANGE_MILES: SliderEnds = [350, 550];
export const DEFAULT_PRICE_USD: SliderEnds = [250_000, 475_000];
export const SHOWCASE_RANGE_MILES = { min: 150, max: 550, step: 5 };
export const PANEL_RANGE_MILES = { min: 140, max: 550, step: 5, minGap: 5 };
export const SHOWCASE_PRICE_USD = { min: 30_000, max: 475_000, step: 1000 };
export const PANEL_PRICE_USD = { min: 30_000, max: 500_000, step: 5000 };
/** Bounds of typed values, also in addresses; the thumbs then stay at their ends (finding.md#typed-figures). */
export const TYPED_PRICE_USD = { min: 1_000, max: 9_999_999 };
export const TYPED_RANGE_MILES = { min: PANEL_RANGE_MILES.min, max: 2_000 };
export const ACCELERATION_SECONDS = { min: 2.5, max: 9.5, step: 0.1, minGap: 0.1 };
export const CHARGING_MINUTES = { min: 5, max: 90, step: 1 }; // from 10 to 80 %
export const CONSUMPTION_KWH = { min: 10, max: 150, step: 0.1 }; // per 100 miles
export const SEATS = { min: 2, max: 9, step: 1 };
export const MODEL_YEARS = { min: 2020, max: 2030 }; // vehicles.md#field-rules
