/**
 * Measures how long one request makes others wait: the processor time of the longest turn of this
 * thread's event loop. Unlike a clock it does not count what a busy machine adds.
 * @returns milliseconds, and what `work` resolves to
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
