import { compareModelsQuery } from "../../features/compare/compare.queries.ts";
import type { LoaderContext } from "../page.ts";

export function loadCompare({ client, search, api }: LoaderContext) {
  return client.query(compareModelsQuery(search, api?.readCompareModels));
}
