import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useMemo, useRef, useState } from "react";

import { AnswerError, refusalOf } from "../../../api/answers.ts";
import { toast, toastError } from "../../../ui/toast.ts";
import { countOf } from "../../../vehicle/counts.ts";
import { rowName } from "../../../vehicle/names.ts";
import type { EvRow } from "../../../vehicle/vehicle.ts";
import {
  type CellValue,
  type FieldColumn,
  type GridField,
  plainText,
  shownText,
} from "./grid-columns.ts";
import type { PlannedRow } from "./grid-plans.ts";
import { useReload } from "./grid-reload.ts";
import type { CellMark, EvGridProps, GridEvent } from "./grid-state.ts";
import { SAVED_MARK_MS } from "../limits.ts";
import {
  ChangedMeanwhileError,
  changeRows,
  findRows,
  fixNumericField,
  isRowMissing,
  refreshAll,
  saveRow,
  updateCargo,
  updateSeating,
} from "../rows/rows.queries.ts";
import { createSaveQueue, type RowChange, type SaveOutcome, type Send } from "./save-queue.ts";
import { noteStep, putStep, type Step, type StepList, takeStep, turned } from "./undo-steps.ts";

/** grid.md#saving-a-cell: the server's sentence */
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

/** Fields whose calls are their own; after them the page is loaded again (grid.md#saving-a-cell). */
export function reloadsAfter(field: GridField): boolean {
  return field === "seatingCapacity" || field === "cargoSpace";
}

