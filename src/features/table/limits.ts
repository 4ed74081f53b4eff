/** Number of rows in a document, for visitors without JavaScript (table.md#without-javascript). */
export const TABLE_PAGE_ROWS = 50;
/** Used before a row is measured; the style sheet has the same value. */
export const ROW_HEIGHT_PX = 48;
/** Number of rows rendered beyond the edges of the table, so that fast scrolling shows no gap. */
export const ROWS_OVERSCAN = 6;
/** Assumed by the server, and until it is measured. */
export const TABLE_INITIAL_HEIGHT_PX = 800;
