import { ExploreChart } from "../../features/explore/explore-chart.tsx";
import { useWholeCatalogue } from "../whole-catalogue.ts";
import { useDiscovered } from "./use-discover.ts";
import { useHomeData } from "./use-home-data.ts";

/** Explore on the home page: every trim, and which of them pass the filters. */
export function ExplorePart() {
  const { start } = useHomeData();
  const evs = useWholeCatalogue();
  const { found } = useDiscovered(start, evs);
  return evs && <ExploreChart evs={evs} matches={found.matches} />;
}
