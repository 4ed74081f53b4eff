import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * False on the server and in the render that takes its page over, true in every other one; what
 * appears only with JavaScript hangs on it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
