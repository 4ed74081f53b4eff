/**
 * What an event of `GET /api/events` says has changed: `catalogue` models, rows and ratings, `votes`
 * the votes, `all` that events were missed and everything has to be read again.
 */
export const LIVE_EVENTS = ["catalogue", "votes", "all"] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** Address of the event stream (readings 3). */
export const EVENTS_PATH = "/api/events";
