import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useMemo, useRef, useState } from "react";

import { AnswerError, refusalOf } from "../../api/answers.ts";
import { toast, toastError } from "../../ui/toast.ts";
import type { EvInput } from "../../vehicle/ev-input.ts";
import { rowName } from "../../vehicle/names.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import {
  type CellValue,
  type FieldColumn,
  type GridField,
  plainText,
  shownText,
} from "./grid-columns.ts";
import type { PlannedRow } from "./grid-paste.ts";
import { useReload } from "./grid-reload.ts";
import type { EvGridProps, GridEvent, RowConflict } from "./grid-state.ts";
import { SAVED_MARK_MS } from "./limits.ts";
import {
  ChangedMeanwhileError,
  fixNumericField,
  isRowMissing,
  refreshAll,
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

function saveFields(row: EvRow, { changes }: RowChange): Promise<EvRow> {
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

interface GridSavingOptions {
  props: EvGridProps;
  dispatch: Dispatch<GridEvent>;
  say: (words: string) => void;
  keepPlace: () => void;
}

interface Undo {
  rowId: number;
  before: Partial<EvInput>;
  after: Partial<EvInput>;
}

/** Saves cells and rows, marks them, and can take the last change back. */
export function useGridSaving({ props, dispatch, say, keepPlace }: GridSavingOptions) {
  const client = useQueryClient();
  const [queue] = useState(createSaveQueue);
  const [saved, setSaved] = useState<ReadonlyMap<number, EvRow>>(() => new Map());
  const undos = useRef<Undo[]>([]);
  const reload = useReload(queue.isBusy, keepPlace);

  useEffect(() => queue.learn(props.rows), [queue, props.rows]);
  // What was saved a moment ago stands until the list, read again, has it too.
  const rows = useMemo(
    () =>
      props.rows.map((row) => {
        const own = saved.get(row.id);
        return own && own.version > row.version ? own : row;
      }),
    [props.rows, saved],
  );

  const save = async (
    change: RowChange,
    send: typeof saveField,
    typed: Partial<Record<GridField, string>>,
  ): Promise<SaveOutcome> => {
    const { seen, changes } = change;
    const rowId = seen.id;
    const fields = Object.entries(changes) as [GridField, CellValue][]; // the schema's fields
    for (const [field, value] of fields) {
      dispatch({ type: "marked", rowId, field, mark: { state: "saving", value } });
    }
    const outcome = await queue.save(change, send);
    if (outcome.kind === "saved") {
      setSaved((before) => new Map(before).set(rowId, outcome.row));
      void refreshAll(client); // §4
    }
    for (const [field] of fields) {
      const mark =
        outcome.kind === "saved"
          ? ({ state: "saved" } as const)
          : outcome.kind === "failed"
            ? ({
                state: "failed",
                typed: typed[field] ?? plainText(changes[field] ?? null),
                message: standingText(field, outcome.error),
              } as const)
            : null;
      dispatch({ type: "marked", rowId, field, mark });
      if (mark?.state === "saved") {
        setTimeout(() => dispatch({ type: "faded", rowId, field, mark }), SAVED_MARK_MS);
      }
    }
    return outcome;
  };

  const remember = ({ seen, changes }: RowChange) => {
    const fields = Object.keys(changes) as GridField[]; // the schema's fields
    const before = Object.fromEntries(fields.map((field) => [field, seen[field]]));
    undos.current.push({ rowId: seen.id, before, after: changes });
  };

  /** Saves one cell (§4). @param seen the row as the person knew it */
  const saveCell = async (seen: EvRow, column: FieldColumn, value: CellValue, typed: string) => {
    const { field, label } = column;
    const change: RowChange = { seen, changes: { [field]: value } };
    const outcome = await save(change, saveField, { [field]: typed });
    if (outcome.kind === "conflict") {
      props.onConflict(outcome.conflict);
    } else if (outcome.kind === "failed" && isRowMissing(outcome.error)) {
      props.onRowGone({ row: seen, column, typed });
    } else if (outcome.kind === "failed") {
      const description = failureText(field, outcome.error);
      const title = reloadsAfter(field) ? "Update failed" : "Error"; // §8
      toast({ title, description, variant: "destructive" });
    } else {
      remember(change);
      say(`Saved: ${label} of ${rowName(outcome.row)} is ${shownText(column, value)}`);
      if (reloadsAfter(field)) {
        toast({ description: "Field updated" }); // §4
        reload();
      } else {
        const action = { label: "Undo", onClick: () => void undo() };
        toast({ title: "Success", description: "EV updated successfully", action }); // §8
      }
    }
  };

  const savePlanned = async ({ row, changes, cells }: PlannedRow): Promise<SaveOutcome> => {
    const change = { seen: row, changes };
    const typed = Object.fromEntries(cells.map((cell) => [cell.column.field, cell.typed]));
    const outcome = await save(change, saveFields, typed);
    if (outcome.kind === "saved") remember(change);
    return outcome;
  };

  /** Takes back the last change that was made here, unless something else has been saved since. */
  const undo = async () => {
    const last = undos.current.at(-1);
    const row = rows.map(queue.latest).find(({ id }) => id === last?.rowId);
    if (!last || !row) {
      say(last ? "The last change is on another page" : "There is nothing to undo");
      return;
    }
    undos.current.pop();
    const fields = Object.keys(last.after) as GridField[]; // the schema's fields
    if (fields.some((field) => row[field] !== last.after[field])) {
      say("The last change has been changed since, so it stays");
      return;
    }
    const outcome = await save({ seen: row, changes: last.before }, saveFields, {});
    if (outcome.kind === "saved") say(`Undone: ${rowName(outcome.row)} is as it was`);
    if (outcome.kind === "conflict") props.onConflict(outcome.conflict);
    if (outcome.kind === "failed") toastError(failureText("trim", outcome.error));
  };

  return { rows, saveCell, savePlanned, undo };
}
