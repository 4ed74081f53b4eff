/**
 * Measures how long one request blocks others: the CPU time of the longest turn of this thread's event loop.
 * Unlike elapsed time, it does not depend on how busy the machine is.
 * @returns milliseconds, and the result of `work`
 */
export async function measureLongestTurn<T>(
  work: () => Promise<T>,
): Promise<{ longestMs: number; result: T }> {
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
