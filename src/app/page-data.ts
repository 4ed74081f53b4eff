import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { ChargingRates } from "../domain/charging-estimate.ts";
import type { Site } from "../pages/site.tsx";
import type { DeviceClass } from "../ui/device.ts";

/** Paths of this site. */
export interface DocumentAssets {
  /** modules, each run in its own task as it arrives */
  scripts: string[];
  styles: string[];
}

export interface PageData {
  assets: DocumentAssets;
  device: DeviceClass;
  /** a car of an earlier calendar year names it */
  presentYear: number;
  /** of the whole catalogue, for charging times that are not known */
  chargingRates: ChargingRates | null;
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
