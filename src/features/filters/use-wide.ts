import { useSyncExternalStore } from "react";

import { WIDE_SCREEN } from "./control-limits.ts";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE_SCREEN);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/**
 * Whether the window is at least 768 px wide, for what style sheets cannot say (roles, focus). The
 * server and the first render say yes, so that both agree; the look itself hangs on CSS alone.
 */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE_SCREEN).matches,
    () => true,
  );
}
