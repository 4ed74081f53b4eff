/** A browser without idle callbacks waits so long. */
const REST_MS = 500;

/** Runs once the page is at rest. @returns cancels it */
export function whenIdle(work: () => void): () => void {
  // Safari has none.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, REST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
