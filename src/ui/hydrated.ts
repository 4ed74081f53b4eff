import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** Says whether a component takes over what the server wrote: only then is it asked as on the server. */
function createTakeover() {
  let isTakenOver = false;
  return {
    read: () => isTakenOver,
    readOnServer: () => (isTakenOver = true),
  };
}

/**
 * False on the server, in the render that takes its page over and until that has been committed;
 * true from the start wherever there was nothing to take over. What appears only with JavaScript
 * hangs on it. The change to true is rendered in slices: told of it by a store, React would render
 * half a page again in the task in which it commits the page.
 */
export function useHydrated(): boolean {
  const [{ read, readOnServer }] = useState(createTakeover);
  const isTakenOver = useSyncExternalStore(neverChanges, read, readOnServer);
  const [isHydrated, setHydrated] = useState(!isTakenOver);
  useEffect(() => {
    if (!isHydrated) startTransition(() => setHydrated(true));
  }, [isHydrated]);
  return isHydrated;
}
