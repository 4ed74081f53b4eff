import { FiltersProvider } from "../../features/filters/use-filters.tsx";
import { OwnRanking } from "../../features/ranking/own-ranking-list.tsx";
import { RankingSection } from "../../features/ranking/ranking-section.tsx";
import { useMakeNames } from "./home-facets.ts";

export function RankingPart() {
  return <RankingSection ownRanking={<FilteredOwnRanking />} />;
}

/** Discover's filters choose which cars are shown. A component, because only an own ranking needs all models. */
function FilteredOwnRanking() {
  return (
    <FiltersProvider makes={useMakeNames()}>
      <OwnRanking />
    </FiltersProvider>
  );
}
