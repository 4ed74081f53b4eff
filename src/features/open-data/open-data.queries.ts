import { queryOptions } from "@tanstack/react-query";

import { readJson } from "../../ui/calls/answers.ts";
import type { Dictionary } from "./open-data.schema.ts";

export const dictionaryQuery = queryOptions({
  queryKey: ["dictionary"],
  queryFn: ({ signal }) => readJson<Dictionary>("/api/fields", signal),
});
