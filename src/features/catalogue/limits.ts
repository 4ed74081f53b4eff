/** How long the public list counts as fresh (§7). */
export const LIST_STALE_MS = 10_000;
/** How soon a database that did not answer is asked again; readers get what was read before. */
export const READ_RETRY_MS = 1_000;

/** §2, §9: the detail page is scrolled to its top at these times after arrival. */
export const DETAIL_TOP_SCROLL_MS = [0, 100, 300, 600, 900, 1_200] as const;
/** The reviews are scrolled to again when pictures and fonts have come. */
export const DETAIL_REVIEWS_SCROLL_MS = [0, 300] as const;
/** §4: on return the position is restored at these times, until the page is tall enough. */
export const RESTORE_SCROLL_MS = [0, 60, 150, 300, 600, 1_000, 1_600, 2_400, 3_400] as const;
/** An older position belongs to another visit. */
export const SCROLL_POSITION_MAX_AGE_MS = 30 * 60_000;
/** Cards in the document, about three screens. */
export const FIRST_CARDS = 24;
/** §2, §9: the model-detail dialog highlights the clicked row so long. */
export const MODEL_ROW_HIGHLIGHT_MS = 2_000;
/** §2: more thumbnails of other trims scroll sideways. */
export const MAX_TRIM_COLUMNS = 3;
/** Cards drawn beyond the edges of the list, so that a fling shows no gap. */
export const LIST_OVERSCAN = 5;
/** While what passes changes with each key, so many; the rest when it has rested for so long. */
export const LIST_OVERSCAN_CHANGING = 1;
export const LIST_REST_MS = 300;
/** The list's height as the server assumes it, until it is measured. */
export const LIST_INITIAL_HEIGHT_PX = 800;
