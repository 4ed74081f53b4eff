import { FiltersProvider } from "../../features/filters/use-filters.tsx";
import { OwnRanking } from "../../features/ranking/own-ranking-list.tsx";
import { useMakeNames } from "./home-facets.ts";

/** Shares the filters of Discover, which choose who is shown. */
export function OwnRankingOfHome() {
  return (
    <FiltersProvider makes={useMakeNames()}>
      <OwnRanking />
    </FiltersProvider>
  );
}
