/** A visitor's draft of a review: read from the form, stored while they are away, and sent. */
import { ApiError, toastMessage } from "../../ui/calls/answers.ts";
import { newRetryKey, retryHeaders } from "../../ui/calls/retry-key.ts";
import { sendJson } from "../../ui/calls/send.ts";
import { sessionValue } from "../../ui/session-value.ts";
import type { Review } from "./reviews.schema.ts";
import { reviewsPath } from "./reviews.queries.ts";
import type { ReviewDraft } from "./reviews.ts";

/** How long to wait for an answer. The server answers sooner, even when its database is slow. */
const REVIEW_WAIT_MS = 20_000;

interface StoredDraft extends ReviewDraft {
  rowId: number;
  /** the retry key of these words, which also holds after a reload */
  key: string;
}

/** Stores one draft per model; it survives a reload but not closing the window. */
export function storedDraft(evId: number) {
  return sessionValue(
    `ev_review_draft_${evId}`,
    (text) => JSON.parse(text ?? "{}") as Partial<StoredDraft>,
    (draft) => (draft.rowId === undefined ? null : JSON.stringify(draft)),
  );
}

/** Reads the fields; `rating` is 0 when no star is selected. */
export function readDraft(form: HTMLFormElement): ReviewDraft {
  const valueOf = (selector: string) =>
    form.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)?.value ?? "";
  return {
    userName: valueOf("[name=userName]"),
    rating: Number(valueOf("[name=rating]:checked")),
    comment: valueOf("[name=comment]"),
  };
}

const OFFLINE = "You’re offline. Your review is still here; send it when you’re back online.";
const UNCLEAR =
  "We couldn’t confirm that your review arrived. It’s still here; send it again. It won’t be posted twice.";
/** Gateway errors: the review may have been stored anyway. */
const GATEWAY = [502, 504];

class OfflineError extends Error {}

/** Why sending a review failed, with a text for the visitor. */
export function describeFailure(error: unknown) {
  const isOffline = error instanceof OfflineError;
  const isAnswered = error instanceof ApiError && !GATEWAY.includes(error.status);
  const isUnclear = !isOffline && !isAnswered;
  return {
    isOffline,
    isUnclear,
    text: isOffline ? OFFLINE : isUnclear ? UNCLEAR : toastMessage(error),
  };
}

/** @throws ApiError, OfflineError and what `fetch` throws; see `describeFailure` */
export async function postReview(
  evId: number,
  { trimId, ...draft }: ReviewDraft & { trimId: number; rowId: number },
): Promise<Review> {
  if (!navigator.onLine) throw new OfflineError();
  const path = reviewsPath(evId, null);
  const { key = newRetryKey() } = storedDraft(evId).get();
  // Without a change of the words, the review may be about another trim.
  const headers = retryHeaders(`${key}-${draft.rowId}`);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), REVIEW_WAIT_MS);
  try {
    return await sendJson("POST", path, { ...draft, trimId }, headers, waiting.signal);
  } finally {
    clearTimeout(timer);
  }
}
