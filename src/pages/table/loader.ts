import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import type { LoaderContext } from "../page.ts";

/** Its served rows stay until the list has loaded. */
export const Table = lazyPart(
  async () => (await import("./table-part.tsx")).TablePart,
  "60vh",
  "Loading EVs...",
);

export function loadTable({ client }: LoaderContext): Promise<unknown> {
  return Promise.all([client.query(anyEvsQuery), Table.preload()]);
}
