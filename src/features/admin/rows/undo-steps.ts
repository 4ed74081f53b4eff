/** What Ctrl+Z undoes; survives the reload after an edit of seats or cargo (grid.md#undo-and-redo). */
import { userSessionValue } from "../../../ui/session-value.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { fieldsIn, type SeenEdit } from "./save-row.ts";

/** The changes of one user action, in rows on any page. */
export interface Step {
  rows: readonly (Pick<SeenEdit, "modelRows"> & {
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

const storedSteps = userSessionValue<Steps>(
  "ev_admin_undo",
  (stored) => stored as Partial<Steps> as Steps, // written by this code
);

export function readSteps(userId: number): Steps {
  return storedSteps.get(userId) ?? NO_STEPS;
}

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
  edits: readonly SeenEdit[],
  before: readonly EvRow[],
  after: readonly EvRow[],
): Step {
  const rows = edits.map(({ seen: { id }, changes, modelRows }) => {
    const pickFrom = (among: readonly EvRow[]) => {
      const row = among.find((each) => each.id === id);
      return Object.fromEntries(fieldsIn(changes).map((field) => [field, row?.[field] ?? null]));
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
