import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { sliceQuery } from "../../features/catalogue/use-catalogue.ts";
import type { LoaderContext } from "../page.ts";
import { Table } from "./lazy-table.tsx";

export function loadTable({ client, search, api }: LoaderContext): Promise<unknown> {
  return Promise.all([
    client.query(anyEvsQuery(api?.readEvs)),
    api && client.query(sliceQuery(() => api.readCatalogue("table", search))),
    Table.preload(),
  ]);
}
