/** A comparison holds at most so many trims (§9). */
export const MAX_COMPARED = 3;

/** Ids that are read from an address at all; it may hold some that are gone (readings 5). */
export const MAX_ADDRESS_IDS = 12;

/** Models that the grid and the picker show at a time. */
export const MODELS_A_PAGE = 24;

/** Models that a slot's search lists; the rest is a matter of typing on. */
export const MAX_SUGGESTIONS = 50;

/** A rating from fewer reviews is never marked as best. */
export const MIN_REVIEWS_FOR_BEST = 10;
