/** Number of rows in a document, for visitors without JavaScript (table.md#without-javascript). */
export const TABLE_PAGE_ROWS = 50;
