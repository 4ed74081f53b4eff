import { isPlainClick } from "../../ui/is-plain-click.ts";
import type { MouseEvent } from "react";
import { useSearch } from "wouter";

import { HOME } from "../../domain/routes.ts";
import { BALANCED_WEIGHTS, type Weights } from "../../domain/scores.ts";
import { queryWith } from "../../ui/page-query.ts";
import { PillLink } from "../../ui/pill.tsx";
import { RANK_CODEC, RANKING_HASH } from "./rank-address.ts";
import { useRank } from "./use-rank.ts";

/** Links, so that they work before the code is loaded and without scripts. */
export function RankSwitch() {
  const search = useSearch();
  const { weights, byVotes, byWeights } = useRank();
  const addressOf = (asked: Weights | null) => {
    const query = queryWith(search, RANK_CODEC, asked);
    return `${HOME}${query && `?${query}`}${RANKING_HASH}`;
  };
  const choose = (event: MouseEvent, isOn: boolean, change: () => void) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!isOn) change();
  };
  const isOwn = weights !== null;
  return (
    <div role="group" aria-label="Rank" className="row">
      <PillLink
        href={addressOf(null)}
        aria-current={isOwn ? undefined : "true"}
        onClick={(event) => choose(event, !isOwn, byVotes)}
      >
        By votes
      </PillLink>
      <PillLink
        href={addressOf(weights ?? BALANCED_WEIGHTS)}
        aria-current={isOwn ? "true" : undefined}
        onClick={(event) => choose(event, isOwn, byWeights)}
      >
        By what matters to you
      </PillLink>
    </div>
  );
}
