import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

import { readAnswer, readJson } from "../../api/answers.ts";
import { sendWrite } from "../../api/send.ts";
import { MODERATED_REVIEWS } from "./limits.ts";
import type { ModerationAnswer } from "./reviews.ts";

/** @param flagged only what visitors asked to look at; else all reviews */
export function moderationQuery(flagged: boolean) {
  return infiniteQueryOptions({
    queryKey: ["moderation", flagged] as const,
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) => {
      const query = `?flagged=${flagged}&limit=${MODERATED_REVIEWS}&offset=${offset}`;
      // The call's contract, which its tests hold against the schema of openapi.json.
      return (await readJson(`/api/reviews${query}`, signal)) as ModerationAnswer;
    },
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { reviews }) => sum + reviews.length, 0);
      return last.reviews.length > 0 && loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/** Deletes a review for good. @throws AnswerError with the server's sentence */
export async function removeReview(id: number): Promise<void> {
  await readAnswer(await sendWrite(`/api/reviews/${id}`, { method: "DELETE" }));
}

/** Takes back all flags of a review. @throws AnswerError with the server's sentence */
export async function keepReview(id: number): Promise<void> {
  await readAnswer(await sendWrite(`/api/reviews/${id}/keep`, { method: "POST" }));
}
