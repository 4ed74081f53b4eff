/** The weights of a visitor's own ranking, in the address and remembered (ranking.md#own-ranking). */
import {
  BALANCED_WEIGHTS,
  hasWeight,
  type CriterionName,
  parseKnownWeights,
  serializeWeights,
  type Weights,
} from "../../domain/scores.ts";
import { readStored, type Stored, writeStored } from "../../ui/storage.ts";
import { usePageState } from "../../ui/use-page-state.tsx";
import { RANK_CODEC } from "./rank-address.ts";

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

/** The weights that the ranking starts with. */
export function rememberedWeights(): Weights {
  const weights = readStored(STORED_WEIGHTS);
  return weights && hasWeight(weights) ? weights : BALANCED_WEIGHTS;
}

export function useRank() {
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
