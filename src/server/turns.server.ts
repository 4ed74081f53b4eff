import { isLongWork } from "./database-wait.server.ts";

/** Longest time in one go before other requests are served. */
const TURN_MS = 5;
/** Of so many turns a long work gets one while short ones wait. */
const LONG_WORKS_SHARE = 4;

/** Lets others have their turn when this work has had its time; to be awaited often. */
export type TakeTurns = () => Promise<void> | undefined;

/** When work in turns began in this round of the event loop; works that begin in it share its time. */
let began: number | undefined;
/** Works that wait; each round serves one, so that none waits until another is done. */
const waiting: Record<"short" | "long", (() => void)[]> = { short: [], long: [] };
let served = 0;

function turnBegan(): number {
  if (began === undefined) {
    began = performance.now();
    setImmediate(() => (began = undefined));
  }
  return began;
}

function serveNext(): void {
  began = undefined;
  const { short, long } = waiting;
  served++;
  const isLongsTurn = long.length > 0 && (short.length === 0 || served % LONG_WORKS_SHARE === 0);
  (isLongsTurn ? long : short).shift()?.();
  if (short.length + long.length > 0) setImmediate(serveNext);
}

/**
 * For work that takes seconds in one process with everybody's requests.
 * @param isLong nobody waits for it as one waits for a page: short works go before it
 */
export function createTurns(isLong = isLongWork()): TakeTurns {
  const queue = isLong ? waiting.long : waiting.short;
  let since = turnBegan();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return new Promise((resolve) => {
      queue.push(() => {
        since = turnBegan();
        resolve();
      });
      if (waiting.short.length + waiting.long.length === 1) setImmediate(serveNext);
    });
  };
}

/** Items that are looked at before the clock is: well below a millisecond for most. */
const AT_ONCE = 100;

/** `forEach` in turns with other work. */
export async function eachInTurns<T>(
  all: readonly T[],
  act: (one: T, index: number) => void,
  takeTurns: TakeTurns,
): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const to = Math.min(all.length, from + AT_ONCE);
    for (let at = from; at < to; at++) act(all[at] as T, at); // within the list
    await takeTurns();
  }
}
