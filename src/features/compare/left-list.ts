/** Where a press on Compare left the list for the page's top (comparing.md#tray). */
import { useSyncExternalStore } from "react";

import { createStore } from "zustand/vanilla";

import { scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";

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

/** To the list and to what had the focus there. */
export function returnToList(): void {
  const { left } = leftList.getState();
  if (!left) return;
  scrollSmoothly(left.top);
  const last = left.from.isConnected ? left.from : document.getElementById("database");
  last?.focus({ preventScroll: true });
}

/** The list is out of sight, half a window above or more. */
export function useIsAway({ top }: Pick<LeftList, "top">): boolean {
  return useSyncExternalStore(onScroll, () => window.scrollY < top - window.innerHeight / 2);
}

function onScroll(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}
