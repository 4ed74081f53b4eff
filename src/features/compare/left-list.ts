/** Where a press on Compare left the list for the page's top (comparing.md#tray). */
import { useSyncExternalStore } from "react";

import { createStore } from "zustand/vanilla";

interface LeftList {
  /** pixels scrolled */
  readonly top: number;
  /** had the focus */
  readonly from: HTMLElement;
  /** what the press has done */
  readonly said: string;
}

/** null: it was not left, or not so */
export const leftList = createStore<{ left: LeftList | null }>(() => ({ left: null }));

/** The list is out of sight, half a window above or more. */
export function useIsAway({ top }: Pick<LeftList, "top">): boolean {
  return useSyncExternalStore(onScroll, () => window.scrollY < top - window.innerHeight / 2);
}

function onScroll(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}
