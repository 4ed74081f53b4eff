/** Used instead of idle callbacks in browsers without them. */
const REST_MS = 500;
/** Each part waits at most this long, even if the page is never idle. */
const MOST_REST_MS = 1_000;
/** After any of these the visitor wants the whole page now. */
const FIRST_ACTS = ["pointerdown", "keydown", "focusin", "click"] as const;

const rest = Promise.withResolvers<void>();
const firstAct = Promise.withResolvers<void>();
const wholePage = Promise.withResolvers<void>();

/** Lets every part of the page hydrate, however far from the viewport. */
export function hydrateWholePage(): void {
  wholePage.resolve();
}

if (import.meta.env.SSR) rest.resolve();
else {
  for (const act of FIRST_ACTS) addEventListener(act, () => firstAct.resolve(), { capture: true });
  firstAct.promise.then(rest.resolve, () => undefined);
  firstAct.promise.then(hydrateWholePage, () => undefined);
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, REST_MS);
    else requestIdleCallback(() => resolve(), { timeout: MOST_REST_MS });
  });
}

/**
 * Resolves when the page has hydrated and is idle, or at the first press, key or focus. Resolves immediately
 * on the server.
 */
export function whenPageRests(): Promise<void> {
  return rest.promise;
}

let latestTurn = rest.promise;

/**
 * For parts that take long to hydrate: they wait for each other, so that the page stays responsive.
 * @param near resolves when the part comes near the viewport
 */
export async function whenPartMayHydrate(near: Promise<void>): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.race([near, wholePage.promise]);
  const turn = latestTurn;
  latestTurn = turn.then(() => Promise.race([whenIdle(), firstAct.promise]));
  await turn;
}

/** Call this once the page has hydrated. @param isAwaited whether somebody has already pressed something */
export function startRest(isAwaited: boolean): void {
  if (isAwaited) firstAct.resolve();
  else whenIdle().then(rest.resolve, () => undefined);
  if (hasStoredChoices()) hydrateWholePage();
}

/** Served parts do not show what a returning visitor has chosen, such as filters or saved cars. */
function hasStoredChoices(): boolean {
  try {
    return localStorage.length + sessionStorage.length > 0;
  } catch {
    return false; // refused
  }
}
