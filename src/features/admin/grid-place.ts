/** Where an administrator was, over the loading of the page that §4 asks for after some edits. */
import type { GridField } from "./grid-columns.ts";

const KEY = "ev_admin_grid_place";

export interface KeptPlace {
  rowId: number | null;
  row: number;
  column: number;
  /** the table had the focus, so it gets it back */
  hadFocus: boolean;
  windowY: number;
  scrollerTop: number;
  scrollerLeft: number;
  /** what was being typed when the page went */
  draft: { rowId: number; field: GridField; typed: string | null } | null;
}

/** @param address path and query of the screen; the place is taken up only there */
export function keepPlace(address: string, place: KeptPlace): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, place }));
  } catch {
    // Without storage the page begins at its top, as any page does.
  }
}

/** The place kept for this address, once. */
export function takePlace(address: string): KeptPlace | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    // We wrote it ourselves.
    const read = JSON.parse(kept ?? "null") as { address: string; place: KeptPlace } | null;
    return read?.address === address ? read.place : null;
  } catch {
    return null;
  }
}
