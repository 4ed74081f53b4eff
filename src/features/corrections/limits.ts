/** Bounds of corrections (evidence.md#corrections, evidence.md#queue-of-corrections). */

export const CORRECTION_NOTE_MAX_CHARACTERS = 500;
export const CORRECTION_NAME_MAX_CHARACTERS = 80;
export const DECLINE_REASON_MAX_CHARACTERS = 300;
/** A body holds a link and a few texts, each character at its longest as JSON. */
export const CORRECTION_BODY_LIMIT_BYTES = 16 * 1024;

/** How many corrections one visitor, and one address, may send within the time. */
export const CORRECTIONS_PER_VISITOR = 10;
export const CORRECTIONS_PER_ADDRESS = 10;
export const CORRECTION_WINDOW_MS = 60 * 60_000;

/** An answer is waited for so long; the server gives one in less, also when its database is slow. */
export const CORRECTION_WAIT_MS = 20_000;

/** More are refused until administrators have decided some. */
export const MOST_WAITING_CORRECTIONS = 2_000;
export const FULL_RETRY_SECONDS = 3_600;
export const CORRECTIONS_PER_PAGE = 20;

/** How long a correction keeps its sender's name and note after it was decided. */
export const SENDER_KEPT_DAYS = 90;
/** Looked for at the start, and then so often. */
export const ERASE_EVERY_MS = 24 * 60 * 60_000;
export const FIRST_ERASE_MS = 60_000;
