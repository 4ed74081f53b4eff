export const MAX_FILE_MEGABYTES = 64;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024;
/** Limits text files; exports of the catalogue come back whole, whatever their size. */
export const MAX_ROWS = 50_000;
export const MAX_WORKBOOK_ROWS = 20_000;
export const MAX_COLUMNS = 200;
export const MAX_MAKES = 100;
/** US dollars per unit of a currency. */
export const MAX_FOREIGN_RATE = 1_000;
/** Lines of titles above the header, not counting blank ones. */
export const MAX_TITLE_LINES = 20;
export const MAX_VALUE_CHARACTERS = 80;
/** Limit for one row of a workbook, since a cell may be far away from all others. */
export const MAX_CELLS = 1_000;
/** Excel allows 31. */
export const MAX_SHEET_NAME_CHARACTERS = 100;
/** A row has at most one picture as data, of up to 7 million characters. */
export const MAX_RECORD_CHARACTERS = 8 * 1024 * 1024;
/** How long an import and the values it has changed are stored (importing.md#undo). */
export const UNDO_DAYS = 30;

export const LISTED_ROWS = 100;
export const MAX_REASONS = 200;
export const NAMED_CELLS = 5;
export const NAMED_VALUES = 20;
/** How many values from a column's first rows are shown as samples. */
export const NAMED_SAMPLES = 3;
export const MAX_NAMED_UNITS = 10;
export const NAMED_UNUSUAL = 20;
