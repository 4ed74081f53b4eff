import { queryOptions, skipToken } from "@tanstack/react-query";

import type { OwnRankingStart } from "./own-ranking.ts";

/** Only the server reads this, for the document. The browser ranks the list that it has. */
export function ownRankingQuery(read?: () => Promise<OwnRankingStart>) {
  return queryOptions({ queryKey: ["own-ranking"] as const, queryFn: read ?? skipToken });
}
