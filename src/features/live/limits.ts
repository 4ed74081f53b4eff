/** How long the check mark stands beside a 0-60 value that changed (§4, §9). */
export const FLASH_MS = 1_500;
/** The detail page asks for `/direct` at most once in this time (§7). */
export const DIRECT_MIN_GAP_MS = 500;
/** While events come, the list is still read this often (§7): what got lost on the way is found. */
export const READ_BESIDE_STREAM_MS = 30_000;
/** How soon a browser connects again after a stream ended; told to it with each stream. */
export const RECONNECT_MS = 2_000;
/** A stream that does not open is tried again after this time, then after twice as long... */
export const REOPEN_FIRST_MS = 5_000;
/** ...and at last this often. */
export const REOPEN_MAX_MS = 60_000;

/** Open streams of one process: of one address (an IPv6 network counts as one), and of all. */
export const STREAMS_PER_ADDRESS = 20;
export const STREAMS_IN_ALL = 2_000;
export const REFUSED_RETRY_S = 30;
/** Shorter than the idle time after which common proxies cut a connection (60 s). */
export const HEARTBEAT_MS = 15_000;
/** A client that lets this much wait does not read; it is cut off and may come again. */
export const UNREAD_MAX_BYTES = 64 * 1024;
/** A closing server waits so long for the last bytes of a stream to be read. */
export const ENDING_MS = 1_000;
/** Changes that come faster are told together. */
export const CATALOGUE_GAP_MS = 250;
export const VOTES_GAP_MS = 800;
