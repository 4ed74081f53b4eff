export const MAX_FILE_MEGABYTES = 64;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024;
/** A larger upload is cut off when it is refused; of others the rest is taken and dropped. */
export const MAX_DROPPED_BYTES = 4 * MAX_FILE_BYTES;
/** Of a mapping, which may say what every cell of a column stands for. */
export const MAX_FORM_BYTES = 256 * 1024;
/** How many mappings can be saved (importing.md#saved-mappings). */
export const MAX_SAVED_MAPPINGS = 100;
export const MAX_MAPPING_NAME_CHARACTERS = 80;
/** Headers of a mapping beyond that are not listed. */
export const LISTED_HEADER_CHARACTERS = 4_000;
export const SAVED_MAPPING_LIMIT_BYTES = MAX_FORM_BYTES + 4 * 1024;
export const MAX_ROWS = 200_000;
/** Past so many bad cells the rest of the file is not read. */
export const MAX_BAD_CELLS = 20_000;
/** Pairs of rows of one EV that contradict each other; all of them are counted. */
export const MAX_NAMED_REPEATS = 20_000;
export const MAX_COLUMNS = 200;
export const MAX_MAPPED_VALUES = 2_000;
export const MAX_MAKES = 100;
/** Repaired one by one. */
export const MAX_REPAIRED_CELLS = 2_000;
export const MAX_RULES = 20;
export const MAX_RULE_VALUES = 100;
/** US dollars for one of a currency. */
export const MAX_FOREIGN_RATE = 1_000;
/** Lines of titles above the header, without the blank ones. */
export const MAX_TITLE_LINES = 20;
export const MAX_TITLE_CHARACTERS = 120;
export const MAX_VALUE_CHARACTERS = 80;
/** Of a workbook, which is an archive (importing.md#workbooks). */
export const MAX_UNPACKED_MEGABYTES = 64;
export const MAX_UNPACKED_BYTES = MAX_UNPACKED_MEGABYTES * 1024 * 1024;
/** Limits the rows of a sheet that a thread writes down. */
export const MAX_SHEET_FILE_BYTES = 4 * MAX_UNPACKED_BYTES;
/** As many as Excel has. */
export const MAX_SHEET_ROWS = 1_048_576;
/** The limit for one row of a workbook, where a cell may stand far beyond all others. */
export const MAX_CELLS = 1_000;
/** The limit for one workbook. */
export const MAX_SHEETS = 255;
/** How many sheets may be joined: their names have to fit into the address of a call. */
export const MAX_SHEETS_AT_ONCE = 50;
/** Excel allows 31. */
export const MAX_SHEET_NAME_CHARACTERS = 100;
/** A workbook that takes longer is given up. */
export const WORKBOOK_MS = 60_000;
export const MAX_HEADER_CHARACTERS = 64 * 1024;
/** A row holds at most one picture as data, of 7 million characters. */
export const MAX_RECORD_CHARACTERS = 8 * 1024 * 1024;
/** Each is decoded, up to half a second long, and one at a time for everybody. */
export const MAX_PICTURES = 50;
/** An answer that is not read for so long is given up, since it keeps others from importing. */
export const UNREAD_ANSWER_MS = 30_000;
/** Of a file whose sending is stopped: so much more than was told may have arrived. */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Each one holds its file's rows in memory. */
export const MAX_IMPORTS_AT_ONCE = 2;
/** Each has its file on the disk until it has been read: with the rows of two workbooks 1.9 GB at most. */
export const MAX_UPLOADS_AT_ONCE = 20;
/** No upload takes this long, so an older one was left by a killed server. */
export const OLDEST_UPLOAD_MS = 3_600_000;
/** How long a complete upload waits for its turn to be read. */
export const IMPORT_WAIT_MS = 60_000;
/** Of an import, with the values that it has changed (importing.md#undo). */
export const UNDO_DAYS = 30;

/** importing.md#result-texts */
export const NAMED_ADDITIONS = 5;
export const LISTED_ROWS = 100;
/** The limit for a check, whose table holds all rows at once. */
export const CHECKED_ROWS = 20_000;
/** How long each list of an answer with `list` may get: bad rows may have 200 long cells each. */
export const MAX_LISTED_CHARACTERS = 16 * 1024 * 1024;
export const MAX_REASONS = 200;
export const NAMED_CELLS = 5;
export const NAMED_VALUES = 20;
/** How many values of a column's first rows are shown as samples. */
export const NAMED_SAMPLES = 3;
export const SAMPLED_ROWS = 50;
export const NAMED_UNUSUAL = 20;
