import { useQuery } from "@tanstack/react-query";

import { modelPartQuery } from "../catalogue/catalogue.queries.ts";
import type { ClaimsAnswer, Evidence } from "./claims.schema.ts";

/** Every claim about a model's trims, read when somebody opens the sources of a figure. */
export const claimsQuery = modelPartQuery<ClaimsAnswer>("claims");

/** The part of the claims that pages show as marks. */
export const evidenceQuery = modelPartQuery<Evidence>("evidence");

/** What sources say about a trim. */
export function useEvidence(evId: number, rowId: number) {
  return useQuery(evidenceQuery(evId)).data?.trims.find((one) => one.rowId === rowId);
}
