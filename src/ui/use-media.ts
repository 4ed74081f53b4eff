import { useCallback, useSyncExternalStore } from "react";

/**
 * Whether a media query holds, for what style sheets cannot say (roles, focus, work to be left out).
 * @param onServer the answer on the server and while hydrating, so that both agree
 */
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
