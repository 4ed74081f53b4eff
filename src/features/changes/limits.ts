export const CHANGES_PER_PAGE = 100; // calls.md#change-calls; the feed holds as many

/** Entries per trim: its first and the latest ones. */
export const MOST_HISTORY_ENTRIES = 200;
