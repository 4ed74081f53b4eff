import { withTimeout } from "../base/timeout.server.ts";

/** After a failed read, callers get the last value for this long. */
const RETRY_MS = 1_000;
/** How long to wait for a source that is silent or whose last read failed. */
const FAILING_WAIT_MS = 200;

/**
 * Shares one read among all concurrent callers, and reads again after a change. A caller that comes after a change
 * never joins a read that began before it; earlier callers keep theirs, so a steady stream of changes starves nobody.
 */
export function singleFlight<T>(
  read: () => Promise<T>,
  { report, isSilent }: { report: (error: unknown) => void; isSilent: () => boolean },
) {
  let changes = 0;
  let finished: { asOf: number; value: T } | undefined;
  let running: { asOf: number; promise: Promise<T> } | undefined;
  let failedAt = -Infinity;
  let isFailing = false;

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

  async function readFresh(): Promise<T> {
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
    /** Returns an older value while the source fails or is known to be silent. @throws only before the first value */
    async current(): Promise<T> {
      const last = finished;
      if (!last) return readFresh();
      if (last.asOf === changes || performance.now() - failedAt < RETRY_MS) return last.value;
      try {
        const value = await withTimeout(
          readFresh(),
          FAILING_WAIT_MS,
          () => isFailing || isSilent(),
        );
        isFailing = false;
        return value;
      } catch (error) {
        failedAt = performance.now();
        isFailing = true;
        report(error);
        return (finished ?? last).value;
      }
    },
    /** Ends the wait after a failure too: the source has reported a change and so must be working. */
    markStale(): void {
      changes++;
      failedAt = -Infinity;
      isFailing = false;
    },
    /** Returns the value that `current` would return without a read, if there is one. */
    valueIfFresh: () => (finished?.asOf === changes ? finished.value : undefined),
  };
}
