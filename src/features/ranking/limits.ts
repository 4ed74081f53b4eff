/** ranking.md#leaders, ranking.md#remaining-vehicles */
export const TOP_COUNT = 5;
/** ranking.md#remaining-vehicles */
export const PAGE_SIZE = 5;
/** ranking.md#votes: how long the icon flies after a vote */
export const VOTE_FLIGHT_MS = 800;
export const REORDER_MS = 200;
export const VOTES_STALE_MS = 10_000;
/** ranking.md#taking-a-vote-back */
export const VOTES_TAKEN_BACK_PER_HOUR = 30;
/** The link to the ranking. */
export const RANKING_HASH = "#ranking-section";
