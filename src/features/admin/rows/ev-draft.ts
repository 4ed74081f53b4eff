/** What was typed and is not saved yet: it survives a reload and the end of the session. */
import { isRecord } from "../../../ui/stored-list.ts";
import { userSessionValue } from "../../../ui/session-value.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { EV_FORM_FIELDS, type EvFormValues } from "./ev-form.ts";

interface EvDraft {
  /** the edited row when it was read; null for a new one */
  row: EvRow | null;
  values: EvFormValues;
  /** when it was typed, ISO 8601 */
  at: string;
}

export interface CellDraft {
  /** the row that the user saw */
  row: EvRow;
  field: FieldName;
  typed: string;
  /** why it was not saved; absent while the cell is open */
  message?: string;
}

/** A pasted block may fail in thousands of cells. */
const MAX_CELL_DRAFTS = 100;

const storedDraft = userSessionValue<EvDraft>("ev_admin_draft", ({ row, values, at }) => {
  if (!isRecord(values) || (row !== null && !isRow(row))) return null;
  const isComplete = EV_FORM_FIELDS.every(({ name }) => typeof values[name] === "string");
  const isUsable = isComplete && typeof at === "string";
  return isUsable ? { row, values: values as EvFormValues, at } : null;
});

const storedCells = userSessionValue<{ cells: readonly CellDraft[] }>(
  "ev_admin_cells",
  ({ cells }) => (Array.isArray(cells) && cells.every(isCellDraft) ? { cells } : null),
);

/** @param userId who types it: another user may sign in to this tab next */
export const keepDraft: (userId: number, draft: EvDraft | null) => void = storedDraft.set;

/** This user's unsaved input; null if there is none or it is unusable. Discards another user's draft. */
export const readDraft: (userId: number) => EvDraft | null = storedDraft.get;

export function readDraftOf(userId: number, row: EvRow | null): EvDraft | null {
  const draft = readDraft(userId);
  return draft && draft.row?.id === row?.id ? draft : null;
}

export function keepCellDrafts(userId: number, cells: readonly CellDraft[]): void {
  storedCells.set(userId, cells.length > 0 ? { cells: cells.slice(0, MAX_CELL_DRAFTS) } : null);
}

/** This user's texts that are not saved; those of another user are discarded. */
export function readCellDrafts(userId: number): readonly CellDraft[] {
  return storedCells.get(userId)?.cells ?? [];
}

/** Called when the user signs out. */
export function forgetDrafts(): void {
  storedDraft.forget();
  storedCells.forget();
}

/** Only our own copy of an answer. */
function isRow(row: unknown): row is EvRow {
  return isRecord(row) && typeof row["id"] === "number" && typeof row["version"] === "number";
}

function isCellDraft(cell: unknown): cell is CellDraft {
  if (!isRecord(cell)) return false;
  const { row, field, typed, message = "" } = cell;
  return (
    isRow(row) && isFieldName(field) && typeof typed === "string" && typeof message === "string"
  );
}
