import type { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import { AnswerError, refusalOf } from "../../api/answers.ts";
import type { RowConflict } from "./grid-state.ts";
import type { GridField } from "./grid-columns.ts";
import {
  ChangedMeanwhileError,
  fixNumericField,
  saveRow,
  updateCargo,
  updateSeating,
} from "./rows.client.ts";

export interface RowChange {
  /** the row as the person saw it */
  seen: EvRow;
  changes: Partial<EvInput>;
}

export type SaveOutcome =
  | { kind: "saved"; row: EvRow }
  | { kind: "conflict"; conflict: RowConflict }
  | { kind: "failed"; error: unknown };

/** §8: the server's sentence */
export function failureText(field: GridField, error: unknown): string {
  if (reloadsAfter(field) && error instanceof AnswerError) {
    return error.sentence || "Unknown error occurred";
  }
  return refusalOf(error);
}

/** Beside the cell, also after another sign-in. */
export function standingText(field: GridField, error: unknown): string {
  return error instanceof AnswerError && error.status === 401
    ? "It was not saved, since your session had ended"
    : failureText(field, error);
}

/** Fields whose calls are their own; after them the page is loaded again (§4). */
export function reloadsAfter(field: GridField): boolean {
  return field === "seatingCapacity" || field === "cargoSpace";
}

/**
 * Seats, cargo, battery and charging power have calls of their own; where those of the latter two
 * fail, the whole row is saved (§7, §8). @param row as it is now
 */
export async function saveField(row: EvRow, { changes }: RowChange): Promise<EvRow> {
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

export function saveFields(row: EvRow, { changes }: RowChange): Promise<EvRow> {
  return saveRow(row, changes);
}

type Send = (row: EvRow, change: RowChange) => Promise<EvRow>;

/**
 * Saves the changes of a row one after the other, so that a person's second change is no conflict
 * with the first. Never overwrites what somebody else has changed meanwhile.
 */
export function createSaveQueue() {
  const latestRows = new Map<number, EvRow>();
  const ownVersions = new Map<number, number>();
  const tails = new Map<number, Promise<unknown>>();
  let running = 0;

  const learn = (rows: Iterable<EvRow>) => {
    for (const row of rows) {
      if (row.version >= (latestRows.get(row.id)?.version ?? 0)) latestRows.set(row.id, row);
    }
  };

  const latest = (row: EvRow) => {
    const other = latestRows.get(row.id);
    return other && other.version > row.version ? other : row;
  };

  const isOverwriting = (current: EvRow, { seen, changes }: RowChange) =>
    current.version !== ownVersions.get(current.id) &&
    (Object.keys(changes) as GridField[]).some((field) => current[field] !== seen[field]);

  const run = async (change: RowChange, send: Send): Promise<SaveOutcome> => {
    const { seen, changes } = change;
    const current = latest(seen);
    if (isOverwriting(current, change)) {
      return { kind: "conflict", conflict: { base: seen, changes, current } };
    }
    try {
      const row = await send(current, change);
      ownVersions.set(row.id, row.version);
      learn([row]);
      return { kind: "saved", row };
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) {
        return { kind: "failed", error };
      }
      return { kind: "conflict", conflict: { base: current, changes, current: error.current } };
    }
  };

  const save = async (change: RowChange, send: Send): Promise<SaveOutcome> => {
    const { id } = change.seen;
    const saving = (tails.get(id) ?? Promise.resolve()).then(() => run(change, send));
    tails.set(id, saving);
    running++;
    try {
      return await saving;
    } finally {
      running--;
      if (tails.get(id) === saving) tails.delete(id);
    }
  };

  return { learn, latest, isBusy: () => running > 0, save };
}
