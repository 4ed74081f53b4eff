import { queryOptions } from "@tanstack/react-query";

import { newest, readJson } from "../../ui/calls/answers.ts";
import type { EvHistory } from "./changes.schema.ts";

export function historyQuery(evId: number, read = callHistory) {
  return queryOptions({
    queryKey: ["history", evId] as const,
    queryFn: ({ signal }) => read(evId, signal),
  });
}

const callHistory = (evId: number, signal: AbortSignal) =>
  readJson<EvHistory>(newest(`/api/evs/${evId}/history`), signal);
