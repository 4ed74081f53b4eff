/** dashboard.md#list-and-pages */
export const ROWS_PER_PAGE = 10;
export const PAGE_SIZES = [ROWS_PER_PAGE, 25, 50, 100] as const;
/** dashboard.md#list-and-pages: how long a clicked row is highlighted */
export const ROW_HIGHLIGHT_MS = 3000;
/** grid.md#saving-a-cell: delay of the reload after a seating or cargo edit */
export const RELOAD_AFTER_EDIT_MS = 1000;

export const SEARCH_REST_MS = 250;
export const SEARCH_MAX_CHARACTERS = 200;
/** maximum length of the column filters as JSON */
export const FILTERS_MAX_CHARACTERS = 4000;

/** grid.md#columns: maximum number of decimals in the table */
export const SHOWN_DECIMALS = 2;
export const SAVED_MARK_MS = 2500;

/** dashboard.md#saved-views: per administrator */
export const MOST_SAVED_VIEWS = 50;
export const VIEW_NAME_MAX_CHARACTERS = 80;
/** Servers refuse longer addresses. */
export const VIEW_QUERY_MAX_CHARACTERS = 8000;

/** grid.md#known-names: per answer, and per list below an input */
export const MOST_KNOWN_NAMES = 1000;
export const MOST_OFFERED_NAMES = 50;

export const MOST_ROWS_PER_PAGE = 1000;
/** calls.md#many-rows: per change or deletion. */
export const MOST_ROWS_PER_CHANGE = 1000;
export const FIGURE_BODY_LIMIT_BYTES = 1024;

export const ACTIVITY_PER_ANSWER = 50;
export const MOST_ACTIVITY_PER_ANSWER = 200;
/** The page is not reloaded while a save is running; it tries again after this time. */
export const RELOAD_RETRY_MS = 200;
/** Readers send corrections and flags, and no event reports those, so they are polled. */
export const CORRECTIONS_POLL_MS = 15_000;
/** Longer clipboard text is not treated as a block of cells. */
export const MAX_PASTED_CHARACTERS = 500_000;
