// A document with the visitor's own ranking shows it before its code has loaded.
import "../../features/ranking/own-ranking.module.css";
import { leadersQuery } from "../../features/ranking/leaders.queries.ts";
import { ownRankingQuery } from "../../features/ranking/own-ranking.queries.ts";
import { readRank } from "../../features/ranking/rank-address.ts";
import { RankingSection } from "../../features/ranking/ranking-section.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/notice.tsx";
import type { LoaderContext } from "../page.ts";

const OwnRanking = lazyPart(
  async () => (await import("./own-ranking.tsx")).OwnRankingOfHome,
  <Skeleton height="80vh" />,
);

export function RankingPart() {
  return (
    <RankingSection ownRanking={<OwnRanking />} onApproach={() => void OwnRanking.preload()} />
  );
}

/**
 * @returns the part, after loading the code that the address needs, so that the served HTML hydrates at once
 */
export async function loadRankingPart() {
  if (import.meta.env.SSR || readRank(location.search)) await OwnRanking.preload();
  return RankingPart;
}

export function loadRankings({ client, search, api }: LoaderContext): Promise<unknown> {
  const isOwn = readRank(search) !== null;
  return Promise.all([
    client.query(leadersQuery(api?.readLeaders)),
    isOwn && OwnRanking.preload(),
    // The browser has the list and needs no call.
    isOwn && api && client.query(ownRankingQuery(() => api.readOwnRanking(search))),
  ]);
}
