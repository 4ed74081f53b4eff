import { setTimeout } from "node:timers/promises";

/**
 * Repeats work at an interval, never twice at a time. @param work must not fail
 * @returns a function that stops it and waits for a turn that is under way
 */
export function repeatEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  firstAfterMs = 0,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) =>
    setTimeout(ms, undefined, { ref: false, signal }).catch(() => undefined);
  async function repeat(): Promise<void> {
    if (firstAfterMs > 0) await pause(firstAfterMs);
    while (!signal.aborted) {
      await work();
      await pause(everyMs);
    }
  }
  const repeating = repeat();
  return () => {
    stopping.abort();
    return repeating;
  };
}
