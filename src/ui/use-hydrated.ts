import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** React only asks for the server's snapshot when a component hydrates served HTML. */
function createServedProbe() {
  let isServed = false;
  return {
    read: () => isServed,
    readOnServer: () => (isServed = true),
  };
}

/**
 * False on the server and while hydrating, then true. It changes in a transition, because an external store
 * would make React render half the page again at once.
 */
export function useHydrated(): boolean {
  const [{ read, readOnServer }] = useState(createServedProbe);
  const isServed = useSyncExternalStore(neverChanges, read, readOnServer);
  const [isHydrated, setHydrated] = useState(!isServed);
  useEffect(() => {
    if (!isHydrated) startTransition(() => setHydrated(true));
  }, [isHydrated]);
  return isHydrated;
}
