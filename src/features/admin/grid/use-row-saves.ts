import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError, toastMessage } from "../../../ui/calls/answers.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import {
  ChangedMeanwhileError,
  changeRows,
  isRowMissing,
  postFigure,
  refreshAll,
  saveRow,
} from "../rows/rows.queries.ts";
import type { CellDraft } from "../rows/ev-draft.ts";
import { type CellValue, cellToText, columnOf, type GridField, readCell } from "./grid-columns.ts";
import { createSaveQueue, type RowChange, type SaveOutcome, type Send } from "./save-queue.ts";

const SAVED_MARK_MS = 2500;

/** What the user typed into a cell, and the row that they saw. */
interface Unsaved {
  seen: EvRow;
  typed: string;
}

/** The result of the last save of a cell. */
type CellMark =
  /** running; the cell already shows the new value */
  | ({ state: "saving"; value: CellValue } & Unsaved)
  | { state: "saved" }
  /**
   * the cell shows the stored value again and offers the typed text for another try; `isTyped` if it was typed
   * into this cell; `isNameTaken` if another model has that name
   */
  | ({
      state: "failed";
      message: string;
      isTyped: boolean;
      isRowGone?: boolean;
      isNameTaken?: boolean;
    } & Unsaved);

type RowMarks = Readonly<Partial<Record<GridField, CellMark>>>;
type CellMarks = Readonly<Record<number, RowMarks>>;

const NOT_SAVED_YET = "Not saved yet";
const CHANGED_SINCE = "Not saved, because the value has changed since";

/** Returns the server's message (grid.md#saving-a-cell). */
export function failureText(field: GridField, error: unknown): string {
  if (reloadsAfter(field) && error instanceof ApiError) {
    return error.sentence || "Unknown error occurred";
  }
  return toastMessage(error);
}

/** Whether a model was to get the name of another one, with which it can be merged. */
export function isNameTaken(field: GridField, error: unknown): boolean {
  const isName = field === "make" || field === "model";
  return isName && error instanceof ApiError && error.status === 409;
}

/** The message stays next to the cell, even after signing in again. */
export function markText(field: GridField, error: unknown): string {
  return error instanceof ApiError && error.status === 401
    ? "Not saved because your session had ended"
    : failureText(field, error);
}

/** Fields with their own calls, after which the page is reloaded (grid.md#saving-a-cell). */
export function reloadsAfter(field: GridField): boolean {
  return field === "seatingCapacity" || field === "cargoSpace";
}

/**
 * Seats, cargo, battery and charging power have their own calls. If a call for the latter two fails, the
 * whole row is saved instead (calls.md#small-updates, grid.md#saving-a-cell).
 */
async function saveField({ seen: row, changes }: RowChange): Promise<EvRow> {
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

export const sendCell: Send = (changes) => Promise.all(changes.map(saveField));

/** Make and model are changed row by row, since the call for many rows refuses them. */
export function sendBlock(changes: readonly RowChange[], isUndo = false): ReturnType<Send> {
  if (changes.some(({ changes: wanted }) => "make" in wanted || "model" in wanted)) {
    return Promise.all(changes.map(({ seen, changes: wanted }) => saveRow(seen, wanted, isUndo)));
  }
  return changeRows(
    changes.map(({ seen: { id, version }, changes: set }) => ({ id, version, set })),
    isUndo,
  );
}

export function fieldsIn(changes: RowChange["changes"]): GridField[] {
  return Object.keys(changes) as GridField[]; // the schema's fields
}

/** @param drafts texts that were not saved before the page was reloaded */
function useCellMarks(drafts: readonly CellDraft[]) {
  const [marks, setMarks] = useState<CellMarks>(() =>
    drafts.reduce<CellMarks>((all, { row: seen, field, typed, message = NOT_SAVED_YET }) => {
      const mark: CellMark = { state: "failed", seen, typed, isTyped: true, message };
      return { ...all, [seen.id]: { ...all[seen.id], [field]: mark } };
    }, {}),
  );

  /** @param replaced sets the mark only if it replaces this one */
  const setMark = (rowId: number, field: GridField, mark: CellMark | null, replaced?: CellMark) =>
    setMarks((before) => {
      const { [field]: previous, ...others } = before[rowId] ?? {};
      if (replaced && previous !== replaced) return before;
      return { ...before, [rowId]: mark ? { ...others, [field]: mark } : others };
    });

  const markCells = (
    changes: readonly RowChange[],
    markOf: (field: GridField, value: CellValue, seen: EvRow) => CellMark | null,
  ) => {
    for (const { seen, changes: wanted } of changes) {
      for (const field of fieldsIn(wanted)) {
        const mark = markOf(field, wanted[field] ?? null, seen);
        setMark(seen.id, field, mark);
        if (mark?.state === "saved") {
          setTimeout(() => setMark(seen.id, field, null, mark), SAVED_MARK_MS);
        }
      }
    }
  };
  const forgetRows = (rowIds: readonly number[]) =>
    setMarks((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => !rowIds.includes(Number(id)))),
    );
  return { marks, setMark, markCells, forgetRows };
}

