/** §9 Admin */
export const ROWS_PER_PAGE = 10;
/** §2, §9: a clicked row */
export const ROW_HIGHLIGHT_MS = 3000;
/** §4, §9: after a seating or cargo edit */
export const RELOAD_AFTER_EDIT_MS = 1000;

/** Typing shows at once; the search is asked for when it has rested this long. */
export const SEARCH_REST_MS = 250;
export const SEARCH_MAX_CHARACTERS = 200;
