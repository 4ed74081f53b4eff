/** The weights of a visitor's own ranking, in the address and remembered (ranking.md#own-ranking). */
import { createContext, use } from "react";

import { HOME } from "../../domain/routes.ts";
import {
  BALANCED_WEIGHTS,
  hasWeight,
  type CriterionName,
  parseKnownWeights,
  serializeWeights,
  type Weights,
} from "../../domain/scores.ts";
import { createStoredState } from "../../ui/stored-state.ts";
import { STORED_WEIGHTS_MAX_CHARACTERS } from "./limits.ts";
import { formatRank, isRankParameter, readWeights } from "./rank-address.ts";

/** Weights that are all 0, and texts that no page has written, are treated as not stored. */
const storedWeights = createStoredState(
  "ev_rank_weights", // limits-and-texts.md#storage-keys
  (text) =>
    text !== null && text.length <= STORED_WEIGHTS_MAX_CHARACTERS ? parseKnownWeights(text) : null,
  (weights) => (weights && serializeWeights(weights)) || null,
);

export function rememberWeights(weights: Weights): void {
  storedWeights.setState({ value: weights });
}

/** The weights that the ranking starts with. */
export function rememberedWeights(): Weights {
  const { value } = storedWeights.getState();
  return value && hasWeight(value) ? value : BALANCED_WEIGHTS;
}

/**
 * Ignores the sort: it belongs to the list and does not close an open ranking. It only wins when a page
 * opens.
 */
export const RANK_ADDRESS = {
  path: HOME,
  owns: isRankParameter,
  read: (search: string) => formatRank(readWeights(search)),
};

export interface RankChoice {
  /** null when the ranking is by votes */
  readonly weights: Weights | null;
  readonly byVotes: () => void;
  readonly byWeights: () => void;
  readonly setWeight: (name: CriterionName, weight: number) => void;
}

export const RankContext = createContext<RankChoice | null>(null);

/** @throws outside a RankProvider */
export function useRank(): RankChoice {
  const choice = use(RankContext);
  if (choice === null) throw new Error("useRank needs a RankProvider above it");
  return choice;
}
