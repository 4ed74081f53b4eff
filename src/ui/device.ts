import { createContext, useCallback, useContext, useSyncExternalStore } from "react";

/** Judged by the user agent (pictures.md#transforms vehicle image choice). */
export type DeviceClass = "mobile" | "other";

const DeviceContext = createContext<DeviceClass>("other");

export const DeviceProvider = DeviceContext.Provider;

/** The device class of the document, the same on the server and in the browser. */
export function useDevice(): DeviceClass {
  return useContext(DeviceContext);
}

export function isMotionReduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Screens on which things stand side by side; the style sheets repeat it. */
export const WIDE_SCREEN = "(min-width: 768px)";

/** Whether things stand side by side; the server goes by the device. */
export function useWideScreen(): boolean {
  return useMedia(WIDE_SCREEN, useDevice() === "other");
}

/** For what style sheets cannot say. @param onServer also used while hydrating */
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
