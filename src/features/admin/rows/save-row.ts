/** Sends edits of rows, and words what went wrong (grid.md#saving-a-cell). */
import { ApiError, toastMessage } from "../../../ui/calls/answers.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import type { FieldName } from "../../../domain/fields.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import {
  type ChangedRow,
  ChangedMeanwhileError,
  patchRows,
  postFigure,
  saveRow,
} from "./rows.queries.ts";

export interface SeenEdit {
  /** the row as the user saw it */
  seen: EvRow;
  changes: Partial<EvInput>;
  /** number of rows of its model, if all of them get a new make */
  modelRows?: number;
}

/** The row has other values by now than those that the user saw and changed. */
export interface RowConflict extends SeenEdit, ChangedRow {}

/** @param edits with the latest version of each row @returns the rows as they are stored now */
export type SendEdits = (edits: readonly SeenEdit[]) => Promise<readonly EvRow[]>;

export function countRows(edits: readonly Pick<SeenEdit, "modelRows">[]): number {
  return edits.reduce((sum, { modelRows = 1 }) => sum + modelRows, 0);
}

export function fieldsIn(changes: SeenEdit["changes"]): FieldName[] {
  return Object.keys(changes) as FieldName[]; // the schema's fields
}

/** Fields with their own calls, after which the page is reloaded. */
export function reloadsAfter(field: FieldName): boolean {
  return field === "seatingCapacity" || field === "cargoSpace";
}

/** Four fields have calls of their own; if two of these fail, the whole row is saved (calls.md#small-updates). */
async function sendField({ seen: row, changes }: SeenEdit): Promise<EvRow> {
  const { seatingCapacity, cargoSpace, batteryCapacity, maxChargingSpeed } = changes;
  if (seatingCapacity !== undefined) {
    return postFigure(row, "update-seating", { value: seatingCapacity });
  }
  if (cargoSpace !== undefined) return postFigure(row, "update-cargo", { value: cargoSpace });
  try {
    if (batteryCapacity !== undefined || maxChargingSpeed !== undefined) {
      return await postFigure(row, "fix-numeric-fields", changes);
    }
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) throw error;
    console.error("The figure could not be saved by itself; the whole row is.", error);
  }
  return saveRow(row, changes);
}

export const sendCell: SendEdits = (edits) => Promise.all(edits.map(sendField));

/** Make and model are changed row by row, since the call for many rows refuses them. */
export function sendBlock(edits: readonly SeenEdit[], isUndo = false): ReturnType<SendEdits> {
  if (edits.some(({ changes }) => "make" in changes || "model" in changes)) {
    return Promise.all(edits.map(({ seen, changes }) => saveRow(seen, changes, isUndo)));
  }
  return patchRows(
    edits.map(({ seen: { id, version }, changes: set }) => ({ id, version, set })),
    isUndo,
  );
}

/** The server's message, for the notification. @param field null for a block */
export function failureText(field: FieldName | null, error: unknown): string {
  return field && reloadsAfter(field) && error instanceof ApiError
    ? error.serverMessage || "Unknown error occurred"
    : toastMessage(error);
}

/** The message that stays at a cell or block, even after signing in again. */
export function markText(field: FieldName | null, error: unknown): string {
  return error instanceof ApiError && error.status === 401
    ? "Not saved because your session had ended"
    : failureText(field, error);
}

/** Whether a model was to get the name of another one, with which it can be merged. */
export function isNameTaken(field: FieldName, error: unknown): boolean {
  const isName = field === "make" || field === "model";
  return isName && error instanceof ApiError && error.status === 409;
}
