import { ExploreChart } from "../../features/explore/explore-chart.tsx";
import { useFilterResults } from "../../features/filters/use-filters.tsx";
import { useWholeCatalogue } from "../whole-catalogue.ts";

/** Explore on the home page: every trim, and which of them pass the filters. */
export function ExplorePart() {
  const evs = useWholeCatalogue();
  const matches = useFilterResults(evs)?.found.matches;
  return evs && <ExploreChart evs={evs} matches={matches} />;
}
