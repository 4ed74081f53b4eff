/** The weights of a visitor's own ranking, in the address and remembered (ranking.md#own-ranking). */
import {
  BALANCED_WEIGHTS,
  hasWeight,
  type CriterionName,
  parseKnownWeights,
  serializeWeights,
  type Weights,
} from "../../domain/scores.ts";
import { PAGE_SORT_KEYS } from "../../domain/filters/sort.ts";
import { RANK } from "../../domain/routes.ts";
import type { Codec } from "../../ui/page-query.ts";
import { readStored, type Stored, writeStored } from "../../ui/storage.ts";
import { usePageState } from "../../ui/use-page-state.tsx";

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

/** The weights that a page opens with. A sort in the same address wins (ranking.md#own-ranking). */
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

/** This page never writes a longer text. */
const STORED_MAX_CHARACTERS = 200;

/** Weights that are all 0, and texts that no page has written, are treated as not stored. */
const STORED_WEIGHTS: Stored<Weights | null> = {
  key: "ev_rank_weights",
  parse: (text) =>
    text !== null && text.length <= STORED_MAX_CHARACTERS ? parseKnownWeights(text) : null,
  format: (weights) => (weights && serializeWeights(weights)) || null,
};

export function rememberWeights(weights: Weights): void {
  writeStored(STORED_WEIGHTS, weights);
}

export function rememberedWeights(): Weights {
  const weights = readStored(STORED_WEIGHTS);
  return weights && hasWeight(weights) ? weights : BALANCED_WEIGHTS;
}

export function useRankingWeights() {
  const [weights, set] = usePageState(RANK_CODEC);
  return {
    /** null when the ranking is by votes */
    weights,
    byVotes: () => set(() => null),
    byWeights() {
      const remembered = rememberedWeights();
      rememberWeights(remembered);
      set(() => remembered);
    },
    setWeight(name: CriterionName, weight: number) {
      if (!weights) return;
      const next = { ...weights, [name]: weight };
      rememberWeights(next);
      set(() => next, { gesture: name });
    },
  };
}
