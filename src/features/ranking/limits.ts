/** ranking.md#leaders, ranking.md#remaining-vehicles */
export const TOP_COUNT = 5;
/** ranking.md#remaining-vehicles */
export const PAGE_SIZE = 5;
/** ranking.md#votes: the icon that flies off a vote */
export const VOTE_FLIGHT_MS = 800;
export const REORDER_MS = 200;
export const VOTES_STALE_MS = 10_000;
export const VOTE_BODY_LIMIT_BYTES = 1024;
/** ranking.md#taking-a-vote-back */
export const VOTES_TAKEN_BACK_PER_HOUR = 30;
/** limits-and-texts.md#storage-keys; the page asks for it before the ranking's code is there. */
export const RANKING_SCROLL_KEY = "ev_scroll_position_ranking";
/** A longer text was not written by this page. */
export const STORED_WEIGHTS_MAX_CHARACTERS = 200;
/** Leads to the ranking. */
export const RANKING_HASH = "#ranking-section";
