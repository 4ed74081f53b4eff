import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useSearch } from "wouter";

import type { Weights } from "../../domain/scores.ts";
import { createAddressState } from "../../ui/address-state.ts";
import { formatRank, readRank, readWeights } from "./rank-address.ts";
import {
  RANK_ADDRESS,
  type RankChoice,
  RankContext,
  rememberedWeights,
  rememberWeights,
} from "./rank-choice.ts";

/** Provides the weights of the ranking, or null when it is by votes (ranking.md#own-ranking). */
export function RankProvider({ children }: { children: ReactNode }) {
  const search = useSearch();
  const [weights, setWeights] = useState(() => readRank(search));
  const [address] = useState(() => createAddressState(RANK_ADDRESS));
  useEffect(() => address.connect((text) => setWeights(readWeights(text))), [address]);

  const choice = useMemo((): RankChoice => {
    const change = (next: Weights | null, burst: string | null = null) => {
      setWeights(next);
      if (next) rememberWeights(next);
      address.write(formatRank(next), { burst });
    };
    return {
      weights,
      byVotes: () => change(null),
      byWeights: () => change(rememberedWeights()),
      setWeight: (name, weight) => weights && change({ ...weights, [name]: weight }, name),
    };
  }, [weights, address]);
  return <RankContext value={choice}>{children}</RankContext>;
}
