import { ThumbsUp } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState } from "../../ui/notice.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { messageOf } from "../../api/answers.ts";
import { HomeSection, SectionWords } from "../sections/home-section.tsx";
import { RankingLeaders } from "./ranking-leaders.tsx";
import { RankingSearch } from "./ranking-search.tsx";
import styles from "./ranking-section.module.css";
import { RemainingList } from "./remaining-list.tsx";
import { type RankingState, useRanking } from "./use-ranking.ts";

/** User Ranking (§2): the five leaders, all others behind a toggle, and a vote for each. */
export function RankingSection() {
  const ranking = useRanking();
  return (
    <HomeSection id="ranking-section">
      <header className={styles.header}>
        <SectionWords of="ranking-section" title="Rankings">
          Vote for the cars you would buy. The five with the most votes come first.
        </SectionWords>
        <RankingSearch
          text={ranking.search}
          onChange={ranking.changeSearch}
          onFocus={ranking.want}
        />
      </header>
      <Vehicles ranking={ranking} />
    </HomeSection>
  );
}

/** The vehicles, or why there are none. */
function Vehicles({ ranking }: { ranking: RankingState }) {
  const { list, search } = ranking;
  if (ranking.isPending && list.isError) {
    return (
      <ErrorState
        title="The ranking could not be loaded."
        text={messageOf(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (ranking.isPending) return <Loading text="Loading EVs..." />;
  const isNothingFound = ranking.isComplete && ranking.top.length + ranking.remainingCount === 0;
  if (isNothingFound) {
    return (
      <EmptyState
        icon={<ThumbsUp />}
        title="No vehicles available for voting" // §8
        {...(search !== "" && {
          text: `No model matches “${search.trim()}”.`,
          action: <Button onClick={() => ranking.changeSearch("")}>Clear search</Button>,
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
