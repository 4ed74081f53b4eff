import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { toast, toastFailure, toastRefusal } from "../../../ui/toast.ts";
import { countOf } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { CellDraft } from "../rows/ev-draft.ts";
import { findRows, isRowMissing } from "../rows/rows.queries.ts";
import {
  countRows,
  fieldsIn,
  markText,
  type RowConflict,
  type SeenEdit,
  type SendEdits,
  sendBlock,
} from "../rows/save-row.ts";
import {
  addStep,
  invertStep,
  putStep,
  type StepList,
  stepOf,
  takeStep,
} from "../rows/undo-steps.ts";
import { useDescribeUnusual, withRemark } from "../rows/unusual-values.ts";
import { useCellMarks } from "./cell-marks.ts";
import { type CellValue, cellToText, columnOf, parseCellText } from "./grid-columns.ts";
import { createSaveQueue, type SaveOutcome } from "./save-queue.ts";

const CHANGED_SINCE = "Not saved, because the value has changed since";

interface SavesOptions {
  userId: number;
  /** the visible page of the list */
  listRows: readonly EvRow[];
  /** what was not saved before a reload */
  drafts: readonly CellDraft[];
}

interface SaveOptions {
  send: SendEdits;
  /** the text to offer again if the save fails */
  typed?: string;
}

export type Saves = ReturnType<typeof useSaves>;

/** Saves edits of rows, asks about conflicts, and undoes (grid.md#saving-a-cell). */
export function useSaves({ userId, listRows, drafts }: SavesOptions) {
  const sends = useMarkedSends(listRows, drafts);
  const { rows, marks, setMark, forgetFailure, forgetRows, queue } = sends;
  const { question, ask } = useConflictQuestion();
  const describeUnusual = useDescribeUnusual();
  const { undo, redo, waitFor } = useUndo(userId, sends);

  /** Saves edits as one step that can be undone; asks first if they would overwrite those of others. */
  const saveEdits = async (
    edits: readonly SeenEdit[],
    options: SaveOptions,
  ): Promise<SaveOutcome & { unusual?: string | null }> => {
    const unusual = describeUnusual(edits);
    const saving = sends.saveWithMarks(edits, options).then((outcome) => {
      if (outcome.kind === "saved") addStep(userId, stepOf(edits, outcome.before, outcome.rows));
      return outcome;
    });
    waitFor(saving);
    const outcome = await saving;
    if (outcome.kind === "saved") return { ...outcome, unusual: await unusual };
    if (outcome.kind === "failed") return outcome;
    const resolutions = await ask(outcome.conflicts);
    if (!resolutions) return outcome;
    sends.clearMarks(edits);
    const remaining = edits
      .map((edit) => {
        const at = outcome.conflicts.findIndex(({ seen }) => seen.id === edit.seen.id);
        const conflict = outcome.conflicts[at];
        return conflict ? { seen: conflict.current, changes: resolutions[at] ?? {} } : edit;
      })
      .filter(({ changes }) => fieldsIn(changes).length > 0);
    return remaining.length > 0 ? saveEdits(remaining, { send: options.send }) : outcome;
  };

  return {
    /** the list's rows, with what was saved since */
    rows,
    marks,
    setMark,
    forgetFailure,
    forgetRows,
    saveEdits,
    question,
    undo,
    redo,
    /** @param unusual what is unusual about the saved figures */
    notifySaved: (unusual: string | null = null, description = "EV updated successfully") =>
      toast({
        title: "Success",
        description: withRemark(description, unusual),
        action: { label: "Undo", onClick: undo },
      }),
    /** the row as the list or a later save shows it */
    findCurrent: (row: EvRow) => queue.findLatest(listRows.find(({ id }) => id === row.id) ?? row),
    isBusy: queue.isBusy,
  };
}

