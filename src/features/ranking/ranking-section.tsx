import { clsx } from "clsx";
import { ThumbsUp } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy.tsx";
import { EmptyState, Loading, LoadingWords, QueryError, Skeleton } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { Ev } from "../../domain/vehicle.ts";
import { NearestNames } from "../search/nearest-names.tsx";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { useRank } from "./use-rank.ts";
import { RankSwitch } from "./rank-switch.tsx";
import { RankedVehicle } from "./ranked-vehicle.tsx";
import styles from "./ranking-section.module.css";
import { RemainingFold, RemainingPager } from "./remaining-fold.tsx";
import { useReorderMotion } from "./use-reorder-motion.ts";
import { RankingContext, type RankingState, useRanking } from "./use-ranking.ts";
import { SEARCH_MAX_CHARACTERS } from "../../domain/filters/search.ts";
import { TOP_COUNT, PAGE_SIZE } from "./ranking.ts";

const { Dialog: EvDetailDialog, fetchAhead } = lazyDialog(
  async () => (await import("./ev-detail-dialog.tsx")).EvDetailDialog,
);

const FAILED = "The ranking could not be loaded.";

/**
 * ranking.md#order, ranking.md#own-ranking
 * @param ownRanking replaces the order by votes
 */
export function RankingSection({ ownRanking }: { ownRanking: ReactNode }) {
  const ranking = useRanking();
  const { weights } = useRank();
  const isEmpty = isNothingFound(ranking) && ranking.search === "";
  const isOwn = weights !== null && !isEmpty;
  return (
    <HomeSection id="ranking-section">
      <header className={styles.header}>
        <SectionWords of="ranking-section" title="Rankings">
          {isOwn ? (
            "Say how much each figure counts. The best score comes first."
          ) : isLoading(ranking) ? (
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
          onFocus={ranking.want}
          onType={ranking.changeSearch}
          clearLabel="Clear the ranking's search"
        />
      </header>
      {!isEmpty && <RankSwitch />}
      {isOwn ? (
        <RankingContext value={ranking}>{ownRanking}</RankingContext>
      ) : (
        <Vehicles ranking={ranking} />
      )}
    </HomeSection>
  );
}

const isLoading = ({ isPending, list }: RankingState) => isPending && !list.isError;

function isNothingFound({ isComplete, top, remainingCount }: RankingState): boolean {
  return isComplete && top.length + remainingCount === 0;
}

function Vehicles({ ranking }: { ranking: RankingState }) {
  const { list, search } = ranking;
  if (isLoading(ranking)) {
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
  if (ranking.isPending) return <QueryError title={FAILED} query={list} />;
  if (isNothingFound(ranking)) {
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
      <RemainingList ranking={ranking} />
    </>
  );
}

/** ranking.md#leaders: a large card for the leader and the others next to it */
function RankingLeaders({ ranking }: { ranking: RankingState }) {
  const { top, upvotesOf, isPodium } = ranking;
  const [peeked, setPeeked] = useState<Ev>();
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useReorderMotion(list, top.map(({ ev }) => ev.id).join());
  if (top.length === 0) return null;
  return (
    <>
      <div className={styles.frame}>
        <ol
          ref={list}
          role="list"
          aria-label="Top 5"
          className={clsx(styles.leaders, isPodium ? styles.podium : styles.equals)}
        >
          {top.map(({ ev, position, place }) => (
            <li
              key={ev.id}
              data-key={ev.id}
              data-position={isPodium ? position : undefined}
              className={styles.leader}
            >
              <RankedVehicle
                ev={ev}
                place={isPodium && upvotesOf(ev.id) ? place : null}
                upvotes={upvotesOf(ev.id)}
                hidesNoVotes={!isPodium}
                eager={position === 1}
                onLeave={() => ranking.leave(false)}
                onApproach={fetchAhead}
                onPeek={() => {
                  setPeeked(ev);
                  setOpen(true);
                }}
              />
            </li>
          ))}
        </ol>
      </div>
      {peeked && (
        <EvDetailDialog
          ev={peeked}
          upvotes={upvotesOf(peeked.id)}
          open={isOpen}
          onOpenChange={setOpen}
          onLeave={() => ranking.leave(false)}
        />
      )}
    </>
  );
}

function RemainingList({ ranking }: { ranking: RankingState }) {
  return (
    <RemainingFold
      count={ranking.remainingCount}
      isOpen={ranking.isOpen}
      onApproach={ranking.want}
      onToggle={ranking.toggle}
    >
      <OpenList ranking={ranking} />
    </RemainingFold>
  );
}

function OpenList({ ranking }: { ranking: RankingState }) {
  const { list, page, upvotesOf, isPodium } = ranking;
  const rows = useRef<HTMLOListElement>(null);
  useReorderMotion(rows, `${page.page} ${page.shown.map(({ ev }) => ev.id).join()}`);
  if (!ranking.isComplete && list.isError) return <QueryError title={FAILED} query={list} />;
  if (!ranking.isComplete) {
    return (
      <Loading text="Loading EVs...">
        <Skeleton count={PAGE_SIZE} height="88px" className={styles.waiting} />
      </Loading>
    );
  }
  return (
    <>
      <ol ref={rows} role="list" aria-label="Remaining EVs" className={styles.rows}>
        {page.shown.map(({ ev, place }) => (
          <li key={ev.id} data-key={ev.id}>
            <RankedVehicle
              ev={ev}
              place={isPodium ? place : null}
              upvotes={upvotesOf(ev.id)}
              onLeave={() => ranking.leave(true)}
            />
          </li>
        ))}
      </ol>
      <RemainingPager page={page.page} pageCount={page.pageCount} onTurn={ranking.turnTo} />
    </>
  );
}
