import type { EvRow } from "../../vehicle/vehicle.ts";
import { EV_FORM_FIELDS, type EvFormValues } from "./ev-form.ts";

export interface EvDraft {
  /** the row that is edited, as it was read; null: a new one */
  row: EvRow | null;
  values: EvFormValues;
}

const KEY = "ev_admin_draft";

/**
 * Keeps what is typed for this tab, through the end of a session and a reload. Where nothing can be
 * stored, or a picture is too large for it, the form goes without (§8).
 * @param userId who types it: the next one to sign in to this tab may be somebody else
 */
export function keepDraft(userId: number, draft: EvDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify({ userId, ...draft }));
    else sessionStorage.removeItem(KEY);
  } catch (error) {
    console.debug("What is typed could not be kept.", error);
  }
}

/** What this user typed and did not save; null without anything that can be used. Another's goes. */
export function readDraft(userId: number): EvDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (isDraft(kept) && kept.userId === userId) return { row: kept.row, values: kept.values };
    sessionStorage.removeItem(KEY);
  } catch (error) {
    console.debug("What was typed could not be read.", error);
  }
  return null;
}

export function readDraftOf(userId: number, row: EvRow | null): EvDraft | null {
  const draft = readDraft(userId);
  return draft && draft.row?.id === row?.id ? draft : null;
}

/** An older release may have written it. The row is only this form's own copy of an answer. */
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
