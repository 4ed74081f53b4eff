import { createContext, useContext } from "react";

import type { Site } from "./page-data.ts";

const SiteContext = createContext<Site>({ publicUrl: null, imageHost: null });

export const SiteProvider = SiteContext.Provider;

/** What every page may know about the running site. */
export function useSite(): Site {
  return useContext(SiteContext);
}
