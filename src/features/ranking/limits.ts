/** ranking.md#leaders, ranking.md#remaining-vehicles */
export const TOP_COUNT = 5;
/** ranking.md#remaining-vehicles */
export const PAGE_SIZE = 5;
/** ranking.md#votes: how long the icon flies after a vote */
export const VOTE_FLIGHT_MS = 800;
/** The link to the ranking. */
export const RANKING_HASH = "#ranking-section";
