/** The code of the page's parts is one file, because a request costs more than code that nobody scrolls to. */
export { CompareSection } from "./compare-section.tsx";
export { DiscoverPart, Explore } from "./discover-section.tsx";
export { RankingPart } from "./ranking-part.tsx";
export { SavingsPart } from "./savings-part.tsx";
export { SearchPart } from "./search-part.tsx";
