class TimeoutError extends Error {}

/**
 * Rejects after the timeout, although the work itself goes on.
 * @throws TimeoutError
 */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // An answer that arrived while this process was busy still counts.
    const giveUp = () =>
      setImmediate(() => reject(new TimeoutError(`no answer in ${ms} milliseconds`)));
    const timer = setTimeout(giveUp, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
