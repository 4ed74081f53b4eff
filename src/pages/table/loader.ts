import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { sliceQuery } from "../../features/catalogue/use-catalogue.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import type { LoaderContext } from "../page.ts";

/** Its served rows stay until the list has loaded. */
export const Table = lazyPart(
  async () => (await import("./table-part.tsx")).TablePart,
  "60vh",
  "Loading EVs...",
);

export function loadTable({ client, search, api }: LoaderContext): Promise<unknown> {
  return Promise.all([
    client.query(anyEvsQuery(api?.readEvs)),
    api && client.query(sliceQuery(() => api.readCatalogue("table", search))),
    Table.preload(),
  ]);
}
