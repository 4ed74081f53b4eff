import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import type { LoaderContext } from "../page.ts";
import { servedListQuery } from "../whole-list.ts";
import { Table } from "./lazy-table.tsx";

export function loadTable({ client, api }: LoaderContext): Promise<unknown> {
  return Promise.all([
    client.query(anyEvsQuery(api?.readEvs)),
    api && client.query(servedListQuery(api.readListTag)),
    Table.preload(),
  ]);
}
