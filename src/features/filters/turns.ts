import { TURN_MS } from "./limits.ts";

/**
 * Runs long work in turns with everything else that the page has to do.
 * @param work yields wherever it may be interrupted
 * @param done told its result; never at once
 * @returns forsakes it
 */
export function inTurns<T>(work: Iterator<void, T>, done: (result: T) => void): () => void {
  const turn = () => {
    const until = performance.now() + TURN_MS;
    do {
      const { done: isDone, value } = work.next();
      if (isDone) return done(value);
    } while (performance.now() < until);
    timer = setTimeout(turn, 0);
  };
  let timer = setTimeout(turn, 0);
  return () => clearTimeout(timer);
}

/** Runs the same work in one go. */
export function runToEnd<T>(work: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
