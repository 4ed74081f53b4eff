/** Limits of corrections (evidence.md#corrections, evidence.md#queue-of-corrections). */

export const CORRECTION_NOTE_MAX_CHARACTERS = 500;
export const CORRECTION_NAME_MAX_CHARACTERS = 80;
export const DECLINE_REASON_MAX_CHARACTERS = 300;
/** Room for a link and a few texts, even with every character escaped in JSON. */
export const CORRECTION_BODY_LIMIT_BYTES = 16 * 1024;

export const CORRECTIONS_PER_PAGE = 20;

export const MOST_CORRECTIONS_PER_DECISION = 200;
