import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { DocumentData } from "../ui/document-data.ts";

/** Paths on this site. */
export interface DocumentAssets {
  /** the entry, then the modules that it imports and those of the page */
  scripts: string[];
  styles: string[];
}

export interface PageData extends DocumentData {
  assets: DocumentAssets;
  /** of the catalogue that the document shows */
  version: number;
  queries: [QueryKey, unknown][];
}

export const PAGE_DATA_ID = "page-data";

export function fillQueries(client: QueryClient, queries: PageData["queries"]): void {
  for (const [key, value] of queries) client.setQueryData(key, value);
}
