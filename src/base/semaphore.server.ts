import { UserError } from "./errors.server.ts";

/** Limits work that needs much CPU or memory; others wait in order. @param sentence the message of a refusal */
export function createSemaphore(
  slots: number,
  mostWaiting: number,
  sentence: string,
  mostMs?: number,
) {
  const waiting = new Set<PromiseWithResolvers<void>>();
  let inUse = 0;

  function release(): void {
    const [next] = waiting;
    if (!next) return void (inUse -= 1);
    // The slot is handed over, so `inUse` does not change.
    waiting.delete(next);
    next.resolve();
  }

  /** @returns a function that frees the slot @throws UserError 503 when too many or too long; the signal's reason */
  async function acquire(signal?: AbortSignal): Promise<() => void> {
    if (inUse < slots) {
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
