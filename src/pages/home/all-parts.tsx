/** The code of the page's parts is one file, because a request costs more than code that nobody scrolls to. */
import { useWholeCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { OwnRanking } from "../../features/ranking/own-ranking-list.tsx";
import { RankingSection } from "../../features/ranking/ranking-section.tsx";
import { SavingsSection } from "../../features/savings/savings-section.tsx";

export { CompareSection } from "./compare-section.tsx";
export { DiscoverPart, Explore } from "./discover-section.tsx";
export { SearchPart } from "./search-part.tsx";

export function RankingPart() {
  return <RankingSection ownRanking={<OwnRanking />} />;
}

export function SavingsPart() {
  return <SavingsSection evs={useWholeCatalogue()} />;
}
