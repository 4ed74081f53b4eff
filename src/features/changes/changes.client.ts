import { queryOptions } from "@tanstack/react-query";

import { newest, readJson } from "../../api/answers.ts";
import type { EvHistory } from "./changes.schema.ts";

export function historyQuery(evId: number) {
  return queryOptions({
    queryKey: ["history", evId] as const,
    queryFn: ({ signal }) => readJson<EvHistory>(newest(`/api/evs/${evId}/history`), signal),
  });
}
