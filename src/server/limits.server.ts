/** General limits on what clients may send or hold; features have further limits of their own. */

export const BODY_LIMIT_BYTES = 8 * 1024 * 1024; // unless a call sets its own; fits a picture as a data URL
export const ADDRESS_MAX_CHARACTERS = 8 * 1024; // our own links are far shorter
export const MAX_CONNECTIONS = 10_000; // 30 KB each, five times the number of event streams
export const HEADERS_TIMEOUT_MS = 6_000; // against clients that send them very slowly
/** Time limit for a whole request: the largest CSV, 64 MB, at 2 Mbit/s. */
export const REQUEST_TIMEOUT_MS = 300_000;
export const TIMEOUT_CHECK_MS = 1_000; // Node's default is half a minute
/** Timeout of an idle connection. Common proxies close earlier, so we are never the first to close. */
export const IDLE_TIMEOUT_MS = 75_000;

export const NEW_VISITORS_PER_HOUR = 30; // per address, ranking.md#visitors
/** The limit for an IPv6 /48: one customer may have its 65,536 networks, or a mobile carrier many phones. */
export const NEW_VISITORS_PER_SITE_PER_HOUR = 300;
export const LONGEST_COOKIE_SECONDS = 400 * 24 * 3600; // the maximum in browsers
export const LONGEST_RETRY_KEY = 200; // characters, calls.md#retries
export const RETRIES_MS = 24 * 3_600_000; // calls.md#retries
export const MAX_KEYS = 20_000; // per limit; the least recently seen keys are dropped first

/** The maximum of the databases' columns; no id is larger, and PostgreSQL rejects larger numbers. */
export const MAX_ID = 2 ** 31 - 1;
