/** ranking.md#leaders, ranking.md#remaining-vehicles */
export const TOP_COUNT = 5;
/** ranking.md#remaining-vehicles */
export const PAGE_SIZE = 5;
/** ranking.md#votes: how long the icon flies after a vote */
export const VOTE_FLIGHT_MS = 800;
/** ranking.md#taking-a-vote-back */
export const VOTES_TAKEN_BACK_PER_HOUR = 30;
/** The link to the ranking. */
export const RANKING_HASH = "#ranking-section";
