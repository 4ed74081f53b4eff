import { queryOptions, skipToken } from "@tanstack/react-query";

import type { OwnRankingStart } from "./own-ranking.ts";

/** Only the server runs this query, for the document. The browser ranks the list it already has. */
export function ownRankingQuery(read?: () => Promise<OwnRankingStart>) {
  return queryOptions({ queryKey: ["own-ranking"] as const, queryFn: read ?? skipToken });
}
