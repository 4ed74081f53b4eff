/** A browser without idle callbacks waits so long after hydration. */
const REST_MS = 500;
/** A page that is never idle does not keep its parts waiting for longer. */
const MOST_REST_MS = 2_000;
/** Whoever does one of these wants the whole page now. */
const FIRST_ACTS = ["pointerdown", "keydown", "focusin"] as const;

const rest = Promise.withResolvers<void>();

if (import.meta.env.SSR) rest.resolve();
else for (const act of FIRST_ACTS) addEventListener(act, () => rest.resolve(), { capture: true });

/** Resolves when the page has hydrated and is idle, or at the first press, key or focus. The server waits for nothing. */
export function whenPageRests(): Promise<void> {
  return rest.promise;
}

/** Call it once the page has hydrated. @param isAwaited somebody has pressed something already */
export function startRest(isAwaited: boolean): void {
  if (isAwaited) rest.resolve();
  // Safari has no idle callbacks.
  else if (typeof requestIdleCallback === "undefined") setTimeout(rest.resolve, REST_MS);
  else requestIdleCallback(() => rest.resolve(), { timeout: MOST_REST_MS });
}
