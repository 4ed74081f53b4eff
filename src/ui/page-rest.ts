/** A browser without idle callbacks waits so long. */
const REST_MS = 500;
/** A page that is never idle does not keep its parts waiting for longer, each. */
const MOST_REST_MS = 1_000;
/** Any of these means that the visitor wants the whole page now. */
const FIRST_ACTS = ["pointerdown", "keydown", "focusin"] as const;

const rest = Promise.withResolvers<void>();
const firstAct = Promise.withResolvers<void>();

if (import.meta.env.SSR) rest.resolve();
else {
  for (const act of FIRST_ACTS) addEventListener(act, () => firstAct.resolve(), { capture: true });
  firstAct.promise.then(rest.resolve, () => undefined);
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, REST_MS);
    else requestIdleCallback(() => resolve(), { timeout: MOST_REST_MS });
  });
}

/** Resolves when the page has hydrated and is idle, or at the first press, key or focus. The server waits for nothing. */
export function whenPageRests(): Promise<void> {
  return rest.promise;
}

let latestTurn = rest.promise;

/** The same for a part that is long to hydrate: one after the other, so that the page answers in between. */
export function whenPartMayHydrate(): Promise<void> {
  if (import.meta.env.SSR) return rest.promise;
  const turn = latestTurn;
  latestTurn = turn.then(() => Promise.race([whenIdle(), firstAct.promise]));
  return turn;
}

/** Call it once the page has hydrated. @param isAwaited somebody has pressed something already */
export function startRest(isAwaited: boolean): void {
  if (isAwaited) firstAct.resolve();
  else whenIdle().then(rest.resolve, () => undefined);
}
