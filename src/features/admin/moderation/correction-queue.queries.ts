import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import type {
  Acceptance,
  Correction,
  CorrectionsAnswer,
} from "../../corrections/corrections.schema.ts";
import type { AdminView } from "../../../domain/routes.ts";
import { rejectConflicts } from "../rows/rows.queries.ts";
import type { ModerationAnswer } from "../../reviews/reviews.schema.ts";

/** Readers send corrections and flags, and no event reports those, so they are polled. */
const CORRECTIONS_POLL_MS = 15_000;

export type CorrectionStatus = Correction["status"];

/**
 * Its key starts like the public list's, so that catalogue messages invalidate it; polling finds new ones.
 * @param status null for all @param page starts at 1
 */
export function correctionsQuery(status: CorrectionStatus | null, page: number) {
  const query = new URLSearchParams({ page: String(page) });
  if (status) query.set("status", status);
  return queryOptions({
    queryKey: ["evs", "corrections", status, page] as const,
    queryFn: ({ signal }) => readJson<CorrectionsAnswer>(`/api/corrections?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: CORRECTIONS_POLL_MS,
    refetchOnMount: "always",
  });
}

/** @throws ChangedMeanwhileError; ApiError 409 when it was already decided or the row is gone */
export function acceptCorrection(id: number, acceptance: Acceptance): Promise<Correction> {
  return rejectConflicts(sendJson("POST", `/api/corrections/${id}/accept`, acceptance));
}

/** Declines all or none. @throws ApiError 409 that names one which was already decided */
export function declineCorrections(declined: { ids: number[]; reason: string }): Promise<void> {
  return sendJson("POST", "/api/corrections/decline", declined);
}

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

/** The number of items that wait for a decision in each view; undefined when unknown. */
export function useWaitingCounts(): Partial<Record<AdminView, number | undefined>> {
  const corrections = useQuery(correctionsQuery("received", 1)).data?.waiting;
  const reviews = useQuery(flaggedCountQuery).data;
  return { corrections, reviews };
}
