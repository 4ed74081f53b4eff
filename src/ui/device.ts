import { useCallback, useSyncExternalStore } from "react";

import { type DocumentData, useDocumentData } from "./document-data.ts";
import { listen } from "./listen.ts";

export type DeviceClass = DocumentData["device"];

export function isMotionReduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Screens with side-by-side layouts; the style sheets repeat this query. */
export const WIDE_SCREEN = "(min-width: 768px)";

/** Whether the layout is side by side; the server decides by the device. */
export function useWideScreen(): boolean {
  return useMedia(WIDE_SCREEN, useDocumentData().device === "other");
}

/** For decisions that style sheets cannot make. @param onServer also used while hydrating */
export function useMedia(query: string, onServer: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => listen(window.matchMedia(query), "change", listener),
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => onServer,
  );
}
