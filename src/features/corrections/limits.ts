/** Limits of corrections (evidence.md#corrections, evidence.md#queue-of-corrections). */

export const CORRECTION_NOTE_MAX_CHARACTERS = 500;
export const CORRECTION_NAME_MAX_CHARACTERS = 80;
export const DECLINE_REASON_MAX_CHARACTERS = 300;
/** Room for a link and a few texts, even with every character escaped in JSON. */
export const CORRECTION_BODY_LIMIT_BYTES = 16 * 1024;

/** Maximum number of corrections per visitor, and per address, within the period. */
export const CORRECTIONS_PER_VISITOR = 10;
export const CORRECTIONS_PER_ADDRESS = 10;
export const CORRECTION_WINDOW_MS = 60 * 60_000;

/** How long to wait for an answer. The server answers sooner, even when its database is slow. */
export const CORRECTION_WAIT_MS = 20_000;

/** Beyond this, corrections are refused until administrators have decided some. */
export const MOST_WAITING_CORRECTIONS = 2_000;
export const FULL_RETRY_SECONDS = 3_600;
export const CORRECTIONS_PER_PAGE = 20;

export const MOST_CORRECTIONS_PER_DECISION = 200;
