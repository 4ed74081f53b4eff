import { sessionValue } from "../../../ui/session-value.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { EV_FORM_FIELDS, type EvFormValues } from "./ev-form.ts";

interface EvDraft {
  /** the edited row when it was read; null for a new one */
  row: EvRow | null;
  values: EvFormValues;
}

const storedDraft = sessionValue(
  "ev_admin_draft",
  parseDraft,
  (draft) => draft && JSON.stringify(draft),
);

/** @param userId who types it: another user may sign in to this tab next */
export function keepDraft(userId: number, draft: EvDraft | null): void {
  storedDraft.set(draft && { userId, ...draft });
}

/** This user's unsaved input; null if there is none or it is unusable. Discards another user's draft. */
export function readDraft(userId: number): EvDraft | null {
  const draft = storedDraft.get();
  if (draft?.userId === userId) return { row: draft.row, values: draft.values };
  storedDraft.set(null);
  return null;
}

export function readDraftOf(userId: number, row: EvRow | null): EvDraft | null {
  const draft = readDraft(userId);
  return draft && draft.row?.id === row?.id ? draft : null;
}

function parseDraft(text: string | null): (EvDraft & { userId?: unknown }) | null {
  const draft: unknown = JSON.parse(text ?? "null");
  return isDraft(draft) ? draft : null;
}

/** An older release may have written it. The row is only this form's copy of an answer. */
function isDraft(draft: unknown): draft is EvDraft & { userId?: unknown } {
  if (!isObject(draft)) return false;
  const { row, values } = draft;
  if (!isObject(values)) return false;
  const isRow = row === null || (isObject(row) && typeof row["version"] === "number");
  return isRow && EV_FORM_FIELDS.every(({ name }) => typeof values[name] === "string");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
