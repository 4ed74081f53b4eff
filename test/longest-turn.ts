/** A garbage collection may fall into a turn, but hardly into the same one each time. */
const TRIES = 3;

/**
 * Measures how long one request blocks others: the CPU time of the longest turn of this thread's event loop.
 * Unlike elapsed time, it does not depend on how busy the machine is.
 * @param work is done again, up to three times in all, while a turn is longer than `allowedMs`
 * @returns milliseconds, and the result of the last `work`
 */
export async function measureLongestTurn<T>(
  work: () => Promise<T>,
  allowedMs: number,
): Promise<{ longestMs: number; result: T }> {
  let longestMs = Infinity;
  for (let tried = 1; ; tried += 1) {
    const measured = await measureOnce(work);
    longestMs = Math.min(longestMs, measured.longestMs);
    if (longestMs <= allowedMs || tried === TRIES) return { longestMs, result: measured.result };
  }
}

async function measureOnce<T>(work: () => Promise<T>): Promise<{ longestMs: number; result: T }> {
  await nextTurn();
  let longestMs = 0;
  let last = process.threadCpuUsage();
  let isWatching = true;
  const watch = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  try {
    const result = await work();
    await nextTurn();
    return { longestMs, result };
  } finally {
    isWatching = false;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
