import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import type { LoaderContext } from "../page.ts";
import { servedListQuery } from "../whole-list.ts";
import { homeStartQuery } from "./home.queries.ts";
import { loadParts, Ranking, Search } from "./home-parts.tsx";

export function loadHome(context: LoaderContext): Promise<unknown> {
  const { client, search, api } = context;
  return Promise.all([
    client.query(anyEvsQuery(api?.readEvs)),
    // In the browser, the list contains all of this.
    api && client.query(homeStartQuery(() => api.readHomeStart(search))),
    api && client.query(servedListQuery(api.readListTag)),
    loadParts().then(({ loadRankings }) => loadRankings(context)),
    Search.preload(),
    Ranking.preload(),
  ]);
}
