/** General limits on what clients may send or hold; features have further limits of their own. */

export const LONGEST_COOKIE_SECONDS = 400 * 24 * 3600; // the maximum in browsers
export const RETRIES_MS = 24 * 3_600_000; // calls.md#retries

/** The maximum of the databases' columns; no id is larger, and PostgreSQL rejects larger numbers. */
export const MAX_ID = 2 ** 31 - 1;
