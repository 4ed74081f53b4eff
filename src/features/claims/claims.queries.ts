import { queryOptions, useQuery } from "@tanstack/react-query";

import { newest, readJson } from "../../ui/calls/answers.ts";
import type { ClaimsAnswer, Evidence } from "./claims.schema.ts";

/** Every claim about a model's trims, read when somebody opens the sources of a figure. */
export function claimsQuery(evId: number, read = callClaims) {
  return queryOptions({
    queryKey: ["claims", evId] as const,
    queryFn: ({ signal }) => read(evId, signal),
  });
}

const callClaims = (evId: number, signal: AbortSignal) =>
  readJson<ClaimsAnswer>(newest(`/api/evs/${evId}/claims`), signal);

/** The part of the claims that pages show as marks. */
export function evidenceQuery(evId: number, read = callEvidence) {
  return queryOptions({
    queryKey: ["evidence", evId] as const,
    queryFn: ({ signal }) => read(evId, signal),
  });
}

const callEvidence = (evId: number, signal: AbortSignal) =>
  readJson<Evidence>(newest(`/api/evs/${evId}/evidence`), signal);

/** What sources say about a trim. */
export function useEvidence(evId: number, rowId: number) {
  return useQuery(evidenceQuery(evId)).data?.trims.find((one) => one.rowId === rowId);
}
