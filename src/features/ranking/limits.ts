/** §4, §9: leaders of the ranking. */
export const TOP_COUNT = 5;
/** §2, §9: remaining vehicles on one page. */
export const PAGE_SIZE = 5;
/** §4, §9: the icon that flies off a vote. */
export const VOTE_FLIGHT_MS = 800;
/** Vehicles changing places after a vote. */
export const REORDER_MS = 200;
/** Older votes are read again when the ranking is shown once more. */
export const VOTES_STALE_MS = 10_000;
/** Largest body of a vote: one word. */
export const VOTE_BODY_LIMIT_BYTES = 1024;
