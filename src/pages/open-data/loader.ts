import { dictionaryQuery } from "../../features/open-data/open-data.queries.ts";
import type { LoaderContext } from "../page.ts";

export function loadData({ client }: LoaderContext): Promise<unknown> {
  return client.query(dictionaryQuery);
}
