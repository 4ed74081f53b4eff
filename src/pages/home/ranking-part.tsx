import { leadersQuery } from "../../features/ranking/leaders.queries.ts";
import { ownRankingQuery } from "../../features/ranking/own-ranking.queries.ts";
import { readRank } from "../../features/ranking/rank-address.ts";
import { RankingSection } from "../../features/ranking/ranking-section.tsx";
import type { LoaderContext } from "../page.ts";
import { OwnRankingOfHome } from "./own-ranking.tsx";

export function RankingPart() {
  return <RankingSection ownRanking={<OwnRankingOfHome />} />;
}

export function loadRankings({ client, search, api }: LoaderContext): Promise<unknown> {
  return Promise.all([
    client.query(leadersQuery(api?.readLeaders)),
    // The browser has the list and needs no call.
    api && readRank(search) && client.query(ownRankingQuery(() => api.readOwnRanking(search))),
  ]);
}
