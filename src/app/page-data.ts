import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { DeviceClass } from "../ui/device.ts";
import { EARLY_PRESS_SCRIPT } from "../ui/hydrated.ts";
import { MISSING_CODE_SCRIPT } from "../ui/lazy.tsx";
import { THEME_SCRIPT } from "./theme.tsx";

/** What a document loads, as paths of this site. */
export interface DocumentAssets {
  /** scripts that run as they arrive, each in its own task */
  early?: string[];
  scripts: string[];
  styles: string[];
  preloads: string[];
}

/** Facts about the running site, the same for all visitors. */
export interface Site {
  /** absolute origin for canonical links, null when unset (readings 1) */
  publicUrl: string | null;
  /** origin of the hosted image service, null when unset */
  imageHost: string | null;
}

/** The page as data, inside the document. */
export interface PageData {
  assets: DocumentAssets;
  device: DeviceClass;
  /** a car of an earlier calendar year names it */
  presentYear: number;
  site: Site;
  /** results of the page's queries */
  queries: [QueryKey, unknown][];
}

/** Id of the inert script element with the page's data. */
export const PAGE_DATA_ID = "page-data";

/** The data as JSON that cannot end its script element. */
export function serialisePageData(data: PageData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

export function fillQueries(client: QueryClient, queries: PageData["queries"]): void {
  for (const [key, value] of queries) client.setQueryData(key, value);
}

/** The one inline script of a document, before the first paint; the policy allows its hash. */
export const FIRST_SCRIPT = THEME_SCRIPT + MISSING_CODE_SCRIPT + EARLY_PRESS_SCRIPT;
