import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { ChargingRates } from "../domain/charging-estimate.ts";
import type { Site } from "../pages/site.tsx";
import type { DeviceClass } from "../ui/device.ts";

/** Paths on this site. */
export interface DocumentAssets {
  /** the entry, then the modules that it imports and those of the page */
  scripts: string[];
  styles: string[];
}

export interface PageData {
  assets: DocumentAssets;
  device: DeviceClass;
  /** of the catalogue that the document shows */
  version: number;
  /** model years before this one are part of a car's name */
  presentYear: number;
  /** derived from the whole catalogue, to estimate unknown charging times */
  chargingRates: ChargingRates | null;
  site: Site;
  queries: [QueryKey, unknown][];
}

export const PAGE_DATA_ID = "page-data";

/** Serializes data as JSON that cannot end its script element. */
export function serializePageData(data: PageData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

export function fillQueries(client: QueryClient, queries: PageData["queries"]): void {
  for (const [key, value] of queries) client.setQueryData(key, value);
}
