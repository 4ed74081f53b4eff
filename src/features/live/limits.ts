/**
 * The kinds of changes: models, rows and ratings; votes; or anything that happened before the stream was
 * open.
 */
export const LIVE_EVENTS = ["catalogue", "votes", "all"] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** Address of the event stream (calls.md#events). */
export const EVENTS_PATH = "/api/events";

export const FLASH_MS = 1_500; // for the check mark next to a changed 0-60 value (everywhere.md#live-data)
export const DIRECT_MIN_GAP_MS = 500; // between two reads of `/direct` (everywhere.md#polling)
export const READ_BESIDE_STREAM_MS = 30_000; // everywhere.md#polling; catches events that were lost
export const RECONNECT_MS = 2_000; // sent to the browser with each stream
/** A stream that does not open is retried after this time, then after twice as long... */
export const REOPEN_FIRST_MS = 5_000;
/** ...and at most this far apart. */
export const REOPEN_MAX_MS = 60_000;

export const STREAMS_PER_ADDRESS = 20; // per process; ten times as many from an IPv6 /48
export const STREAMS_IN_ALL = 2_000;
export const REFUSED_RETRY_S = 30;
export const HEARTBEAT_MS = 15_000; // common proxies cut an idle connection after 60 s
export const UNREAD_MAX_BYTES = 64 * 1024; // slower clients are disconnected
export const ENDING_MS = 1_000; // for the last bytes of a stream when the server closes
/** Faster changes are sent together. */
export const CATALOGUE_GAP_MS = 250;
export const VOTES_GAP_MS = 800;
