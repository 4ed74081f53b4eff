/** Models that "Recently viewed" remembers; the last ones win. */
export const RECENTLY_VIEWED_MODELS = 8;
/** Longer texts were not written by us. */
export const VIEWED_TEXT_MAX_CHARACTERS = 2_000;
