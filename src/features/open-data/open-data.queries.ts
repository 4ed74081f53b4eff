import { queryOptions } from "@tanstack/react-query";

import { readJson } from "../../ui/calls/answers.ts";
import type { Dictionary } from "./open-data.schema.ts";

/** The dictionary of the fields and the terms of their use. */
export function dictionaryQuery(read = callDictionary) {
  return queryOptions({ queryKey: ["dictionary"], queryFn: ({ signal }) => read(signal) });
}

function callDictionary(signal: AbortSignal): Promise<Dictionary> {
  return readJson("/api/fields", signal);
}
