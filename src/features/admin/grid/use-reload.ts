import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";

import { sessionValue } from "../../../ui/session-value.ts";
import { RELOAD_AFTER_EDIT_MS, RELOAD_RETRY_MS } from "../limits.ts";
import type { GridSelection } from "./use-grid-selection.ts";

interface GridView {
  cell: ReturnType<GridSelection["describe"]>;
  windowY: number;
  scrollerTop: number;
  scrollerLeft: number;
}

const storedView = sessionValue(
  "ev_admin_grid_view",
  (text) => JSON.parse(text ?? "null") as { address: string; view: GridView } | null, // as kept
  (kept) => kept && JSON.stringify(kept),
);

const currentAddress = () => location.pathname + location.search;

/** What was kept for the address of the screen; it is taken up only there, and once. */
function takeView(): GridView | null {
  const lastView = storedView.get();
  storedView.set(null);
  return lastView?.address === currentAddress() ? lastView.view : null;
}

interface ReloadOptions {
  isBusy: () => boolean;
  selection: GridSelection;
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Loads the page again a second after the last of these edits (grid.md#saving-a-cell), and comes
 * back to the same place. It waits for what is on its way and for an open cell or dialog: keys that
 * are pressed while a page loads reach nobody.
 * @returns asks for it
 */
export function useReload({ isBusy, selection, scroller }: ReloadOptions): () => void {
  const [requests, setRequests] = useState(0);
  const reloadIfIdle = useEffectEvent(() => {
    if (isBusy() || document.querySelector("[role=dialog], [data-editor]")) return;
    const view = {
      cell: selection.describe(),
      windowY: window.scrollY,
      scrollerTop: scroller.current?.scrollTop ?? 0,
      scrollerLeft: scroller.current?.scrollLeft ?? 0,
    };
    storedView.set({ address: currentAddress(), view });
    location.reload();
  });
  useEffect(() => {
    if (requests === 0) return;
    let again: ReturnType<typeof setInterval>;
    const first = setTimeout(() => {
      again = setInterval(() => reloadIfIdle(), RELOAD_RETRY_MS);
      reloadIfIdle();
    }, RELOAD_AFTER_EDIT_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [requests]);

  useLayoutEffect(() => {
    const view = takeView();
    if (!view) return;
    selection.restore(view.cell);
    scroller.current?.scrollTo(view.scrollerLeft, view.scrollerTop);
    window.scrollTo(0, view.windowY);
    // oxlint-disable-next-line react/exhaustive-deps -- what was kept is for the first rendering
  }, []);
  return () => setRequests((count) => count + 1);
}
