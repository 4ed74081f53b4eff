import { sessionValue } from "../../../ui/session-value.ts";
import type { EvInput } from "../../../vehicle/ev-input.ts";

/** What one press has changed, in rows of any page. */
export interface Step {
  rows: readonly { rowId: number; before: Partial<EvInput>; after: Partial<EvInput> }[];
}

interface Steps {
  /** whose they are */
  userId: number;
  /** the latest last */
  undo: readonly Step[];
  redo: readonly Step[];
}

export type StepList = "undo" | "redo";

const NONE: Steps = { userId: 0, undo: [], redo: [] };
const MOST_STEPS = 20;

/** Of this tab, and after a reload, too, which edits of seats and cargo bring (grid.md#undo-and-redo). */
export const storedSteps = sessionValue<Steps>(
  "ev_admin_undo",
  (text) => (text === null ? NONE : (JSON.parse(text) as Steps)), // as kept
);

/** Nobody takes back what another person has done in this tab. */
export function keepStepsOf(userId: number): void {
  if (storedSteps.get().userId !== userId) storedSteps.set({ ...NONE, userId });
}

export function noteStep(step: Step): void {
  const { userId, undo } = storedSteps.get();
  storedSteps.set({ userId, undo: [...undo, step].slice(-MOST_STEPS), redo: [] });
}

/** Takes the latest step off, so that another press meets the one before it. */
export function takeStep(from: StepList): Step | undefined {
  const steps = storedSteps.get();
  const last = steps[from].at(-1);
  if (last) storedSteps.set({ ...steps, [from]: steps[from].slice(0, -1) });
  return last;
}

export function putStep(to: StepList, step: Step): void {
  const steps = storedSteps.get();
  storedSteps.set({ ...steps, [to]: [...steps[to], step] });
}

/** The step that leads back. */
export function turned({ rows }: Step): Step {
  return {
    rows: rows.map(({ rowId, before, after }) => ({ rowId, before: after, after: before })),
  };
}
