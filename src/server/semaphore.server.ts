import { UserError } from "./errors.server.ts";

/**
 * Bounds work that keeps a processor busy or takes much memory. Waiters go in order.
 * @param sentence what is told to whoever is refused
 */
export function createSemaphore(
  places: number,
  mostWaiting: number,
  sentence: string,
  mostMs?: number,
) {
  const waiting = new Set<PromiseWithResolvers<void>>();
  let inUse = 0;

  function release(): void {
    const [next] = waiting;
    if (!next) return void (inUse -= 1);
    // The place is handed over, so `inUse` stays as it is.
    waiting.delete(next);
    next.resolve();
  }

  /** @returns frees the place @throws UserError 503: too many wait, or too long; the signal's reason */
  async function acquire(signal?: AbortSignal): Promise<() => void> {
    if (inUse < places) {
      inUse += 1;
      return release;
    }
    signal?.throwIfAborted();
    if (waiting.size >= mostWaiting) throw new UserError(503, sentence);
    const waiter = Promise.withResolvers<void>();
    const giveUp = (reason: unknown) => void (waiting.delete(waiter) && waiter.reject(reason));
    const leaveQueue = () => giveUp(signal?.reason);
    const tooLong = () => giveUp(new UserError(503, sentence));
    const timer = mostMs === undefined ? undefined : setTimeout(tooLong, mostMs);
    waiting.add(waiter);
    signal?.addEventListener("abort", leaveQueue);
    try {
      await waiter.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leaveQueue);
    }
    return release;
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await acquire();
    try {
      return await work();
    } finally {
      leave();
    }
  }
  return { acquire, run };
}
