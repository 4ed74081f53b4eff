import { queryOptions, skipToken } from "@tanstack/react-query";

import type { OwnRankingStart } from "./own-ranking.ts";

/** Only the server reads it, for the document. In the browser the list has all of it. */
export function ownRankingQuery(read?: () => Promise<OwnRankingStart>) {
  return queryOptions({ queryKey: ["own-ranking"] as const, queryFn: read ?? skipToken });
}
