import { ThumbsUp } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { EmptyState, Loading } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SEARCH_MAX_CHARACTERS } from "../filters/limits.ts";
import { NearestNames } from "../search/nearest-names.tsx";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { RankingError, RankingLeaders, RemainingList } from "./ranking-lists.tsx";
import styles from "./ranking-section.module.css";
import { type RankingState, useRanking } from "./use-ranking.ts";

export { prepareVotes } from "./votes.client.ts";

/** §2 Ranking section */
export function RankingSection() {
  const ranking = useRanking();
  const isEmpty = isNothingFound(ranking) && ranking.search === "";
  return (
    <HomeSection id="ranking-section">
      <header className={styles.header}>
        <SectionWords of="ranking-section" title="Rankings">
          {!ranking.isPodium && "No votes yet. "}
          {!isEmpty && "Vote for the cars you would buy. "}
          The five with the most votes come first.
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
      <Vehicles ranking={ranking} />
    </HomeSection>
  );
}

function isNothingFound({ isComplete, top, remainingCount }: RankingState): boolean {
  return isComplete && top.length + remainingCount === 0;
}

function Vehicles({ ranking }: { ranking: RankingState }) {
  const { list, search } = ranking;
  if (ranking.isPending && list.isError) return <RankingError list={list} />;
  if (ranking.isPending) return <Loading text="Loading EVs..." />;
  if (isNothingFound(ranking)) {
    return (
      <EmptyState
        icon={<ThumbsUp />}
        title="No vehicles available for voting" // §8
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
