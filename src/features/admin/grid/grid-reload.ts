import { type Dispatch, type RefObject, useEffect, useEffectEvent, useState } from "react";

import { sessionValue } from "../../../ui/session-value.ts";
import type { GridEvent } from "./grid-state.ts";
import { RELOAD_AFTER_EDIT_MS, RELOAD_RETRY_MS } from "../limits.ts";

/**
 * Loads the page again a second after the last of these edits (grid.md#saving-a-cell). It waits for what is
 * on its way and for an open cell or dialog: keys that are pressed while a page loads reach nobody.
 */
export function useReload(isBusy: () => boolean, keepItsPlace: () => void): () => void {
  const [asked, setAsked] = useState(0);
  const reloadIfIdle = useEffectEvent(() => {
    if (isBusy() || document.querySelector("[role=dialog], [data-editor]")) return;
    keepItsPlace();
    location.reload();
  });
  useEffect(() => {
    if (asked === 0) return;
    let again: ReturnType<typeof setInterval>;
    const first = setTimeout(() => {
      again = setInterval(() => reloadIfIdle(), RELOAD_RETRY_MS);
      reloadIfIdle();
    }, RELOAD_AFTER_EDIT_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [asked]);
  return () => setAsked((times) => times + 1);
}

interface KeptPlace {
  rowId: number | null;
  row: number;
  column: number;
  hadFocus: boolean;
  windowY: number;
  scrollerTop: number;
  scrollerLeft: number;
}

const storedPlace = sessionValue(
  "ev_admin_grid_place",
  (text) => JSON.parse(text ?? "null") as { address: string; place: KeptPlace } | null, // as kept
  (kept) => kept && JSON.stringify(kept),
);

const currentAddress = () => location.pathname + location.search;

/** Keeps the place for the address of the screen; it is taken up only there. */
export function keepPlace(place: KeptPlace): void {
  storedPlace.set({ address: currentAddress(), place });
}

function takePlace(): KeptPlace | null {
  const kept = storedPlace.get();
  storedPlace.set(null);
  return kept?.address === currentAddress() ? kept.place : null;
}

/** Puts everything where it was before the page was loaded again. */
export function restorePlace(
  dispatch: Dispatch<GridEvent>,
  scroller: HTMLElement | null,
  focusHeld: RefObject<boolean>,
): void {
  const kept = takePlace();
  if (!kept) return;
  focusHeld.current = kept.hadFocus;
  const to = { row: kept.row, column: kept.column };
  dispatch({ type: "moved", to, rowId: kept.rowId, extends: false, from: to });
  scroller?.scrollTo(kept.scrollerLeft, kept.scrollerTop);
  window.scrollTo(0, kept.windowY);
}
