/** Longest time in one go before other requests are served. */
const TURN_MS = 5;

/** Lets others have their turn when this work has had its time; to be awaited often. */
export type TakeTurns = () => Promise<void> | undefined;

/** When work in turns began in this round of the event loop; works that begin in it share its time. */
let began: number | undefined;
/** Works that wait; each round serves the first, so that none waits until another is done. */
const waiting: (() => void)[] = [];

function turnBegan(): number {
  if (began === undefined) {
    began = performance.now();
    setImmediate(() => (began = undefined));
  }
  return began;
}

function serveNext(): void {
  began = undefined;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(serveNext);
}

/** For work that takes seconds in one process with everybody's requests. */
export function createTurns(): TakeTurns {
  let since = turnBegan();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return new Promise((resolve) => {
      waiting.push(() => {
        since = turnBegan();
        resolve();
      });
      if (waiting.length === 1) setImmediate(serveNext);
    });
  };
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
