/** A visitor's words: in the fields of the form, beside them while the page is left, and sent. */
import { AnswerError, readAnswer, refusalOf } from "../../ui/calls/answers.ts";
import { newRetryKey, retryHeaders } from "../../ui/calls/retry-key.ts";
import { sessionValue } from "../../ui/session-value.ts";
import { REVIEW_WAIT_MS } from "./limits.ts";
import type { Review } from "./reviews.schema.ts";
import { reviewsPath } from "./reviews.queries.ts";
import type { ReviewDraft } from "./reviews.ts";

export const FIELDS = ["userName", "rating", "comment"] as const;

interface KeptDraft extends ReviewDraft {
  rowId: number;
  /** with which these words were sent */
  key?: string;
}

/** Keeps one draft per model: it survives a reload but not the end of the window. */
function storedDraft(evId: number) {
  return sessionValue(
    `ev_review_draft_${evId}`,
    (text): Partial<Record<keyof KeptDraft, unknown>> => Object(JSON.parse(text ?? "{}")),
    (draft) => (draft.rowId === undefined ? null : JSON.stringify(draft)),
  );
}

export function keepDraft(evId: number, draft: KeptDraft | undefined): void {
  storedDraft(evId).set(draft ?? {});
}

/** The key to send a draft with: that of the last try of the same words, also after a reload. */
function retryKeyOf(evId: number, draft: KeptDraft): string {
  const { key, ...kept } = storedDraft(evId).get();
  const isSame = ([...FIELDS, "rowId"] as const).every((field) => kept[field] === draft[field]);
  if (isSame && typeof key === "string") return key;
  const newKey = newRetryKey();
  keepDraft(evId, { ...draft, key: newKey });
  return newKey;
}

function textField(form: HTMLFormElement, name: "userName" | "comment") {
  return form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
}

/** What the fields hold; 0 stars when none is chosen. */
export function readDraft(form: HTMLFormElement): ReviewDraft {
  const chosen = form.querySelector<HTMLInputElement>("[name=rating]:checked");
  return {
    userName: textField(form, "userName")?.value ?? "",
    rating: Number(chosen?.value ?? 0),
    comment: textField(form, "comment")?.value ?? "",
  };
}

/** Fills the fields that are empty. @returns the row of the trim that the comment is about, if any */
export function restoreDraft(form: HTMLFormElement, evId: number): number | undefined {
  const storedFields = storedDraft(evId).get();
  const typedFields = readDraft(form);
  for (const name of ["userName", "comment"] as const) {
    const field = textField(form, name);
    const text = storedFields[name];
    if (field && typedFields[name] === "" && typeof text === "string") field.value = text;
  }
  const star = [...form.querySelectorAll<HTMLInputElement>("[name=rating]")].find(
    ({ value }) => value === String(storedFields.rating),
  );
  if (star && typedFields.rating === 0) star.checked = true;
  const isAbout =
    typedFields.comment === "" && storedFields.comment && typeof storedFields.rowId === "number";
  return isAbout ? Number(storedFields.rowId) : undefined;
}

const OFFLINE = "You’re offline. Your review is still here; send it when you’re back online.";
const UNCLEAR =
  "We couldn’t confirm that your review arrived. It’s still here; send it again. It won’t be posted twice.";
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
  { trimId, ...draft }: ReviewDraft & { trimId: number; rowId: number },
): Promise<Review> {
  if (!navigator.onLine) throw new OfflineError();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), REVIEW_WAIT_MS);
  try {
    const response = await fetch(reviewsPath(evId, null), {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json", ...retryHeaders(retryKeyOf(evId, draft)) },
      body: JSON.stringify({ ...draft, trimId }),
      signal: waiting.signal,
    });
    return await readAnswer<Review>(response);
  } finally {
    clearTimeout(timer);
  }
}
