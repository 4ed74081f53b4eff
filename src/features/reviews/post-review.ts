import { AnswerError, readAnswer, refusalOf } from "../../api/answers.ts";
import { retryHeaders } from "../../api/retry-key.ts";
import { REVIEW_WAIT_MS } from "./limits.ts";
import type { Review } from "./review-schemas.server.ts";
import { reviewsPath } from "./reviews.client.ts";
import type { ReviewDraft } from "./reviews.ts";

const OFFLINE =
  "You were offline, so your review was not sent. It is kept here: send it again when you are back.";
const UNCLEAR =
  "No answer came, so it is not certain that your review has arrived. It is kept here: send it again, and it will stand once.";
/** Gateway errors: the review may have arrived all the same. */
const GATEWAY = [502, 504];

class OfflineError extends Error {}

/** What went wrong with sending a review, with the text for the visitor. */
export function outcomeOf(error: unknown) {
  const isOffline = error instanceof OfflineError;
  const isAnswered = error instanceof AnswerError && !GATEWAY.includes(error.status);
  const isUnclear = !isOffline && !isAnswered;
  return {
    isOffline,
    isUnclear,
    text: isOffline ? OFFLINE : isUnclear ? UNCLEAR : refusalOf(error),
  };
}

/** @throws AnswerError, OfflineError and what `fetch` throws; `outcomeOf` tells what they mean */
export async function postReview(
  evId: number,
  draft: ReviewDraft & { trimId: number; rowId: number },
  key: string,
): Promise<Review> {
  if (!navigator.onLine) throw new OfflineError();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), REVIEW_WAIT_MS);
  try {
    const response = await fetch(reviewsPath(evId, null), {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json", ...retryHeaders(key) },
      body: JSON.stringify(draft),
      signal: waiting.signal,
    });
    return await readAnswer<Review>(response);
  } finally {
    clearTimeout(timer);
  }
}
