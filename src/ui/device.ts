import { createContext, useContext } from "react";

/** Judged by the user agent (§3 vehicle image choice). */
export type DeviceClass = "mobile" | "other";

const DeviceContext = createContext<DeviceClass>("other");

export const DeviceProvider = DeviceContext.Provider;

/** The device class of the document, the same on the server and in the browser. */
export function useDevice(): DeviceClass {
  return useContext(DeviceContext);
}
