import { boundWait } from "./database-wait.server.ts";

/** A value that is read again after `markStale`, by one read however many ask. */
export interface SharedRead<T> {
  current(): Promise<T>;
  markStale(): void;
  /**
   * Reads ahead of a change that nobody has been told of, while others are answered what is there.
   * @param ahead reads in place of `read`
   */
  refresh(ahead: () => Promise<T>): Promise<T>;
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

  /** One read at a time; `running` is for the caller to look at first. */
  function start(how: () => Promise<T>): NonNullable<typeof running> {
    const asOf = changes;
    const promise = how()
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
      const { asOf, promise } = running ?? start(read);
      if (asOf >= wanted) return promise;
      // The read that missed the change has to end before one that sees it may begin.
      await promise.catch(() => undefined);
    }
    return finished.value;
  }

  return {
    current,
    markStale: () => void changes++,
    async refresh(ahead) {
      for (;;) {
        const before = running;
        if (!before) return start(ahead).promise;
        await before.promise.catch(() => undefined);
      }
    },
    isCurrent: (value) => finished?.asOf === changes && finished.value === value,
  };
}

/** A read that falls back on what was read before. */
interface LastRead<T> {
  (): Promise<T>;
  /** The source has told of a change, so it answers: the next read waits for it again. */
  askAgain(): void;
}

/** How long a reader waits for a source that did not answer the last time. */
const FAILING_WAIT_MS = 200;

/**
 * A read that falls back on what it has read before while the source does not answer. It asks the
 * source again at most once in `retryMs` meanwhile, and readers hardly wait for such an attempt.
 * @param report told of each attempt that failed
 * @param now milliseconds on a clock that never goes back
 */
export function orLast<T>(
  read: () => Promise<T>,
  {
    retryMs,
    report,
    now,
  }: { retryMs: number; report: (error: unknown) => void; now: () => number },
): LastRead<T> {
  let last: { value: T } | undefined;
  let failedAt = -Infinity;
  let isFailing = false;
  async function lastRead(): Promise<T> {
    if (last && now() - failedAt < retryMs) return last.value;
    const reading = read();
    try {
      const value = await (isFailing && last ? boundWait(reading, FAILING_WAIT_MS) : reading);
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
  return Object.assign(lastRead, {
    askAgain() {
      failedAt = -Infinity;
      isFailing = false;
    },
  });
}
