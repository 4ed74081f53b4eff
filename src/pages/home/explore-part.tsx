import { ExploreSection } from "../../features/explore/explore-section.tsx";
import { serializeFilters } from "../../features/filters/filter-address.ts";
import { useFilterResults, useFilters } from "../../features/filters/use-filters.tsx";
import { useWholeList } from "../whole-list.ts";

export function ExplorePart() {
  const evs = useWholeList();
  const { state } = useFilters();
  // Without filters all cars pass, and computing that for each document would cost the server a lot of
  // memory.
  const results = useFilterResults(serializeFilters(state) === "" ? undefined : evs);
  return <ExploreSection evs={evs} results={results} />;
}
