import { useSyncExternalStore } from "react";

import { PANEL_SCREEN, WIDE_SCREEN } from "./limits.ts";

const subscribeTo = (media: string) => (listener: () => void) => {
  const query = window.matchMedia(media);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};
const subscribe = subscribeTo(WIDE_SCREEN);
const subscribeToPanel = subscribeTo(PANEL_SCREEN);

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

/**
 * Whether the panel is out of sight although its figures change: drawing it costs a phone as much as
 * the list does. What the document brought stays as it is until then.
 * @param isChanging never while the page is taken over
 */
export function usePanelHidden(isChanging: boolean): boolean {
  return useSyncExternalStore(
    subscribeToPanel,
    () => isChanging && !window.matchMedia(PANEL_SCREEN).matches,
    () => false,
  );
}
