export const CHANGES_PER_PAGE = 100; // beyond 2; the feed holds as many

/** Of one trim: its first and the latest ones. */
export const MOST_HISTORY_ENTRIES = 200;
