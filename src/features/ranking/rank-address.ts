/** The weights of a visitor's own ranking in the address (ranking.md#own-ranking). */
import { RANK } from "../../domain/routes.ts";
import { parseKnownWeights, serializeWeights, type Weights } from "../../domain/scores.ts";
import { PAGE_SORT_KEYS } from "../../domain/filters/sort.ts";
import type { Codec } from "../../ui/page-query.ts";

/** The fragment of the link to the ranking. */
export const RANKING_HASH = "#ranking-section";

export const isRankParameter = (name: string): boolean => name === RANK;

/** "" without weights */
export function formatRank(weights: Weights | null): string {
  const text = weights && serializeWeights(weights);
  return text ? `${RANK}=${text}` : "";
}

/** Reads the weights from a page's address. Invalid weights are ignored. */
export function readWeights(search: string): Weights | null {
  return parseKnownWeights(new URLSearchParams(search).get(RANK));
}

/**
 * Reads the weights that a page opens with. A sort in the same address wins (table.md#address,
 * ranking.md#own-ranking).
 */
export function readRank(search: string): Weights | null {
  const sort = new URLSearchParams(search).get("sort")?.toLowerCase();
  return PAGE_SORT_KEYS.some((key) => key === sort) ? null : readWeights(search);
}

/** A sort belongs to the list: it only wins when the page opens, and never closes an open ranking. */
export const RANK_CODEC: Codec<Weights | null> = {
  owns: isRankParameter,
  open: readRank,
  parse: readWeights,
  serialize: formatRank,
};
