/** What anybody may send or hold, whatever is asked for; features have bounds of their own. */

export const BODY_LIMIT_BYTES = 8 * 1024 * 1024; // where a call sets none: a picture as data fits
export const HEADERS_LIMIT_BYTES = 16 * 1024; // with the first line; Node's own default
export const ADDRESS_MAX_CHARACTERS = 8 * 1024; // no link of ours comes near it
export const MAX_CONNECTIONS = 10_000; // 30 KB each, five times as many as event streams
export const CONNECTIONS_PER_ADDRESS = 256; // a browser has six and a stream: an office behind one address
/** The share of an IPv6 /48, which anybody gets for nothing: a quarter of all. */
export const CONNECTIONS_PER_SITE = 2_560;
/** A client that dribbles its headers is cut off after this time... */
export const HEADERS_TIMEOUT_MS = 6_000;
/** ...its body after this one, in which the longest review arrives at 32 kbit/s... */
export const BODY_TIMEOUT_MS = 10_000;
/** ...and a picture or a file after this one: the largest CSV, 64 MB, at 2 Mbit/s. */
export const REQUEST_TIMEOUT_MS = 300_000;
export const TIMEOUT_CHECK_MS = 1_000; // Node's default is half a minute
/** Timeout of an idle connection. Common proxies close earlier, so we are never the first to close. */
export const IDLE_TIMEOUT_MS = 75_000;
/** Memory outside the heap, mostly of unread answers; a catalogue of 100,000 trims needs half. */
export const SHORT_MEMORY_BYTES = 256 * 1024 * 1024;
/** How much of a longer answer has to be read from then on... */
export const UNREAD_LEAST_BYTES = 32 * 1024;
/** ...in this time, as the slowest phone does, whose network stands still for a second or two, */
export const UNREAD_MS = 5_000;
/** and in this with twice as much memory in use, which strangers may hold within a second. */
export const UNREAD_IN_NEED_MS = 500;

export const NEW_VISITORS_PER_HOUR = 30; // of one address, ranking.md#visitors
/**
 * The share of an IPv6 /48: one customer may have its 65,536 networks, or a mobile carrier many
 * phones.
 */
export const NEW_VISITORS_PER_SITE_PER_HOUR = 300;
export const LONGEST_COOKIE_SECONDS = 400 * 24 * 3600; // as browsers allow
export const LONGEST_RETRY_KEY = 200; // characters, calls.md#retries
export const RETRIES_MS = 24 * 3_600_000; // calls.md#retries
export const MAX_KEYS = 20_000; // that one limit remembers, the least recently seen go first

/** The databases' columns end here; a larger number is nobody's id, and PostgreSQL refuses it. */
export const MAX_ID = 2 ** 31 - 1;
