import { withTimeout } from "./database-wait.server.ts";

/** A value that is read again after `markStale`, by one read however many ask. */
export interface SingleFlight<T> {
  current(): Promise<T>;
  markStale(): void;
  /**
   * Reads ahead of a change that nobody has been told of, while others get the present value.
   * @param ahead reads in place of `read`
   */
  refresh(ahead: () => Promise<T>): Promise<T>;
  /** Whether `current` would answer this very value without a read. Costs nothing. */
  isCurrent(value: T): boolean;
}

/**
 * A reader that comes after a change never joins a read begun before it, since that read may have
 * missed the change. Readers that came earlier keep the read they wait for, so a steady stream of
 * changes starves nobody.
 */
export function singleFlight<T>(read: () => Promise<T>): SingleFlight<T> {
  let changes = 0;
  let finished: { asOf: number; value: T } | undefined;
  let running: { asOf: number; promise: Promise<T> } | undefined;

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
      while (running) await running.promise.catch(() => undefined);
      return start(ahead).promise;
    },
    isCurrent: (value) => finished?.asOf === changes && finished.value === value,
  };
}

/** A read that falls back on the last value. */
interface StaleIfErrorRead<T> {
  (): Promise<T>;
  /** The source has told of a change, so it answers: the next read waits for it again. */
  askAgain(): void;
}

/** How long a reader waits for a source that did not answer the last time. */
const FAILING_WAIT_MS = 200;

/**
 * A read that answers the last value while the source fails. The source is asked again at most once
 * in `retryMs` meanwhile.
 * @param report told of each attempt that failed
 * @param now milliseconds on a clock that never goes back
 */
export function staleIfError<T>(
  read: () => Promise<T>,
  {
    retryMs,
    report,
    now,
  }: { retryMs: number; report: (error: unknown) => void; now: () => number },
): StaleIfErrorRead<T> {
  let last: { value: T } | undefined;
  let failedAt = -Infinity;
  let isFailing = false;
  async function readOrLast(): Promise<T> {
    if (last && now() - failedAt < retryMs) return last.value;
    const reading = read();
    try {
      const value = await (isFailing && last ? withTimeout(reading, FAILING_WAIT_MS) : reading);
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
    askAgain() {
      failedAt = -Infinity;
      isFailing = false;
    },
  });
}

/** A read that is repeated only when its last value has come of age. */
export interface ThrottledRead<T> {
  read(): Promise<T>;
  /** Whether `read` would answer this very value. */
  isCurrent(value: T): boolean;
  /** The value before the last, unless it was read longer ago than this. */
  before(mostMs: number): T | undefined;
}

/** @param intervalMs how long a value counts, in milliseconds */
export function throttledRead<T>(intervalMs: number, read: () => Promise<T>): ThrottledRead<T> {
  let last: { at: number; reading: Promise<T>; value?: T } | undefined;
  let before: typeof last;
  const isYoung = () => last !== undefined && performance.now() - last.at < intervalMs;
  return {
    isCurrent: (value) => isYoung() && last?.value === value,
    before: (mostMs) =>
      before && performance.now() - before.at < mostMs ? before.value : undefined,
    read() {
      if (last && isYoung()) return last.reading;
      const started: typeof last = { at: performance.now(), reading: read() };
      before = last;
      last = started;
      started.reading.then(
        (value) => (started.value = value),
        () => (last = undefined),
      );
      return started.reading;
    },
  };
}