/** The texts that are typed but not saved, of the cells with these marks. */
export function unsavedCells(marks: CellMarks): CellDraft[] {
  return Object.values(marks).flatMap((ofRow) =>
    Object.entries(ofRow).flatMap(([field, mark]): CellDraft[] => {
      if (mark.state === "saved") return [];
      const { seen: row, typed } = mark;
      const message = mark.state === "failed" ? mark.message : NOT_SAVED_YET;
      return [{ row, field: field as GridField, typed, message }]; // the keys of RowMarks
    }),
  );
}

/** Whether the list shows the value that was typed, because it was saved although the answer was lost. */
function isSaved({ row, field, typed }: CellDraft, listRows: readonly EvRow[]): boolean {
  const current = listRows.find(({ id }) => id === row.id);
  return !!current && readCell(columnOf(field), typed).value === current[field];
}

export type RowSaves = ReturnType<typeof useRowSaves>;

/**
 * Saves changes of rows and marks their cells.
 * @param listRows the visible page of the list @param drafts what was not saved before a reload
 */
export function useRowSaves(listRows: readonly EvRow[], drafts: readonly CellDraft[]) {
  const client = useQueryClient();
  const [queue] = useState(createSaveQueue);
  const [missed] = useState(() => drafts.filter((draft) => !isSaved(draft, listRows)));
  const { marks, setMark, markCells, forgetRows } = useCellMarks(missed);

  /** @param typed the text to offer again if the save fails */
  const saveChanges = async (
    changes: readonly RowChange[],
    send: Send,
    typed?: string,
  ): Promise<SaveOutcome> => {
    queue.addRows(listRows);
    const unsaved = (value: CellValue, seen: EvRow) => ({
      seen,
      typed: typed ?? cellToText(value),
    });
    markCells(changes, (_field, value, seen) => ({
      state: "saving",
      value,
      ...unsaved(value, seen),
    }));
    const outcome = await queue.save(changes, send);
    const isTyped = typed !== undefined;
    const isRowGone = isTyped && outcome.kind === "failed" && isRowMissing(outcome.error);
    // dashboard.md#list-and-pages
    if (outcome.kind === "saved" || isRowGone) void refreshAll(client);
    markCells(changes, (field, value, seen) => {
      if (outcome.kind === "saved") return { state: "saved" };
      const mark = { state: "failed", isTyped, isRowGone, ...unsaved(value, seen) } as const;
      if (outcome.kind === "conflict") return { ...mark, message: CHANGED_SINCE };
      const { error } = outcome;
      return { ...mark, message: markText(field, error), isNameTaken: isNameTaken(field, error) };
    });
    return outcome;
  };

  const forget = (changes: readonly RowChange[]) => markCells(changes, () => null);

  const forgetFailure = (row: EvRow, field: GridField) => {
    if (marks[row.id]?.[field]?.state === "failed") setMark(row.id, field, null);
  };

  return {
    // Show saved values until the list is refetched.
    rows: listRows.map(queue.findLatest),
    marks,
    setMark,
    forget,
    forgetFailure,
    /** removes all marks of rows that the user has deleted */
    forgetRows,
    saveChanges,
    addRows: queue.addRows,
    /** the row as the list or a later save shows it */
    findLatest: (row: EvRow) => queue.findLatest(listRows.find(({ id }) => id === row.id) ?? row),
    findRow: queue.findRow,
    isBusy: queue.isBusy,
  };
}

/** The row as its cells show it, including values that are still being saved. */
export function withUnsavedValues(marks: CellMarks, row: EvRow): EvRow {
  const pending = Object.entries(marks[row.id] ?? {}).flatMap(([field, mark]) =>
    mark.state === "saving" ? [[field, mark.value] as const] : [],
  );
  return { ...row, ...Object.fromEntries(pending) };
}
