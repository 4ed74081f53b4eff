/** everywhere.md#fresh-reads */
export const LIST_STALE_MS = 10_000;
/** Until then readers get what was read before. */
export const READ_RETRY_MS = 1_000;

/** How many models a document shows of a part of the list. */
export const FIRST_CARDS = 24;
/** How many the home page's document shows, about two screens: scripts load the others. */
export const LANDING_CARDS = 8;
/** finding.md#model-dialog, limits-and-texts.md#timings */
export const MODEL_ROW_HIGHLIGHT_MS = 2_000;
/** Cards beyond the edges of the list, so that a fling shows no gap. */
export const LIST_OVERSCAN = 5;
/** Rows rendered beyond the window while results change with each key, and the rest that ends this. */
export const LIST_OVERSCAN_CHANGING = 1;
export const LIST_REST_MS = 300;
/** The height that the server assumes, until the browser has measured it. */
export const LIST_INITIAL_HEIGHT_PX = 800;
/** Number of cards visible without scrolling. */
export const ALWAYS_WHOLE_CARDS = 3;
/** limits-and-texts.md#timings */
export const SCROLLBAR_HIDE_DELAY_MS = 600;
/** Cars that a figure is compared with at least, for its place among them. */
export const PLACE_MIN_OTHERS = 10;
