/** Trims of a comparison (§9). */
export const MAX_COMPARED = 3;

/** Ids that are read from an address, which may hold deleted ones (readings 5). */
export const MAX_ADDRESS_IDS = 12;

export const MODELS_A_PAGE = 24;

export const MAX_SUGGESTIONS = 50;

export const MIN_REVIEWS_FOR_BEST = 10;

/** Of a verdict (beyond 3). */
export const MAX_DIFFERENCES = 3;
