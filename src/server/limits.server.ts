/** General limits on what clients may send or hold; features have further limits of their own. */

export const NEW_VISITORS_PER_HOUR = 30; // per address, ranking.md#visitors
/** An IPv6 /48 may have this many times as much as one address. */
export const NETWORK_FACTOR = 10;
export const LONGEST_COOKIE_SECONDS = 400 * 24 * 3600; // the maximum in browsers
export const LONGEST_RETRY_KEY = 200; // characters, calls.md#retries
export const RETRIES_MS = 24 * 3_600_000; // calls.md#retries
export const MAX_KEYS = 20_000; // per limit; the least recently seen keys are dropped first

/** The maximum of the databases' columns; no id is larger, and PostgreSQL rejects larger numbers. */
export const MAX_ID = 2 ** 31 - 1;
