/** A value that is read again after `markStale`, by one read however many ask. */
export interface SharedRead<T> {
  current(): Promise<T>;
  markStale(): void;
  /** Whether `current` would answer this very value without a read. Costs nothing. */
  isCurrent(value: T): boolean;
}

/**
 * A read that began before a change may have missed it. So whoever asks after the change waits for
 * a read that began after it, while earlier askers keep what they waited for: no change is lost,
 * and a steady stream of changes starves nobody.
 */
export function shareRead<T>(read: () => Promise<T>): SharedRead<T> {
  let changes = 0;
  let finished: { asOf: number; value: T } | undefined;
  let running: { asOf: number; promise: Promise<T> } | undefined;

  async function start(asOf: number): Promise<T> {
    const value = await read();
    finished = { asOf, value };
    return value;
  }

  async function current(): Promise<T> {
    const wanted = changes;
    while (!finished || finished.asOf < wanted) {
      if (!running) {
        const asOf = changes;
        const promise = start(asOf).finally(() => (running = undefined));
        running = { asOf, promise };
      }
      const { asOf, promise } = running;
      if (asOf >= wanted) return promise;
      // The read that missed the change has to end before one that sees it may begin.
      await promise.catch(() => undefined);
    }
    return finished.value;
  }

  return {
    current,
    markStale: () => void changes++,
    isCurrent: (value) => finished?.asOf === changes && finished.value === value,
  };
}
