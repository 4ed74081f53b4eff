/** What anybody may send or hold, whatever is asked for; features have bounds of their own. */

/** Largest body of a call that sets no limit of its own; a `data:image/` picture has to fit. */
export const BODY_LIMIT_BYTES = 8 * 1024 * 1024;
/** Of a request's first line and headers together; Node's own default, so that it stays so. */
export const HEADERS_LIMIT_BYTES = 16 * 1024;
/** No link of ours comes near it, and the longest are what caches are asked by. */
export const ADDRESS_MAX_CHARACTERS = 8 * 1024;
/** Each takes some 30 KB; five times as many as there may be event streams. */
export const MAX_CONNECTIONS = 10_000;
/** A client that dribbles its headers is cut off after this time... */
export const HEADERS_TIMEOUT_MS = 6_000;
/** ...and its body after this one: the largest CSV, 64 MB, at 2 Mbit/s. */
export const REQUEST_TIMEOUT_MS = 300_000;
/** How often Node looks for such clients; its default is half a minute. */
export const TIMEOUT_CHECK_MS = 1_000;
/**
 * A connection over which nothing passes for so long is closed, amid a request or an answer and
 * between two: longer than the idle time of common proxies, so that it is never we who closes first.
 */
export const IDLE_TIMEOUT_MS = 75_000;
/**
 * Memory outside the heap, most of it answers that clients are still to take, from which on those
 * are cut off that do not take them. A catalogue of 100,000 trims needs about half.
 */
export const SHORT_MEMORY_BYTES = 256 * 1024 * 1024;
/** Then so many bytes have to be taken of a longer answer... */
export const UNREAD_LEAST_BYTES = 32 * 1024;
/** ...in this time: the slowest phone does, whose network stands still for a second or two, */
export const UNREAD_MS = 5_000;
/** and in this with twice as much memory in use, which hundreds of strangers may hold in a second. */
export const UNREAD_IN_NEED_MS = 500;

/** Readings 3: so many visitors may be made from one address in an hour. */
export const NEW_VISITORS_PER_HOUR = 30;
/** The longest that browsers keep a cookie: 400 days. */
export const LONGEST_COOKIE_SECONDS = 400 * 24 * 3600;
/** Keys remembered by one limit; the least recently seen are forgotten first. */
export const MAX_KEYS = 20_000;
