/** Rejects after the timeout, when `mayGiveUp` agrees; the work itself goes on. */
export function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  mayGiveUp: () => boolean = () => true,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setInterval(() => {
      if (!mayGiveUp()) return;
      clearInterval(timer);
      // An answer that arrived while this process was busy still counts.
      setImmediate(() => reject(new Error(`no answer in ${ms} milliseconds`)));
    }, ms);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