/** Sends edits to the server, and shows at each cell what becomes of them. */
function useMarkedSends(listRows: readonly EvRow[], drafts: readonly CellDraft[]) {
  const client = useQueryClient();
  const [queue] = useState(createSaveQueue);
  const [missed] = useState(() => drafts.filter((draft) => !isSaved(draft, listRows)));
  const { markCells, ...marks } = useCellMarks(missed);

  /** Saves the edits by one call, or by one for each model that is renamed. */
  const saveWithMarks = async (
    edits: readonly SeenEdit[],
    { send, typed }: SaveOptions,
  ): Promise<SaveOutcome> => {
    queue.addRows(listRows);
    const unsaved = (value: CellValue, seen: EvRow) => ({
      seen,
      typed: typed ?? cellToText(value),
    });
    markCells(edits, (_field, value, seen) => ({
      state: "saving",
      value,
      ...unsaved(value, seen),
    }));
    const outcome = await queue.enqueue(edits, send);
    const isRowGone = outcome.kind === "failed" && isRowMissing(outcome.error);
    if (outcome.kind === "saved" || isRowGone) void client.invalidateQueries();
    markCells(edits, (field, value, seen) => {
      if (outcome.kind === "saved") return { state: "saved" };
      const mark = { state: "failed", ...unsaved(value, seen) } as const;
      if (outcome.kind === "conflict") return { ...mark, message: CHANGED_SINCE };
      return { ...mark, message: markText(field, outcome.error) };
    });
    return outcome;
  };
  return {
    ...marks,
    queue,
    // Show saved values until the list is refetched.
    rows: listRows.map(queue.findLatest),
    saveWithMarks,
    clearMarks: (edits: readonly SeenEdit[]) => markCells(edits, () => null),
  };
}

/** Whether the list shows the value that was typed, because it was saved although the answer was lost. */
function isSaved({ row, field, typed }: CellDraft, listRows: readonly EvRow[]): boolean {
  const current = listRows.find(({ id }) => id === row.id);
  return !!current && parseCellText(columnOf(field), typed).value === current[field];
}

/** Undoes and redoes steps, unless something has changed their values since (grid.md#undo-and-redo). */
function useUndo(userId: number, sends: ReturnType<typeof useMarkedSends>) {
  /** The queue orders the saves of a row; an undo waits for all of them, since they may add steps. */
  const previousActions = useRef<Promise<unknown>>(Promise.resolve());

  const applyStep = async (from: StepList): Promise<void> => {
    const step = takeStep(userId, from);
    if (!step) return void toastRefusal(`There is nothing to ${from}`);
    const isUndo = from === "undo";
    try {
      // The form or another page may have changed them since the table last saved them.
      const current = await findRows(step.rows.map(({ rowId }) => rowId));
      const edits = step.rows.flatMap(({ rowId, before, after }): SeenEdit[] => {
        const row = current.find(({ id }) => id === rowId);
        const isUnchanged = row && fieldsIn(after).every((field) => row[field] === after[field]);
        return isUnchanged ? [{ seen: row, changes: before }] : [];
      });
      const send: SendEdits = (each) => sendBlock(each, isUndo);
      const isWhole = edits.length === step.rows.length;
      const outcome = isWhole ? await sends.saveWithMarks(edits, { send }) : null;
      if (outcome?.kind === "failed") throw outcome.error;
      if (outcome?.kind !== "saved") {
        if (outcome) sends.clearMarks(edits);
        return void toastRefusal(`Can’t ${from}: the value has changed since`);
      }
      putStep(userId, isUndo ? "redo" : "undo", invertStep(step));
      const [row] = outcome.rows;
      const count = countRows(step.rows);
      const what = row && count === 1 ? rowName(row) : countOf(count, "row");
      toast({ description: `${isUndo ? "Reverted" : "Redid"} ${what}` });
    } catch (error) {
      // Put the step back so that it can be tried again.
      putStep(userId, from, step);
      toastFailure(error);
    }
  };
  /** Presses are handled one after another, because each depends on the result of the one before. */
  const inTurn = (from: StepList) => () => {
    previousActions.current = previousActions.current.then(() => applyStep(from));
  };
  return {
    undo: inTurn("undo"),
    redo: inTurn("redo"),
    waitFor(saving: Promise<unknown>) {
      previousActions.current = Promise.allSettled([previousActions.current, saving]);
    },
  };
}

interface ConflictQuestion {
  conflicts: readonly RowConflict[];
  /** @param resolutions the remaining changes of each row; null saves nothing */
  onAnswer: (resolutions: readonly RowConflict["changes"][] | null) => void;
}

/** Asks which values to keep when edits would overwrite those of others, one question at a time. */
function useConflictQuestion() {
  const [questions, setQuestions] = useState<readonly ConflictQuestion[]>([]);
  const ask = async (conflicts: readonly RowConflict[]) => {
    const { promise, resolve: onAnswer } =
      Promise.withResolvers<Parameters<ConflictQuestion["onAnswer"]>[0]>();
    const question = { conflicts, onAnswer };
    setQuestions((waiting) => [...waiting, question]);
    const resolutions = await promise;
    setQuestions((waiting) => waiting.filter((each) => each !== question));
    return resolutions;
  };
  return { question: questions[0], ask };
}
