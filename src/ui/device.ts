import { createContext, useContext } from "react";

/** What a visitor holds, judged by the user agent (§3 vehicle image choice). */
export type DeviceClass = "mobile" | "other";

const DeviceContext = createContext<DeviceClass>("other");

export const DeviceProvider = DeviceContext.Provider;

/** The device class that the document was rendered for; the same on the server and in the browser. */
export function useDevice(): DeviceClass {
  return useContext(DeviceContext);
}
