import { useCallback, useSyncExternalStore } from "react";

/** For what style sheets cannot say. @param onServer also used while hydrating */
export function useMedia(query: string, onServer: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => onServer,
  );
}
