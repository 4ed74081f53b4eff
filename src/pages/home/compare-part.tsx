import { CompareSection } from "../../features/compare/compare-section.tsx";
import { useHomeData } from "./home.queries.ts";

export function ComparePart() {
  const { start, evs, isFailed } = useHomeData();
  return <CompareSection served={start?.compared} evs={evs} failed={isFailed} />;
}
