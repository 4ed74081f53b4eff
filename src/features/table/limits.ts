/** In a document, for whoever has no JavaScript (table.md#without-javascript). */
export const TABLE_PAGE_ROWS = 50;
/** Before a row is measured; the style sheet says it, too. */
export const ROW_HEIGHT_PX = 48;
/** Rows beyond the edges of the table, so that a fling shows no gap. */
export const ROWS_OVERSCAN = 6;
/** As the server assumes it, until it is measured. */
export const TABLE_INITIAL_HEIGHT_PX = 800;
