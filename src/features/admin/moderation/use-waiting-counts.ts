import { queryOptions, useQuery } from "@tanstack/react-query";

import { readJson } from "../../../ui/calls/answers.ts";
import type { AdminView } from "../../../domain/routes.ts";
import type { ModerationAnswer } from "./moderation.schema.ts";
import { CORRECTIONS_POLL_MS } from "../limits.ts";
import { correctionsQuery } from "./correction-queue.queries.ts";

const flaggedCountQuery = queryOptions({
  queryKey: ["moderation", "count"] as const,
  queryFn: async ({ signal }) => {
    const { flagged } = await readJson<ModerationAnswer>(
      "/api/reviews?flagged=true&limit=1",
      signal,
    );
    return flagged;
  },
  refetchInterval: CORRECTIONS_POLL_MS,
});

/** How much waits for a decision in each view; what is not known has no number. */
export function useWaitingCounts(): Partial<Record<AdminView, number | undefined>> {
  const corrections = useQuery(correctionsQuery("received", 1)).data?.waiting;
  const reviews = useQuery(flaggedCountQuery).data;
  return { corrections, reviews };
}
