/** A visitor's unsent words, in the fields of the form and beside them while the page is left. */
import type { ReviewDraft } from "./reviews.ts";

/** The fields that must be filled in, in their order on the page. */
export const FIELDS = ["userName", "rating", "comment"] as const;

/** By model id; gone with the window. */
const drafts = new Map<number, ReviewDraft>();

/** @param draft undefined forgets it */
export function keepDraft(evId: number, draft: ReviewDraft | undefined): void {
  if (draft) drafts.set(evId, draft);
  else drafts.delete(evId);
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

/**
 * Puts a kept draft into the fields that are empty.
 * @returns what they hold afterwards
 */
export function restoreDraft(form: HTMLFormElement, evId: number): ReviewDraft {
  const kept = drafts.get(evId);
  const held = readDraft(form);
  if (!kept) return held;
  for (const name of ["userName", "comment"] as const) {
    const field = textField(form, name);
    if (field && held[name] === "") field.value = kept[name];
  }
  const star = form.querySelector<HTMLInputElement>(`[name=rating][value="${kept.rating}"]`);
  if (star && held.rating === 0) star.checked = true;
  return readDraft(form);
}
