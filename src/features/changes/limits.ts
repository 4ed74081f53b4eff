export const CHANGES_PER_PAGE = 100; // calls.md#change-calls; the feed has the same number

/** Entries per trim: the first one and the latest ones. */
export const MOST_HISTORY_ENTRIES = 200;
