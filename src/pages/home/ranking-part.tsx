// A document with the visitor's own ranking shows it before its code has loaded.
import "../../features/ranking/own-ranking.module.css";
import { readRank } from "../../features/ranking/rank-address.ts";
import { RankingSection } from "../../features/ranking/ranking-section.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/notice.tsx";

const OwnRanking = lazyPart(
  async () => (await import("./own-ranking.tsx")).OwnRankingOfHome,
  <Skeleton height="80vh" />,
);

export function RankingPart() {
  return (
    <RankingSection ownRanking={<OwnRanking />} onApproach={() => void OwnRanking.preload()} />
  );
}

/** @returns the part, after loading the code that the address needs, so that the served HTML hydrates at once */
export async function loadRankingPart() {
  await preloadRanking(import.meta.env.SSR ? "" : location.search);
  return RankingPart;
}

export async function preloadRanking(search: string): Promise<void> {
  if (import.meta.env.SSR || readRank(search)) await OwnRanking.preload();
}
