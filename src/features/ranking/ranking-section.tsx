import { clsx } from "clsx";
import { ThumbsUp } from "lucide-react";
import { useSearch } from "wouter";

import { Button } from "../../ui/button.tsx";
import { lazyDialog, useDialog } from "../../ui/lazy.tsx";
import { EmptyState, LoadingWords, QueryError, Skeleton } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { Ev } from "../../domain/vehicle.ts";
import { NearestNames } from "../search/nearest-names.tsx";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { onPlainClick } from "../../ui/plain-click.ts";
import { HOME } from "../../domain/routes.ts";
import { BALANCED_WEIGHTS, type Weights } from "../../domain/scores.ts";
import { queryWith } from "../../ui/page-query.ts";
import { PillLink } from "../../ui/pill.tsx";
import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import { serializeFilters } from "../filters/filter-address.ts";
import { withoutOrder } from "../filters/filter-state.ts";
import { useFilters } from "../filters/use-filters.tsx";
import { formatRank, RANK_CODEC, RANKING_HASH, useRankingWeights } from "./use-ranking-weights.ts";
import { OwnRanking, OwnRankingWords } from "./own-ranking-list.tsx";
import { RankedVehicle } from "./ranked-vehicle.tsx";
import styles from "./ranking-section.module.css";
import { RANKING_FAILED, RemainingFold } from "./remaining-fold.tsx";
import { type RankingState, useRanking } from "./use-ranking.ts";
import { SEARCH_MAX_CHARACTERS } from "../../domain/filters/search.ts";
import { TOP_COUNT } from "./ranking.ts";

const { Dialog: EvDetailDialog, opener } = lazyDialog(
  async () => (await import("./ev-detail-dialog.tsx")).EvDetailDialog,
);

/** ranking.md#order, ranking.md#own-ranking */
export function RankingSection() {
  const ranking = useRanking();
  const { weights } = useRankingWeights();
  const isEmpty = ranking.isNothingFound && ranking.search === "";
  const ownWeights = isEmpty ? null : weights;
  return (
    <HomeSection id="ranking-section">
      <header className={styles.header}>
        <SectionWords section="ranking-section" title="Rankings">
          {ownWeights ? (
            <OwnRankingWords />
          ) : ranking.isLoading ? (
            <LoadingWords text="Loading EVs..." />
          ) : (
            <>
              {ranking.areVotesLoading && <Skeleton className={styles.noVotes} />}
              {ranking.hasVotes === false
                ? "No votes yet. Until you vote, the best all-round figures come first."
                : "Vote for the cars you would buy. The five with the most votes come first."}
            </>
          )}
        </SectionWords>
        <SearchField
          landmark="Ranking"
          label="Search the ranking"
          placeholder="Search the ranking"
          maxLength={SEARCH_MAX_CHARACTERS}
          value={ranking.search}
          onFocus={ranking.requestList}
          onType={ranking.changeSearch}
          clearLabel="Clear the ranking's search"
        />
      </header>
      {!isEmpty && <RankSwitch />}
      {ownWeights ? (
        <OwnRanking ranking={ranking} weights={ownWeights} />
      ) : (
        <Vehicles ranking={ranking} />
      )}
    </HomeSection>
  );
}

function Vehicles({ ranking }: { ranking: RankingState }) {
  const { list, search } = ranking;
  if (ranking.isLoading) {
    return (
      <div className={styles.frame}>
        <Skeleton
          count={TOP_COUNT}
          height="var(--waiting)"
          className={clsx(styles.leaders, styles.equals)}
        />
      </div>
    );
  }
  if (ranking.isPending) return <QueryError title={RANKING_FAILED} query={list} />;
  if (ranking.isNothingFound) {
    return (
      <EmptyState
        icon={<ThumbsUp />}
        title="No vehicles available for voting" // ranking.md#ranking-search
        {...(search !== "" && {
          text: `No model matches “${search.trim()}”.`,
          action: (
            <>
              {list.data && (
                <NearestNames evs={list.data} text={search} onChoose={ranking.changeSearch} />
              )}
              <Button onClick={() => ranking.changeSearch("")}>Clear search</Button>
            </>
          ),
        })}
      />
    );
  }
  return (
    <>
      <RankingLeaders ranking={ranking} />
      <RemainingFold
        ranking={ranking}
        count={ranking.remainingCount}
        isComplete={ranking.isComplete}
        {...ranking.page}
      >
        <RemainingRows ranking={ranking} />
      </RemainingFold>
    </>
  );
}

/** ranking.md#leaders: a large card for the leader and the others next to it */
function RankingLeaders({ ranking }: { ranking: RankingState }) {
  const { top, upvotesOf, hasLeader } = ranking;
  const { subject: peeked, show, control } = useDialog<Ev>();
  if (top.length === 0) return null;
  return (
    <>
      <div className={styles.frame}>
        <ol
          role="list"
          aria-label="Top 5"
          className={clsx(styles.leaders, hasLeader ? styles.podium : styles.equals)}
        >
          {top.map((ranked) => (
            <li
              key={ranked.ev.id}
              data-position={hasLeader ? ranked.position : undefined}
              className={styles.leader}
            >
              <RankedVehicle
                ranked={ranked}
                ranking={ranking}
                onLeave={() => ranking.saveScroll(false)}
                opener={opener}
                onPeek={() => show(ranked.ev)}
              />
            </li>
          ))}
        </ol>
      </div>
      {peeked && (
        <EvDetailDialog
          ev={peeked}
          upvotes={upvotesOf(peeked.id)}
          {...control}
          onLeave={() => ranking.saveScroll(false)}
        />
      )}
    </>
  );
}

function RemainingRows({ ranking }: { ranking: RankingState }) {
  return (
    <ol role="list" aria-label="Remaining EVs" className={styles.rows}>
      {ranking.page.shown.map((ranked) => (
        <li key={ranked.ev.id}>
          <RankedVehicle
            ranked={ranked}
            ranking={ranking}
            onLeave={() => ranking.saveScroll(true)}
          />
        </li>
      ))}
    </ol>
  );
}

/** Links, so that they work before the code is loaded and without scripts. */
function RankSwitch() {
  const search = useSearch();
  const { weights, byVotes, byWeights } = useRankingWeights();
  const addressOf = (next: Weights | null) => {
    const query = queryWith(search, RANK_CODEC, next);
    return `${HOME}${query && `?${query}`}${RANKING_HASH}`;
  };
  const isOwn = weights !== null;
  return (
    <div role="group" aria-label="Rank" className="row">
      <PillLink
        href={addressOf(null)}
        aria-current={isOwn ? undefined : "true"}
        onClick={onPlainClick(() => isOwn && byVotes())}
      >
        By votes
      </PillLink>
      <PillLink
        href={addressOf(weights ?? BALANCED_WEIGHTS)}
        aria-current={isOwn ? "true" : undefined}
        onClick={onPlainClick(() => isOwn || byWeights())}
      >
        By what matters to you
      </PillLink>
      {isOwn && <CopyRanking weights={weights} />}
    </div>
  );
}

function CopyRanking({ weights }: { weights: Weights }) {
  const { state } = useFilters();
  const path = () => {
    const query = [serializeFilters(withoutOrder(state)), formatRank(weights)];
    return `${HOME}?${query.filter(Boolean).join("&")}${RANKING_HASH}`;
  };
  return (
    <CopyLinkButton
      variant="quiet"
      size="s"
      isIconOnPhone
      path={path}
      copied={{ title: "Link copied", description: "It opens this ranking." }}
    />
  );
}
