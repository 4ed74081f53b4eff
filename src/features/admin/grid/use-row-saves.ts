import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { AnswerError, refusalOf } from "../../../ui/calls/answers.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { SAVED_MARK_MS } from "../limits.ts";
import {
  ChangedMeanwhileError,
  changeRows,
  fixNumericField,
  refreshAll,
  saveRow,
  updateCargo,
  updateSeating,
} from "../rows/rows.queries.ts";
import { type CellValue, type GridField, cellToText } from "./grid-columns.ts";
import { createSaveQueue, type RowChange, type SaveOutcome, type Send } from "./save-queue.ts";

/** The result of the last save of a cell. */
export type CellMark =
  /** running; the cell already shows the new value */
  | { state: "saving"; value: CellValue }
  | { state: "saved" }
  /** the cell shows the stored value again and offers the typed text for another try */
  | { state: "failed"; typed: string; message: string };

type RowMarks = Readonly<Partial<Record<GridField, CellMark>>>;
type CellMarks = Readonly<Record<number, RowMarks>>;

/** Returns the server's message (grid.md#saving-a-cell). */
export function failureText(field: GridField, error: unknown): string {
  if (reloadsAfter(field) && error instanceof AnswerError) {
    return error.sentence || "Unknown error occurred";
  }
  return refusalOf(error);
}

/** The message stays next to the cell, even after signing in again. */
export function markText(field: GridField, error: unknown): string {
  return error instanceof AnswerError && error.status === 401
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
  if (seatingCapacity !== undefined) return updateSeating(row, seatingCapacity);
  if (cargoSpace !== undefined) return updateCargo(row, cargoSpace);
  try {
    if (batteryCapacity !== undefined) {
      return await fixNumericField(row, "batteryCapacity", batteryCapacity);
    }
    if (maxChargingSpeed !== undefined) {
      return await fixNumericField(row, "maxChargingSpeed", maxChargingSpeed);
    }
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) throw error;
    console.error("The figure could not be saved by itself; the whole row is.", error);
  }
  return saveRow(row, changes);
}

export const sendCell: Send = (changes) => Promise.all(changes.map(saveField));
export const sendRow: Send = (changes) =>
  Promise.all(changes.map(({ seen, changes: wanted }) => saveRow(seen, wanted)));
export const sendBlock: Send = (changes) =>
  changeRows(changes.map(({ seen: { id, version }, changes: set }) => ({ id, version, set })));

export function fieldsIn(changes: RowChange["changes"]): GridField[] {
  return Object.keys(changes) as GridField[]; // the schema's fields
}

function useCellMarks() {
  const [marks, setMarks] = useState<CellMarks>({});

  /** @param replaced sets the mark only if it replaces this one */
  const setMark = (rowId: number, field: GridField, mark: CellMark | null, replaced?: CellMark) =>
    setMarks((before) => {
      const { [field]: previous, ...others } = before[rowId] ?? {};
      if (replaced && previous !== replaced) return before;
      return { ...before, [rowId]: mark ? { ...others, [field]: mark } : others };
    });

  const markCells = (
    changes: readonly RowChange[],
    markOf: (field: GridField, value: CellValue) => CellMark | null,
  ) => {
    for (const { seen, changes: wanted } of changes) {
      for (const field of fieldsIn(wanted)) {
        const mark = markOf(field, wanted[field] ?? null);
        setMark(seen.id, field, mark);
        if (mark?.state === "saved") {
          setTimeout(() => setMark(seen.id, field, null, mark), SAVED_MARK_MS);
        }
      }
    }
  };
  return { marks, setMark, markCells };
}

export type RowSaves = ReturnType<typeof useRowSaves>;

/** Saves changes of rows and marks their cells. @param listRows the visible page of the list */
export function useRowSaves(listRows: readonly EvRow[]) {
  const client = useQueryClient();
  const [queue] = useState(createSaveQueue);
  const { marks, setMark, markCells } = useCellMarks();

  /** @param typed the text to offer again if the save fails */
  const saveChanges = async (
    changes: readonly RowChange[],
    send: Send,
    typed?: string,
  ): Promise<SaveOutcome> => {
    queue.addRows(listRows);
    markCells(changes, (_field, value) => ({ state: "saving", value }));
    const outcome = await queue.save(changes, send);
    if (outcome.kind === "saved") void refreshAll(client); // dashboard.md#list-and-pages
    markCells(changes, (field, value) => {
      if (outcome.kind === "saved") return { state: "saved" };
      if (outcome.kind === "conflict") return null;
      const message = markText(field, outcome.error);
      return { state: "failed", typed: typed ?? cellToText(value), message };
    });
    return outcome;
  };

  /** Dismisses a failure. */
  const forgetFailure = (row: EvRow, field: GridField) => {
    if (marks[row.id]?.[field]?.state === "failed") setMark(row.id, field, null);
  };

  return {
    // Show saved values until the list is refetched.
    rows: listRows.map(queue.findLatest),
    marks,
    setMark,
    forgetFailure,
    saveChanges,
    addRows: queue.addRows,
    findLatest: queue.findLatest,
    findRow: queue.findRow,
    isBusy: queue.isBusy,
  };
}

/** The row as its cells show it, including values that are still being saved. */
export function shownRow(marks: CellMarks, row: EvRow): EvRow {
  const pending = Object.entries(marks[row.id] ?? {}).flatMap(([field, mark]) =>
    mark.state === "saving" ? [[field, mark.value] as const] : [],
  );
  return { ...row, ...Object.fromEntries(pending) };
}
