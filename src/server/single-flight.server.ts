import { withTimeout } from "../base/timeout.server.ts";

/**
 * Shares one read among all concurrent callers. A caller that comes after a change never joins a read that
 * began before it; earlier callers keep theirs, so a steady stream of changes starves nobody.
 */
export function singleFlight<T>(read: () => Promise<T>) {
  let changes = 0;
  let finished: { asOf: number; value: T } | undefined;
  let running: { asOf: number; promise: Promise<T> } | undefined;

  function start(): NonNullable<typeof running> {
    const asOf = changes;
    const promise = read()
      .then((value) => {
        finished = { asOf, value };
        return value;
      })
      .finally(() => (running = undefined));
    running = { asOf, promise };
    return running;
  }

  async function current(): Promise<T> {
    const wanted = changes;
    while (!finished || finished.asOf < wanted) {
      const { asOf, promise } = running ?? start();
      if (asOf >= wanted) return promise;
      // The read that missed the change must end before a new one may begin.
      await promise.catch(() => undefined);
    }
    return finished.value;
  }

  return {
    current,
    markStale: () => void changes++,
    /** Returns the value that `current` would return without a read, if there is one. */
    newest: () => (finished?.asOf === changes ? finished.value : undefined),
  };
}

/** How long to wait for a source that is silent or whose last read failed. */
const FAILING_WAIT_MS = 200;

/** Returns the last value while the source fails or is known to be silent, and retries once per `retryMs`. */
export function staleIfError<T>(
  read: () => Promise<T>,
  options: {
    retryMs: number;
    report: (error: unknown) => void;
    now: () => number;
    isSilent: () => boolean;
  },
) {
  const { retryMs, report, now, isSilent } = options;
  let last: { value: T } | undefined;
  let failedAt = -Infinity;
  let isFailing = false;
  async function readOrLast(): Promise<T> {
    if (last && now() - failedAt < retryMs) return last.value;
    const reading = read();
    const mayGiveUp = () => isFailing || isSilent();
    try {
      const value = await (last ? withTimeout(reading, FAILING_WAIT_MS, mayGiveUp) : reading);
      isFailing = false;
      last = { value };
      return value;
    } catch (error) {
      if (!last) throw error;
      failedAt = now();
      isFailing = true;
      report(error);
      return last.value;
    }
  }
  return Object.assign(readOrLast, {
    /** Ends the wait for the next attempt: the source has reported a change and so must be working. */
    askAgain() {
      failedAt = -Infinity;
      isFailing = false;
    },
  });
}
