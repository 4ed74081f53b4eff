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
/** A stream that does not open is retried after this time, then after twice as long... */
export const REOPEN_FIRST_MS = 5_000;
/** ...and at most this far apart. */
export const REOPEN_MAX_MS = 60_000;

export const STREAMS_PER_ADDRESS = 20; // per process; ten times as many from an IPv6 /48
export const UNREAD_MAX_BYTES = 64 * 1024; // slower clients are disconnected
