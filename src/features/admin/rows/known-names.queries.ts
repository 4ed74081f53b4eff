import { queryOptions } from "@tanstack/react-query";

import { readJson } from "../../../ui/calls/answers.ts";
import type { KnownNames, SimilarNames } from "./known-names.schema.ts";

/**
 * The makes of the catalogue, or the models of one make. The key starts like that of the public list, so that
 * catalogue messages invalidate both.
 */
export function knownNamesQuery(make?: string) {
  return queryOptions({
    queryKey: ["evs", "names", make ?? null] as const,
    queryFn: async ({ signal }) => {
      const query = make === undefined ? "" : `?${new URLSearchParams({ make })}`;
      return (await readJson<KnownNames>(`/api/evs/names${query}`, signal)).names;
    },
  });
}

export const similarNamesQuery = queryOptions({
  queryKey: ["evs", "similar names"] as const,
  queryFn: async ({ signal }) =>
    (await readJson<SimilarNames>("/api/evs/names/similar", signal)).pairs,
  refetchOnMount: "always",
});
