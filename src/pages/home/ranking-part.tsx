import { RankingSection } from "../../features/ranking/ranking-section.tsx";
import { OwnRankingOfHome } from "./own-ranking.tsx";

export function RankingPart() {
  return <RankingSection ownRanking={<OwnRankingOfHome />} />;
}
