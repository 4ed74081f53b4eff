import { ExploreSection } from "../../features/explore/explore-section.tsx";
import { serializeFilters } from "../../features/filters/filter-address.ts";
import {
  FiltersProvider,
  useFilterResults,
  useFilters,
} from "../../features/filters/use-filters.tsx";
import { useMakeNames } from "./home-facets.ts";
import { useWholeCatalogue } from "../../features/catalogue/use-whole-catalogue.ts";

export function ExplorePart() {
  return (
    <FiltersProvider makes={useMakeNames()}>
      <Explore />
    </FiltersProvider>
  );
}

function Explore() {
  const evs = useWholeCatalogue();
  const { state } = useFilters();
  // Without filters all cars pass, and computing that for each document would cost the server a lot of
  // memory.
  const results = useFilterResults(serializeFilters(state) === "" ? undefined : evs);
  return <ExploreSection evs={evs} results={results} />;
}
