import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { DeviceClass } from "../ui/device.ts";
import { EARLY_PRESS_SCRIPT } from "../ui/hydrated.ts";
import { MISSING_CODE_SCRIPT } from "../ui/lazy.tsx";
import { THEME_SCRIPT } from "./theme.tsx";

/** What the document of one page loads. Addresses are paths of this site. */
export interface DocumentAssets {
  /** scripts that run as soon as they are there, each in a task of its own */
  early?: string[];
  scripts: string[];
  styles: string[];
  preloads: string[];
}

/** What every page may know about the running site; the same for all visitors. */
export interface Site {
  /** absolute origin for canonical links, null when unset (readings 1) */
  publicUrl: string | null;
  /** origin of the hosted image service, null when unset */
  imageHost: string | null;
}

/** What the server hands to the browser inside the document: the page, as data. */
export interface PageData {
  assets: DocumentAssets;
  device: DeviceClass;
  /** calendar year: a car of an earlier one names its year */
  presentYear: number;
  site: Site;
  /** what the page's queries answer, by key */
  queries: [QueryKey, unknown][];
}

/** Id of the inert script element that carries the page's data. */
export const PAGE_DATA_ID = "page-data";

/** The data as JSON that cannot end its script element. */
export function serialisePageData(data: PageData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

/** Puts what the server has read into the cache that the components ask. */
export function fillQueries(client: QueryClient, queries: PageData["queries"]): void {
  for (const [key, value] of queries) client.setQueryData(key, value);
}

/** The one inline script of a document, which runs before anything is painted. The policy knows it by its hash. */
export const FIRST_SCRIPT = THEME_SCRIPT + MISSING_CODE_SCRIPT + EARLY_PRESS_SCRIPT;
