import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { AnswerError, readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type {
  Acceptance,
  Correction,
  CorrectionsAnswer,
} from "../../corrections/corrections.schema.ts";
import { CORRECTIONS_POLL_MS } from "../limits.ts";
import type { AdminView } from "../../../domain/routes.ts";
import type { ModerationAnswer } from "./moderation.schema.ts";

export type CorrectionStatus = Correction["status"];

/**
 * A page of the queue. Its key begins as the public list's does, so that messages about the catalogue
 * invalidate it; what readers send is told by none, so it is asked for now and then.
 * @param status null: all of them @param page from 1
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

/** @throws AnswerError: 409 when it was decided already or the row is gone, 412 with the row as it is */
export function acceptCorrection(id: number, acceptance: Acceptance): Promise<Correction> {
  return sendJson("POST", `/api/corrections/${id}/accept`, acceptance);
}

/** @throws AnswerError 409 when it was decided already */
export function declineCorrection(id: number, reason: string): Promise<Correction> {
  return sendJson("POST", `/api/corrections/${id}/decline`, { reason });
}

/** The row of a refusal with 412, as somebody else has left it. */
export function changedRowOf(failure: unknown): EvRow | null {
  if (!(failure instanceof AnswerError) || failure.status !== 412) return null;
  return (failure.body as { current?: EvRow }).current ?? null; // the call's contract
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

/** How many items wait for a decision in each view; a view whose count is unknown has no number. */
export function useWaitingCounts(): Partial<Record<AdminView, number | undefined>> {
  const corrections = useQuery(correctionsQuery("received", 1)).data?.waiting;
  const reviews = useQuery(flaggedCountQuery).data;
  return { corrections, reviews };
}
