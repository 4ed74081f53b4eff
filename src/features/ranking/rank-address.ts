import { parseWeights, serialiseWeights, type Weights } from "../../domain/scores.ts";
import { SORT_KEYS } from "../../domain/filters/sort.ts";

/** The parameter of the weights, as in `GET /api/evs`. */
const RANK = "rank";

export const isRankParameter = (name: string): boolean => name === RANK;

/** "" for no weights */
export function formatRank(weights: Weights | null): string {
  const text = weights && serialiseWeights(weights);
  return text ? `${RANK}=${text}` : "";
}

/**
 * The weights in a page's address. What is wrong is ignored, and a sort beside them wins
 * (table.md#address).
 */
export function readRank(search: string): Weights | null {
  const query = new URLSearchParams(search);
  const sort = query.get("sort")?.toLowerCase();
  return SORT_KEYS.some((key) => key === sort) ? null : parseWeights(query.get(RANK));
}
