/** When the parts of a served page hydrate, and what components do differently until then. */
import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";

/** Used instead of idle callbacks in browsers without them. */
const IDLE_MS = 500;
/** Each part waits at most this long, even if the page is never idle. */
const MAX_WAIT_MS = 1_000;
/** Parts hydrate half a screen before they come into view. */
const NEAR = "50% 0px";
/** After any of these the visitor wants the whole page now. */
const FIRST_PRESSES = ["pointerdown", "keydown", "focusin", "click"] as const;

const pageIdle = Promise.withResolvers<void>();
const firstPress = Promise.withResolvers<void>();
const wholePage = Promise.withResolvers<void>();

/** Lets every part of the page hydrate, however far from the viewport. */
export const hydrateWholePage = wholePage.resolve;

/** Resolves when the page has hydrated and is idle, or at the first press, key or focus. */
export const whenPageIdle = () => pageIdle.promise;

if (!import.meta.env.SSR) {
  for (const type of FIRST_PRESSES) addEventListener(type, onFirstPress, { capture: true });
}

function onFirstPress(): void {
  for (const { resolve } of [firstPress, pageIdle, wholePage]) resolve();
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, IDLE_MS);
    else requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
  });
}

let latestTurn = pageIdle.promise;

/** Parts wait for each other until the first press. @param near resolves when the part comes near the viewport */
export async function whenPartMayHydrate(near: Promise<void>): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.race([near, wholePage.promise]);
  const turn = latestTurn;
  latestTurn = turn.then(() => Promise.race([whenIdle(), firstPress.promise]));
  await turn;
}

/** @returns a function that stops watching */
export function onceNear(part: Element | null, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
    { rootMargin: NEAR },
  );
  // A part with `display: contents` has no box of its own.
  const shown = part?.firstElementChild ?? part;
  if (shown) observer.observe(shown);
  return () => observer.disconnect();
}

/** Call this once React handles presses in the page's frame. */
export function startHydrationOfParts(): void {
  const root = document.documentElement;
  // Somebody has already pressed something.
  if ("waiting" in root.dataset) onFirstPress();
  else whenIdle().then(pageIdle.resolve, () => undefined);
  if (hasStoredChoices()) hydrateWholePage();
  markHydrated(root);
}

/** Served parts do not show what a returning visitor has chosen, such as filters or saved cars. */
function hasStoredChoices(): boolean {
  try {
    return localStorage.length + sessionStorage.length > 0;
  } catch {
    return false; // refused
  }
}

/** Lets `first-script.ts` replay the presses in the part. */
function markHydrated(part: HTMLElement): void {
  part.dataset["hydrated"] = "";
  part.dispatchEvent(new Event("hydrated", { bubbles: true }));
}

/** Marks an element with `data-part` as hydrated. Rendered after the content, so that its effect runs last. */
export function Hydrated({ part }: { part: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    if (part.current) markHydrated(part.current);
  }, [part]);
  return null;
}

const neverChanges = () => () => undefined;

/** React only asks for the server's snapshot when a component hydrates served HTML. */
function createServedProbe() {
  let isServed = false;
  return { read: () => isServed, readOnServer: () => (isServed = true) };
}

/** Whether the component was served: true on the server and for a component that hydrates served HTML. */
export function useIsServed(): boolean {
  const [{ read, readOnServer }] = useState(createServedProbe);
  return useSyncExternalStore(neverChanges, read, readOnServer);
}

/** False while hydrating. It changes in a transition: a store would render half the page again at once. */
export function useHydrated(): boolean {
  const isServed = useIsServed();
  const [isHydrated, setHydrated] = useState(!isServed);
  useEffect(() => {
    if (!isHydrated) startTransition(() => setHydrated(true));
  }, [isHydrated]);
  return isHydrated;
}

/** Takes over input from before hydration. Needs `autoComplete="off"`: a value restored by Back looks the same. */
export function useInputBeforeHydration<T>(
  read: () => T | undefined,
  served: T,
  takeOver: (value: T) => void,
): void {
  const takeOverOnce = useEffectEvent(() => {
    const value = read();
    if (value !== undefined && value !== served) takeOver(value);
  });
  useEffect(() => takeOverOnce(), []);
}
