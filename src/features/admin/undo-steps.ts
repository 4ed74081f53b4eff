import { storedValue } from "../../ui/stored-value.ts";
import type { EvInput } from "../../vehicle/ev-input.ts";

/** What one press has changed, in rows of any page. */
interface Step {
  rows: readonly { rowId: number; before: Partial<EvInput>; after: Partial<EvInput> }[];
}

interface Steps {
  /** whose they are */
  userId: number;
  /** the latest last */
  undo: readonly Step[];
  redo: readonly Step[];
}

const NONE: Steps = { userId: 0, undo: [], redo: [] };
const MOST_STEPS = 20;

/** Of this tab, and after a reload, too, which edits of seats and cargo bring (§4). */
export const storedSteps = storedValue<Steps>(
  "ev_admin_undo",
  (text) => (text === null ? NONE : (JSON.parse(text) as Steps)), // as kept
  { area: "session" },
);

/** Nobody takes back what another person has done in this tab. */
export function keepStepsOf(userId: number): void {
  if (storedSteps.get().userId !== userId) storedSteps.set({ ...NONE, userId });
}

export function noteStep(step: Step): void {
  const { userId, undo } = storedSteps.get();
  storedSteps.set({ userId, undo: [...undo, step].slice(-MOST_STEPS), redo: [] });
}

/** Moves the latest step from one list to the other, where it leads back. */
export function turnStep(from: "undo" | "redo", isDone: boolean): void {
  const steps = storedSteps.get();
  const last = steps[from].at(-1);
  const to = from === "undo" ? "redo" : "undo";
  const back = last?.rows.map(({ rowId, before, after }) => ({
    rowId,
    before: after,
    after: before,
  }));
  storedSteps.set({
    ...steps,
    [from]: steps[from].slice(0, -1),
    [to]: isDone && back ? [...steps[to], { rows: back }] : steps[to],
  });
}
