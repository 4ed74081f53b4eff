/**
 * The kinds of changes: models, rows and ratings; votes; or anything that happened before the stream was
 * open.
 */
export const LIVE_EVENTS = ["catalogue", "votes", "all"] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** Address of the event stream (calls.md#events). */
export const EVENTS_PATH = "/api/events";

export const STREAMS_PER_ADDRESS = 20; // per process; ten times as many from an IPv6 /48
