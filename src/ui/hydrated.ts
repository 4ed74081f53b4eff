import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * False on the server, in the render that takes its page over and until that has been committed;
 * true from the start wherever there was nothing to take over. What appears only with JavaScript
 * hangs on it. The change to true is rendered in slices: told by the store below, React would render
 * half a page again in the task in which it commits the page.
 */
export function useHydrated(): boolean {
  let isTakenOver = false;
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => {
      isTakenOver = true;
      return true;
    },
  );
  const [isHydrated, setHydrated] = useState(!isTakenOver);
  useEffect(() => {
    if (!isHydrated) startTransition(() => setHydrated(true));
  }, [isHydrated]);
  return isHydrated;
}
