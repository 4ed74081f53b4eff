/** dashboard.md#list-and-pages */
export const ROWS_PER_PAGE = 10;
export const PAGE_SIZES = [ROWS_PER_PAGE, 25, 50, 100] as const;

export const SEARCH_REST_MS = 250;
export const SEARCH_MAX_CHARACTERS = 200;

/** grid.md#columns: maximum number of decimals in the table */
export const SHOWN_DECIMALS = 2;

export const VIEW_NAME_MAX_CHARACTERS = 80;

/** grid.md#known-names: per answer, and per list below an input */
export const MOST_KNOWN_NAMES = 1000;

export const MOST_ROWS_PER_PAGE = 1000;
/** calls.md#many-rows: per change or deletion. */
export const MOST_ROWS_PER_CHANGE = 1000;
export const FIGURE_BODY_LIMIT_BYTES = 1024;

export const ACTIVITY_PER_ANSWER = 50;
export const MOST_ACTIVITY_PER_ANSWER = 200;

export const MODERATED_REVIEWS = 20;
