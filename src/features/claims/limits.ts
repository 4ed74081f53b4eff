/** Limits of claims (evidence.md#claims, evidence.md#claims-as-a-file). */

export const CLAIM_SOURCE_MAX_CHARACTERS = 160;
export const CLAIM_NOTE_MAX_CHARACTERS = 300;
export const LINK_MAX_CHARACTERS = 2_048;
/** Maximum number of claims for one figure of a row. */
export const MOST_CLAIMS_PER_FIGURE = 40;
/** Room for a link and three texts, even with every character escaped in JSON. */
export const CLAIM_BODY_LIMIT_BYTES = 16 * 1024;

export const MAX_CLAIM_FILE_MEGABYTES = 16;
export const MAX_CLAIM_FILE_BYTES = MAX_CLAIM_FILE_MEGABYTES * 1024 * 1024;
/** Seven times the number in the starter catalogue. */
export const MAX_CLAIMS_PER_FILE = 50_000;
/** Many times the longest claim: a line beyond it has a quotation mark that is never closed. */
export const MAX_CLAIM_LINE_CHARACTERS = 1024 * 1024;
/** After this many bad cells, the rest are not listed. */
export const MAX_BAD_CLAIM_CELLS = 1_000;
/** Each upload keeps its file in memory, so further uploads wait. */
export const CLAIM_FILES_AT_ONCE = 2;
export const CLAIM_FILES_WAITING = 10;
