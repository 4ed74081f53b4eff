import { setImmediate as nextTurn } from "node:timers/promises";

/** Longest time in one go before other requests are served. */
const TURN_MS = 5;

/** Lets others have their turn when this work has had its time; to be awaited often. */
export type TakeTurns = () => Promise<void> | undefined;

/** When work in turns began in this round of the event loop; several of them share its time. */
let began: number | undefined;

function turnBegan(): number {
  if (began === undefined) {
    began = performance.now();
    setImmediate(() => (began = undefined));
  }
  return began;
}

/** For work that takes seconds in one process with everybody's requests. */
export function createTurns(): TakeTurns {
  turnBegan();
  return () => (performance.now() - turnBegan() < TURN_MS ? undefined : nextTurn());
}

/** Items that are looked at before the clock is. */
const AT_ONCE = 250;

/** `forEach` in turns with other work. */
export async function eachInTurns<T>(
  all: readonly T[],
  act: (one: T) => void,
  takeTurns: TakeTurns,
): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    all.slice(from, from + AT_ONCE).forEach(act);
    await takeTurns();
  }
}
