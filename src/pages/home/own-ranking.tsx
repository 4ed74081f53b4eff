import { FiltersProvider } from "../../features/filters/use-filters.tsx";
import { OwnRanking } from "../../features/ranking/own-ranking-list.tsx";
import { useMakeNames } from "./home-facets.ts";

/** Uses Discover's filters to choose which cars are shown. */
export function OwnRankingOfHome() {
  return (
    <FiltersProvider makes={useMakeNames()}>
      <OwnRanking />
    </FiltersProvider>
  );
}
