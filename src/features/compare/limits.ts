/** Maximum number of trims in a comparison (comparing.md#selection). */
export const MAX_COMPARED = 3;

/**
 * Maximum number of ids read from an address, which may contain deleted ones
 * (comparing.md#comparison-in-the-address).
 */
export const MAX_ADDRESS_IDS = 12;

export const MODELS_A_PAGE = 24;

export const MAX_SUGGESTIONS = 50;

export const MIN_REVIEWS_FOR_BEST = 10;

/** Bounds of a verdict (comparing.md#verdict). */
export const MAX_DIFFERENCES = 3;
