/** Limits of claims (evidence.md#claims, evidence.md#claims-as-a-file). */

export const CLAIM_SOURCE_MAX_CHARACTERS = 160;
export const CLAIM_NOTE_MAX_CHARACTERS = 300;
export const LINK_MAX_CHARACTERS = 2_048;
/** Maximum number of claims for one figure of a row. */
export const MOST_CLAIMS_PER_FIGURE = 40;

export const MAX_CLAIM_FILE_MEGABYTES = 16;
export const MAX_CLAIM_FILE_BYTES = MAX_CLAIM_FILE_MEGABYTES * 1024 * 1024;
/** After this many bad cells, the rest are not listed. */
export const MAX_BAD_CLAIM_CELLS = 1_000;
