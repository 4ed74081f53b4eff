import { ExploreChart } from "../../features/explore/explore-chart.tsx";
import { useFilterResults } from "../../features/filters/use-filters.tsx";
import { useWholeCatalogue } from "../whole-catalogue.ts";

export function ExplorePart() {
  const evs = useWholeCatalogue();
  const results = useFilterResults(evs);
  return evs && <ExploreChart evs={evs} results={results} />;
}
