/** The code of the page's parts is one file, because a request costs more than code that nobody scrolls to. */
import { useWholeCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { SavingsSection } from "../../features/savings/savings-section.tsx";

export { RankingSection } from "../../features/ranking/ranking-section.tsx";
export { CompareSection } from "./compare-section.tsx";
export { DiscoverPart, Explore } from "./discover-section.tsx";
export { SearchPart } from "./search-part.tsx";

export function SavingsPart() {
  return <SavingsSection evs={useWholeCatalogue()} />;
}
