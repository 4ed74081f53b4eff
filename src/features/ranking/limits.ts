/** §4, §9 */
export const TOP_COUNT = 5;
/** §2, §9 */
export const PAGE_SIZE = 5;
/** §4, §9: the icon that flies off a vote */
export const VOTE_FLIGHT_MS = 800;
export const REORDER_MS = 200;
export const VOTES_STALE_MS = 10_000;
export const VOTE_BODY_LIMIT_BYTES = 1024;
/** §3; the page asks for it before the ranking's code is there. */
export const RANKING_SCROLL_KEY = "ev_scroll_position_ranking";
