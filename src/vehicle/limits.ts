/** Bounds of an EV row. Those of §5 and readings 2 say so; the rest only keep nonsense out. */

/** §5, §9 */
export const MIN_YEAR = 2020;
/** §5, §9 */
export const MAX_YEAR = 2030;
/** §5: the input's minimum; readings 2 hold it on the server too */
export const MIN_SEATS = 2;
/** §5, §9 */
export const MAX_SEATS = 9;

export const MAX_PRICE_USD = 10_000_000;
export const MAX_RANGE_MILES = 2_000;
/** a day */
export const MAX_CHARGING_MINUTES = 1_440;
export const MAX_ACCELERATION_SECONDS = 120;
export const MAX_TOP_SPEED_MPH = 500;
export const MAX_CARGO_CUBIC_FEET = 2_000;
export const MAX_BATTERY_KWH = 2_000;
export const MAX_CHARGING_POWER_KW = 5_000;

export const MAX_MAKE_CHARACTERS = 60;
export const MAX_MODEL_CHARACTERS = 80;
export const MAX_TRIM_CHARACTERS = 120;
export const MAX_IMAGE_ADDRESS_CHARACTERS = 2_048;
/** A picture of 5 MB in base64; it is moved to our own store when saved (readings 3). */
export const MAX_IMAGE_DATA_CHARACTERS = 7_000_000;
