/** What has changed: models, rows and ratings; votes; or, before the stream was open, perhaps anything. */
export const LIVE_EVENTS = ["catalogue", "votes", "all"] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** Address of the event stream (calls.md#events). */
export const EVENTS_PATH = "/api/events";

export const FLASH_MS = 1_500; // of the check mark beside a 0-60 value that changed (everywhere.md#live-data)
export const DIRECT_MIN_GAP_MS = 500; // between two reads of `/direct` (everywhere.md#polling)
export const READ_BESIDE_STREAM_MS = 30_000; // everywhere.md#polling; finds what got lost on the way
export const RECONNECT_MS = 2_000; // told to the browser with each stream
/** A stream that does not open is tried again after this time, then after twice as long... */
export const REOPEN_FIRST_MS = 5_000;
/** ...and at last this often. */
export const REOPEN_MAX_MS = 60_000;

export const STREAMS_PER_ADDRESS = 20; // in one process; an IPv6 network counts as one
export const STREAMS_IN_ALL = 2_000;
export const REFUSED_RETRY_S = 30;
export const HEARTBEAT_MS = 15_000; // common proxies cut an idle connection after 60 s
export const UNREAD_MAX_BYTES = 64 * 1024; // a client that reads less is cut off
export const ENDING_MS = 1_000; // for the last bytes of a stream when the server closes
/** Changes that come faster are told together. */
export const CATALOGUE_GAP_MS = 250;
export const VOTES_GAP_MS = 800;
