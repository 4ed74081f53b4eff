/** Remembers where pressing Compare left the list for the top of the page (comparing.md#tray). */
import { useSyncExternalStore } from "react";

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

import { listen } from "../../ui/listen.ts";
import { scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";

interface ListReturn {
  /** scroll position in pixels */
  readonly top: number;
  /** the element that had the focus */
  readonly from: HTMLElement;
  /** what pressing it did */
  readonly announcement: string;
}

/** null unless the list was left by pressing Compare */
export const listReturn = createStore<{ position: ListReturn | null }>(() => ({ position: null }));

/** Returns to the list and to the element that had the focus. */
export function returnToList(): void {
  const { position } = listReturn.getState();
  if (!position) return;
  scrollSmoothly(position.top);
  const last = position.from.isConnected ? position.from : document.getElementById("database");
  last?.focus({ preventScroll: true });
}

/** Whether the list was left and is out of sight, at least half a window further down. */
export function useIsAway(): boolean {
  const { position } = useStore(listReturn);
  return useSyncExternalStore(
    onScroll,
    () => position !== null && window.scrollY < position.top - window.innerHeight / 2,
    () => false,
  );
}

function onScroll(listener: () => void): () => void {
  return listen(window, "scroll", listener, { passive: true });
}
