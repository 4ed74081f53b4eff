/** What has changed: models, rows and ratings; votes; or, when events were missed, perhaps anything. */
export const LIVE_EVENTS = ["catalogue", "votes", "all"] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** Address of the event stream (readings 3). */
export const EVENTS_PATH = "/api/events";
