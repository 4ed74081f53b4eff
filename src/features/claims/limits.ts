/** Limits of claims (evidence.md#claims, evidence.md#claims-as-a-file). */

export const CLAIM_SOURCE_MAX_CHARACTERS = 160;
export const CLAIM_NOTE_MAX_CHARACTERS = 300;
/** Maximum number of claims for one figure of a row. */
export const MOST_CLAIMS_PER_FIGURE = 40;

/** After this many bad cells, the rest are not listed. */
export const MAX_BAD_CLAIM_CELLS = 1_000;
