/** A visitor's unsent words, in the fields of the form and beside them while the page is left. */
import { storedValue } from "../../ui/stored-value.ts";
import { newRetryKey } from "../../api/retry-key.ts";
import type { ReviewDraft } from "./reviews.ts";

export const FIELDS = ["userName", "rating", "comment"] as const;

interface KeptDraft extends ReviewDraft {
  rowId: number;
  /** with which these words were sent */
  key?: string;
}

/** One entry for each model: a reload keeps the words, the window's end does not. */
function storedDraft(evId: number) {
  return storedValue(
    `ev_review_draft_${evId}`,
    (text): Partial<Record<keyof KeptDraft, unknown>> => Object(JSON.parse(text ?? "{}")),
    {
      area: "session",
      format: (draft) => (draft.rowId === undefined ? null : JSON.stringify(draft)),
    },
  );
}

export function keepDraft(evId: number, draft: KeptDraft | undefined): void {
  storedDraft(evId).set(draft ?? {});
}

/** The key to send a draft with: that of the last try of the same words, also after a reload. */
export function retryKeyOf(evId: number, draft: KeptDraft): string {
  const { key, ...kept } = storedDraft(evId).get();
  const isSame = ([...FIELDS, "rowId"] as const).every((field) => kept[field] === draft[field]);
  if (isSame && typeof key === "string") return key;
  const made = newRetryKey();
  keepDraft(evId, { ...draft, key: made });
  return made;
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
  const kept = storedDraft(evId).get();
  const held = readDraft(form);
  for (const name of ["userName", "comment"] as const) {
    const field = textField(form, name);
    const text = kept[name];
    if (field && held[name] === "" && typeof text === "string") field.value = text;
  }
  const star = [...form.querySelectorAll<HTMLInputElement>("[name=rating]")].find(
    ({ value }) => value === String(kept.rating),
  );
  if (star && held.rating === 0) star.checked = true;
  const isAbout = held.comment === "" && kept.comment && typeof kept.rowId === "number";
  return isAbout ? Number(kept.rowId) : undefined;
}
