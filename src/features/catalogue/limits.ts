/** everywhere.md#fresh-reads */
export const LIST_STALE_MS = 10_000;

/** Number of models in the document for one part of the list. */
export const FIRST_CARDS = 24;
/** Number of models in the home page's document, about two screens; scripts load the others. */
export const LANDING_CARDS = 8;
/** finding.md#model-dialog, limits-and-texts.md#timings */
export const MODEL_ROW_HIGHLIGHT_MS = 2_000;
/** Number of cards rendered beyond the edges of the list, so that fast scrolling shows no gap. */
export const LIST_OVERSCAN = 5;
/** Used instead while results change with each key, until they have been stable for the time below. */
export const LIST_OVERSCAN_CHANGING = 1;
export const LIST_REST_MS = 300;
/** The height that the server assumes until the browser has measured it. */
export const LIST_INITIAL_HEIGHT_PX = 800;
/** Number of cards visible without scrolling. */
export const ALWAYS_WHOLE_CARDS = 3;
/** limits-and-texts.md#timings */
export const SCROLLBAR_HIDE_DELAY_MS = 600;
