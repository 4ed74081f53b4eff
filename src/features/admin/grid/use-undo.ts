import { useRef } from "react";

import { toast, toastError } from "../../../ui/toast.ts";
import { userSessionValue } from "../../../ui/session-value.ts";
import { countOf } from "../../../domain/format.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { findRows } from "../rows/rows.queries.ts";
import { countRows, type RowChange, type SaveOutcome } from "./save-queue.ts";
import { failureText, fieldsIn, type RowSaves, sendBlock } from "./use-row-saves.ts";

/** The changes of one user action, in rows on any page. */
export interface Step {
  rows: readonly (Pick<RowChange, "modelRows"> & {
    rowId: number;
    before: Partial<EvInput>;
    after: Partial<EvInput>;
  })[];
}

interface Steps {
  /** most recent last */
  undo: readonly Step[];
  redo: readonly Step[];
}

export type StepList = keyof Steps;

const NO_STEPS: Steps = { undo: [], redo: [] };
const MOST_STEPS = 20;

/** Survives the reload after an edit of seats or cargo (grid.md#undo-and-redo). */
const storedSteps = userSessionValue<Steps>(
  "ev_admin_undo",
  (stored) => stored as Partial<Steps> as Steps, // written by this code
);

export function readSteps(userId: number): Steps {
  return storedSteps.get(userId) ?? NO_STEPS;
}

/** Adds a new step and clears the steps to redo. */
export function addStep(userId: number, step: Step): void {
  const { undo } = readSteps(userId);
  storedSteps.set(userId, { undo: [...undo, step].slice(-MOST_STEPS), redo: [] });
}

/** Removes the latest step right away, so that a second press takes the one before it. */
export function takeStep(userId: number, from: StepList): Step | undefined {
  const steps = readSteps(userId);
  const last = steps[from].at(-1);
  if (last) storedSteps.set(userId, { ...steps, [from]: steps[from].slice(0, -1) });
  return last;
}

export function putStep(userId: number, to: StepList, step: Step): void {
  const steps = readSteps(userId);
  storedSteps.set(userId, { ...steps, [to]: [...steps[to], step] });
}

export function invertStep({ rows }: Step): Step {
  return {
    rows: rows.map(({ before, after, ...row }) => ({ ...row, before: after, after: before })),
  };
}

/** @param before,after the rows before and after the save */
export function stepOf(
  changes: readonly RowChange[],
  before: readonly EvRow[],
  after: readonly EvRow[],
): Step {
  const rows = changes.map(({ seen: { id }, changes: wanted, modelRows }) => {
    const pickFrom = (among: readonly EvRow[]) => {
      const row = among.find((each) => each.id === id);
      return Object.fromEntries(fieldsIn(wanted).map((field) => [field, row?.[field] ?? null]));
    };
    return {
      rowId: id,
      ...(modelRows && { modelRows }),
      before: pickFrom(before),
      after: pickFrom(after),
    };
  });
  return { rows };
}

const STEP_WORDS = {
  undo: {
    nothing: "There is nothing to undo",
    changed: "Can’t undo: the value has changed since",
    done: "Reverted",
  },
  redo: {
    nothing: "There is nothing to redo",
    changed: "Can’t redo: the value has changed since",
    done: "Redid",
  },
} as const;

interface UndoOptions {
  userId: number;
  saves: RowSaves;
  announce: (sentence: string) => void;
}

/** Saves changes that can be undone, and undoes them (grid.md#undo-and-redo). */
export function useUndoableSaves({ userId, saves, announce }: UndoOptions) {
  /** settles when everything before it has */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  /** A change can be undone as soon as it is shown; the undo waits until it is saved. */
  const saveChanges: RowSaves["saveChanges"] = (changes, send, typed) => {
    const saving = saves.saveChanges(changes, send, typed).then((outcome) => {
      if (outcome.kind === "saved") addStep(userId, stepOf(changes, outcome.before, outcome.rows));
      return outcome;
    });
    queue.current = Promise.allSettled([queue.current, saving]);
    return saving;
  };

  /** Undoes or redoes one step, unless something has changed the values since. */
  const applyStep = async (from: StepList) => {
    const words = STEP_WORDS[from];
    const step = takeStep(userId, from);
    if (!step) return announce(words.nothing);
    const notify = (sentence: string) => {
      announce(sentence);
      toast({ description: sentence });
    };
    try {
      const outcome = await saveInverse(saves, step, from === "undo");
      if (outcome?.kind === "failed") throw outcome.error;
      if (outcome?.kind !== "saved") return notify(words.changed);
      putStep(userId, from === "undo" ? "redo" : "undo", invertStep(step));
      const [row] = outcome.rows;
      const count = countRows(step.rows);
      notify(`${words.done} ${count === 1 && row ? rowName(row) : countOf(count, "row")}`);
    } catch (error) {
      // Put the step back so that it can be tried again.
      putStep(userId, from, step);
      toastError(failureText("trim", error));
    }
  };

  /** Presses are handled one after another, because each depends on the result of the one before. */
  const enqueue = (from: StepList) => {
    queue.current = queue.current.then(() => applyStep(from));
  };

  return { saveChanges, undo: () => enqueue("undo"), redo: () => enqueue("redo") };
}

export type UndoableSaves = ReturnType<typeof useUndoableSaves>;

/** @returns null when its rows are gone or now have other values */
async function saveInverse(
  saves: RowSaves,
  { rows }: Step,
  isUndo: boolean,
): Promise<SaveOutcome | null> {
  // The form may have changed rows since the table last saved them.
  saves.addRows(saves.rows);
  const unseen = rows.flatMap(({ rowId }) => (saves.findRow(rowId) ? [] : rowId));
  saves.addRows(await findRows(unseen));
  const changes = rows.flatMap(({ rowId, before, after }): RowChange[] => {
    const row = saves.findRow(rowId);
    const isUnchanged = row && fieldsIn(after).every((field) => row[field] === after[field]);
    return isUnchanged ? [{ seen: row, changes: before }] : [];
  });
  if (changes.length < rows.length) return null;
  const outcome = await saves.saveChanges(changes, (each) => sendBlock(each, isUndo));
  if (outcome.kind === "conflict") saves.forget(changes);
  return outcome;
}
