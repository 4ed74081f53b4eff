export const MAX_FILE_MEGABYTES = 64;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024;
/**
 * When a larger upload is refused, its connection is closed; the rest of a smaller one is read and discarded.
 */
export const MAX_DROPPED_BYTES = 4 * MAX_FILE_BYTES;
/** For a mapping, which may map every cell of a column. */
export const MAX_FORM_BYTES = 256 * 1024;
/** Maximum number of saved mappings (importing.md#saved-mappings). */
export const MAX_SAVED_MAPPINGS = 100;
export const MAX_MAPPING_NAME_CHARACTERS = 80;
/** If the headers of a mapping are longer than this, they are not listed. */
export const LISTED_HEADER_CHARACTERS = 4_000;
export const SAVED_MAPPING_LIMIT_BYTES = MAX_FORM_BYTES + 4 * 1024;
/** For the columns of a file and its mapping. */
export const COLUMNS_LIMIT_BYTES = 2 * MAX_FORM_BYTES;
/** As text; exports of the catalogue come back whole, whatever their size. */
export const MAX_ROWS = 50_000;
export const MAX_WORKBOOK_ROWS = 20_000;
/** Maximum number of rows that one import adds. */
export const MAX_ADDED_ROWS = 20_000;
/** After this many bad cells, the rest of the file is not read. */
export const MAX_BAD_CELLS = 20_000;
/** Maximum number of listed pairs of contradictory rows; all of them are counted. */
export const MAX_NAMED_REPEATS = 20_000;
export const MAX_COLUMNS = 200;
export const MAX_MAPPED_VALUES = 2_000;
export const MAX_MAKES = 100;
/** Cells repaired one by one. */
export const MAX_REPAIRED_CELLS = 2_000;
export const MAX_RULES = 20;
export const MAX_RULE_VALUES = 100;
export const MAX_UNIT_CHARACTERS = 40;
/** US dollars per unit of a currency. */
export const MAX_FOREIGN_RATE = 1_000;
/** Lines of titles above the header, not counting blank ones. */
export const MAX_TITLE_LINES = 20;
export const MAX_TITLE_CHARACTERS = 120;
export const MAX_VALUE_CHARACTERS = 80;
/** For a workbook, which is an archive (importing.md#workbooks). */
export const MAX_UNPACKED_MEGABYTES = 64;
export const MAX_UNPACKED_BYTES = MAX_UNPACKED_MEGABYTES * 1024 * 1024;
/** Limits the file to which a thread writes the rows of a sheet. */
export const MAX_SHEET_FILE_BYTES = 4 * MAX_UNPACKED_BYTES;
/** The same limit as in Excel. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Limit for one row of a workbook, since a cell may be far away from all others. */
export const MAX_CELLS = 1_000;
/** The limit for one workbook. */
export const MAX_SHEETS = 255;
/** Maximum number of sheets to join: their names must fit into the address of a call. */
export const MAX_SHEETS_AT_ONCE = 50;
/** Excel allows 31. */
export const MAX_SHEET_NAME_CHARACTERS = 100;
/** Reading a workbook is aborted after this time. */
export const WORKBOOK_MS = 60_000;
export const MAX_HEADER_CHARACTERS = 64 * 1024;
/** A row has at most one picture as data, of up to 7 million characters. */
export const MAX_RECORD_CHARACTERS = 8 * 1024 * 1024;
/** Each picture takes up to half a second to decode, and only one is decoded at a time. */
export const MAX_PICTURES = 50;
/** A client that reads nothing for this long is disconnected, since it keeps others from importing. */
export const UNREAD_ANSWER_MS = 30_000;
/** When an upload is stopped, up to this much more may have arrived than was reported. */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Each import holds its file's rows in memory. */
export const MAX_IMPORTS_AT_ONCE = 2;
/** Each upload is on disk until it has been read; with the rows of two workbooks, that is at most 1.9 GB. */
export const MAX_UPLOADS_AT_ONCE = 20;
/** No upload takes this long, so an older file was left behind by a killed server. */
export const OLDEST_UPLOAD_MS = 3_600_000;
/** How long a complete upload waits for its turn. */
export const IMPORT_WAIT_MS = 60_000;
/** How long an import and the values it has changed are stored (importing.md#undo). */
export const UNDO_DAYS = 30;

/** importing.md#result-texts */
export const NAMED_ADDITIONS = 5;
export const LISTED_ROWS = 100;
/** Limit for a check, whose table holds all rows at once. */
export const CHECKED_ROWS = 20_000;
/** Maximum length of each list in an answer with `list`: each bad row may have 200 long cells. */
export const MAX_LISTED_CHARACTERS = 16 * 1024 * 1024;
export const MAX_REASONS = 200;
export const NAMED_CELLS = 5;
export const NAMED_VALUES = 20;
/** How many values from a column's first rows are shown as samples. */
export const NAMED_SAMPLES = 3;
export const SAMPLED_ROWS = 50;
export const NAMED_UNUSUAL = 20;
