/** The code of the page's parts is one file, because a request costs more than code that nobody scrolls to. */
import { useWholeCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { FiltersProvider } from "../../features/filters/use-filters.tsx";
import { OwnRanking } from "../../features/ranking/own-ranking-list.tsx";
import { RankingSection } from "../../features/ranking/ranking-section.tsx";
import { SavingsSection } from "../../features/savings/savings-section.tsx";
import { useMakeNames } from "./home-facets.ts";

export { CompareSection } from "./compare-section.tsx";
export { DiscoverPart, Explore } from "./discover-section.tsx";
export { SearchPart } from "./search-part.tsx";

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

export function SavingsPart() {
  return <SavingsSection evs={useWholeCatalogue()} />;
}
