import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { DeviceClass } from "../ui/device.ts";

/** Paths of this site. */
export interface DocumentAssets {
  /** modules, each run in its own task as it arrives */
  scripts: string[];
  styles: string[];
}

/** The same for all visitors. */
export interface Site {
  /** for canonical links, null when unset (everywhere.md#search-engines) */
  publicUrl: string | null;
  /** of the hosted image service, null when unset */
  imageHost: string | null;
}

export interface PageData {
  assets: DocumentAssets;
  device: DeviceClass;
  /** a car of an earlier calendar year names it */
  presentYear: number;
  site: Site;
  queries: [QueryKey, unknown][];
}

export const PAGE_DATA_ID = "page-data";

/** JSON that cannot end its script element. */
export function serialisePageData(data: PageData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

export function fillQueries(client: QueryClient, queries: PageData["queries"]): void {
  for (const [key, value] of queries) client.setQueryData(key, value);
}
