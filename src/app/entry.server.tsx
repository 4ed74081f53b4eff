import { renderToString } from "react-dom/server";

import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import type { Ev } from "../vehicle/vehicle.ts";
import { Document } from "./document.tsx";
import { fillQueries, type PageData, serialisePageData } from "./page-data.ts";

/**
 * Renders one page as a whole document, with its doctype. The page's code has to be loaded.
 * @param data what the page shows
 * @param address path and search (with its `?`, or empty) to render
 * @param sheets texts of the style sheets that stand in the document
 * @param evs every model, for parts that show them all; not sent as data
 */
export function renderDocument(
  data: PageData,
  address: { path: string; search: string },
  sheets: readonly string[],
  evs: readonly Ev[],
): string {
  const client = createQueryClient();
  fillQueries(client, data.queries);
  try {
    const html = renderToString(
      <Document
        data={data}
        client={client}
        address={address}
        evs={evs}
        serialised={serialisePageData(data)}
        sheets={sheets}
      />,
    );
    return `<!DOCTYPE html>${html}`;
  } finally {
    client.clear();
  }
}
