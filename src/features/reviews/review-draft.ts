/** A visitor's draft of a review: read from the form, stored while they are away, and sent. */
import { ApiError, toastMessage } from "../../ui/calls/answers.ts";
import { newRetryKey, retryHeaders } from "../../ui/calls/retry-key.ts";
import { sendJson } from "../../ui/calls/send.ts";
import { sessionValue } from "../../ui/session-value.ts";
import type { Review } from "./reviews.schema.ts";
import { reviewsPath } from "./reviews.queries.ts";
import { REVIEW_FIELDS, type ReviewDraft } from "./reviews.ts";

/** How long to wait for an answer. The server answers sooner, even when its database is slow. */
const REVIEW_WAIT_MS = 20_000;

interface KeptDraft extends ReviewDraft {
  rowId: number;
  /** the retry key that this draft was sent with */
  key?: string;
}

/** Stores one draft per model; it survives a reload but not closing the window. */
export function storedDraft(evId: number) {
  return sessionValue(
    `ev_review_draft_${evId}`,
    (text) => JSON.parse(text ?? "{}") as Partial<KeptDraft>,
    (draft) => (draft.rowId === undefined ? null : JSON.stringify(draft)),
  );
}

/** The last attempt's key if the draft is unchanged, even after a reload. */
function retryKeyOf(evId: number, draft: KeptDraft): string {
  const { key, ...kept } = storedDraft(evId).get();
  const isSame = ([...REVIEW_FIELDS, "rowId"] as const).every(
    (field) => kept[field] === draft[field],
  );
  if (isSame && key !== undefined) return key;
  const newKey = newRetryKey();
  storedDraft(evId).set({ ...draft, key: newKey });
  return newKey;
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
export function outcomeOf(error: unknown) {
  const isOffline = error instanceof OfflineError;
  const isAnswered = error instanceof ApiError && !GATEWAY.includes(error.status);
  const isUnclear = !isOffline && !isAnswered;
  return {
    isOffline,
    isUnclear,
    text: isOffline ? OFFLINE : isUnclear ? UNCLEAR : toastMessage(error),
  };
}

/** @throws ApiError, OfflineError and what `fetch` throws; see `outcomeOf` */
export async function postReview(
  evId: number,
  { trimId, ...draft }: ReviewDraft & { trimId: number; rowId: number },
): Promise<Review> {
  if (!navigator.onLine) throw new OfflineError();
  const path = reviewsPath(evId, null);
  const headers = retryHeaders(retryKeyOf(evId, draft));
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), REVIEW_WAIT_MS);
  try {
    return await sendJson("POST", path, { ...draft, trimId }, headers, waiting.signal);
  } finally {
    clearTimeout(timer);
  }
}
