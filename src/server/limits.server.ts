/** General limits on what clients may send or hold; features have further limits of their own. */

export const BODY_LIMIT_BYTES = 8 * 1024 * 1024; // unless a call sets its own; fits a picture as a data URL
export const HEADERS_LIMIT_BYTES = 16 * 1024; // including the first line; Node's own default
export const ADDRESS_MAX_CHARACTERS = 8 * 1024; // our own links are far shorter
export const MAX_CONNECTIONS = 10_000; // 30 KB each, five times the number of event streams
export const CONNECTIONS_PER_ADDRESS = 256; // six and a stream per browser, for an office behind one address
/** Time limit for headers, against clients that send them very slowly... */
export const HEADERS_TIMEOUT_MS = 6_000;
/** ...for the body, enough for the longest review at 32 kbit/s... */
export const BODY_TIMEOUT_MS = 10_000;
/** ...and for a picture or a file: the largest CSV, 64 MB, at 2 Mbit/s. */
export const REQUEST_TIMEOUT_MS = 300_000;
export const TIMEOUT_CHECK_MS = 1_000; // Node's default is half a minute
/** Timeout of an idle connection. Common proxies close earlier, so we are never the first to close. */
export const IDLE_TIMEOUT_MS = 75_000;
/** Memory outside the heap, mostly for unread responses; a catalogue of 100,000 trims needs half of it. */
export const SHORT_MEMORY_BYTES = 256 * 1024 * 1024;
/** From then on, this much of a longer response must be read... */
export const UNREAD_LEAST_BYTES = 32 * 1024;
/** ...within this time, which even the slowest phone manages when its network pauses for a second or two, */
export const UNREAD_MS = 5_000;
/** and within this time when twice as much memory is in use, which an attacker can reach in a second. */
export const UNREAD_IN_NEED_MS = 500;

export const NEW_VISITORS_PER_HOUR = 30; // per address, ranking.md#visitors
/** An IPv6 /48 may have this many times as much as one address. */
export const NETWORK_FACTOR = 10;
export const LONGEST_COOKIE_SECONDS = 400 * 24 * 3600; // the maximum in browsers
export const LONGEST_RETRY_KEY = 200; // characters, calls.md#retries
export const RETRIES_MS = 24 * 3_600_000; // calls.md#retries
export const MAX_KEYS = 20_000; // per limit; the least recently seen keys are dropped first

/** The maximum of the databases' columns; no id is larger, and PostgreSQL rejects larger numbers. */
export const MAX_ID = 2 ** 31 - 1;