/**
 * Seats, cargo, battery and charging power have calls of their own; where those of the latter two
 * fail, the whole row is saved (calls.md#small-updates, grid.md#saving-a-cell).
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

const sendCell: Send = (changes) => Promise.all(changes.map(saveField));
const sendRow: Send = (changes) =>
  Promise.all(changes.map(({ seen, changes: wanted }) => saveRow(seen, wanted)));
const sendBlock: Send = (changes) =>
  changeRows(changes.map(({ seen: { id, version }, changes: set }) => ({ id, version, set })));

interface GridSavingOptions {
  props: EvGridProps;
  dispatch: Dispatch<GridEvent>;
  say: (words: string) => void;
  keepPlace: () => void;
}

/** Saves cells and rows, marks them, and can take the last change back. */
export function useGridSaving({ props, dispatch, say, keepPlace }: GridSavingOptions) {
  const client = useQueryClient();
  const [queue] = useState(createSaveQueue);
  const [saved, setSaved] = useState<ReadonlyMap<number, EvRow>>(() => new Map());
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

  const markAll = (
    changes: readonly RowChange[],
    markOf: (field: GridField, value: CellValue) => CellMark | null,
  ) => {
    for (const { seen, changes: wanted } of changes) {
      for (const field of Object.keys(wanted) as GridField[]) {
        // They are the schema's fields.
        const mark = markOf(field, wanted[field] ?? null);
        dispatch({ type: "marked", rowId: seen.id, field, mark });
        if (mark?.state === "saved") {
          setTimeout(() => dispatch({ type: "faded", rowId: seen.id, field, mark }), SAVED_MARK_MS);
        }
      }
    }
  };

  const save = async (
    changes: readonly RowChange[],
    send: Send,
    typed?: string,
  ): Promise<SaveOutcome> => {
    markAll(changes, (_field, value) => ({ state: "saving", value }));
    const outcome = await queue.save(changes, send);
    if (outcome.kind === "saved") {
      const fresh = outcome.rows.map((row) => [row.id, row] as const);
      setSaved((before) => new Map([...before, ...fresh]));
      void refreshAll(client); // grid.md#saving-a-cell
    }
    markAll(changes, (field, value) => {
      if (outcome.kind === "saved") return { state: "saved" };
      if (outcome.kind === "conflict") return null;
      const message = standingText(field, outcome.error);
      return { state: "failed", typed: typed ?? plainText(value), message };
    });
    return outcome;
  };

  /** @param changes that have been saved */
  const remember = (changes: readonly RowChange[]) => {
    const rowsChanged = changes.map(({ seen, changes: wanted }) => {
      const fields = Object.keys(wanted) as GridField[]; // the schema's fields
      const valuesOf = (row: EvRow) =>
        Object.fromEntries(fields.map((field) => [field, row[field]]));
      return { rowId: seen.id, before: valuesOf(seen), after: valuesOf(queue.latest(seen)) };
    });
    noteStep({ rows: rowsChanged });
  };

  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  /** What is shown as saved can be taken back at once: undo waits for its answer. */
  const noted = <T>(saving: Promise<T>): Promise<T> => {
    underWay.current = Promise.allSettled([underWay.current, saving]);
    return saving;
  };

  const saveOne = async (seen: EvRow, column: FieldColumn, value: CellValue, typed: string) => {
    const { field, label } = column;
    const change: RowChange = { seen, changes: { [field]: value } };
    const outcome = await save([change], sendCell, typed);
    if (outcome.kind === "conflict") {
      for (const conflict of outcome.conflicts) props.onConflict(conflict);
    } else if (outcome.kind === "failed" && isRowMissing(outcome.error)) {
      props.onRowGone({ row: seen, column, typed });
    } else if (outcome.kind === "failed") {
      const description = failureText(field, outcome.error);
      const title = reloadsAfter(field) ? "Update failed" : "Error"; // grid.md#saving-a-cell
      toast({ title, description, variant: "destructive" });
    } else {
      remember([change]);
      say(`Saved: ${label} of ${rowName(queue.latest(seen))} is ${shownText(column, value)}`);
      if (reloadsAfter(field)) {
        toast({ description: "Field updated" }); // grid.md#saving-a-cell
        reload();
      } else {
        const action = { label: "Undo", onClick: () => void undo() };
        toast({ title: "Success", description: "EV updated successfully", action }); // grid.md#saving-a-cell
      }
    }
  };

  /** Saves one cell (grid.md#saving-a-cell). @param seen the row as the person knew it */
  const saveCell = (...cell: Parameters<typeof saveOne>) => noted(saveOne(...cell));

  const savePlan = async (planned: readonly PlannedRow[]): Promise<SaveOutcome> => {
    const changes = planned.map(({ row, changes: wanted }) => ({ seen: row, changes: wanted }));
    const outcome = await save(changes, sendBlock);
    if (outcome.kind === "saved") remember(changes);
    return outcome;
  };
  const savePlanned = (planned: readonly PlannedRow[]) => noted(savePlan(planned));

  /** @returns null where its rows are gone or have other values now */
  const saveTurned = async ({ rows: changed }: Step): Promise<SaveOutcome | null> => {
    const unseen = changed.flatMap(({ rowId }) => (queue.known(rowId) ? [] : rowId));
    queue.learn(await findRows(unseen));
    const changes = changed.flatMap(({ rowId, before, after }): RowChange[] => {
      const row = queue.known(rowId);
      const fields = Object.keys(after) as GridField[]; // the schema's fields
      const stands = row && fields.every((field) => row[field] === after[field]);
      return stands ? [{ seen: row, changes: before }] : [];
    });
    const [first] = changes;
    if (!first || changes.length < changed.length) return null;
    // Make and model, which have a call of their own, were changed in one cell.
    const isName = "make" in first.changes || "model" in first.changes;
    return save(changes, isName ? sendRow : sendBlock);
  };

  /** Takes back, or does again, what one press has changed, unless something has changed it since. */
  const turn = async (which: StepList) => {
    const words = STEP_WORDS[which];
    const last = takeStep(which);
    if (!last) return say(words.nothing);
    const tell = (sentence: string) => {
      say(sentence);
      toast({ description: sentence });
    };
    try {
      let outcome = await saveTurned(last);
      // Of rows of other pages, other fields may have changed since they were seen.
      if (outcome?.kind === "conflict") outcome = await saveTurned(last);
      if (outcome?.kind === "failed") throw outcome.error;
      if (outcome?.kind !== "saved") return tell(words.changed);
      putStep(which === "undo" ? "redo" : "undo", turned(last));
      const [row] = outcome.rows;
      const count = outcome.rows.length;
      tell(`${words.done}: ${count === 1 && row ? rowName(row) : countOf(count, "row")}`);
    } catch (error) {
      // For another try.
      putStep(which, last);
      toastError(failureText("trim", error));
    }
  };
  /** Presses count one after the other: each looks at what the one before it has left. */
  const turning = useRef(Promise.resolve());
  const inTurn = (which: StepList) =>
    (turning.current = Promise.all([turning.current, underWay.current]).then(() => turn(which)));
  const undo = () => inTurn("undo");
  const redo = () => inTurn("redo");

  return { rows, latest: queue.latest, saveCell, savePlanned, undo, redo };
}

const STEP_WORDS = {
  undo: {
    nothing: "There is nothing to undo",
    changed: "The last change has been changed since, so it stays",
    done: "Undone",
  },
  redo: {
    nothing: "There is nothing to do again",
    changed: "What was undone has been changed since, so it stays",
    done: "Done again",
  },
} as const;
