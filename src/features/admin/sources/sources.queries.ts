import { queryOptions } from "@tanstack/react-query";

import { newest, readJson } from "../../../ui/calls/answers.ts";
import { createRetryKeys } from "../../../ui/calls/retry-key.ts";
import { sendForm, sendJson } from "../../../ui/calls/send.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { ClaimFileAnswer, ClaimsAnswer } from "../../claims/claims.schema.ts";
import type { TextEncoding } from "../../import/accepted-files.ts";
import { ifMatchHeader, rejectConflicts } from "../rows/rows.queries.ts";

/** Claims by field. The key starts like the public list's, so that catalogue messages invalidate both. */
export function rowClaimsQuery(rowId: number) {
  return queryOptions({
    queryKey: ["evs", "claims", rowId] as const,
    queryFn: async ({ signal }): Promise<ClaimsAnswer["trims"][number]["fields"]> => {
      const path = newest(`/api/evs/${rowId}/claims`);
      const { trims } = await readJson<ClaimsAnswer>(path, signal);
      return trims.find((trim) => trim.rowId === rowId)?.fields ?? {};
    },
    refetchOnMount: "always",
  });
}

/** Writes a claim's value into its row. @throws ChangedMeanwhileError, ApiError */
export function applyClaim(id: number, row: EvRow): Promise<EvRow> {
  const path = `/api/claims/${id}/use`;
  return rejectConflicts(sendJson<EvRow>("POST", path, undefined, ifMatchHeader(row)));
}

const UPLOAD_PATH = "/api/claims/upload";

const retryKeyOf = createRetryKeys();

export interface ClaimUpload {
  file: File;
  /** undefined until it is asked for */
  encoding?: TextEncoding | undefined;
}

function sendClaims({ file, encoding }: ClaimUpload, more: object, retryKey?: string) {
  const form = new FormData();
  form.set("file", file);
  const query = new URLSearchParams({ ...more, ...(encoding && { encoding }) });
  return sendForm<ClaimFileAnswer>(`${UPLOAD_PATH}?${query}`, form, { retryKey });
}

/** Reports what adding the file's claims would do. @throws ApiError, TypeError without a connection */
export function checkClaimFile(upload: ClaimUpload): Promise<ClaimFileAnswer> {
  return sendClaims(upload, { dryRun: "true" });
}

/** Adds all of the file's claims, or none. @throws ApiError, TypeError without a connection */
export async function addClaimFile(upload: ClaimUpload): Promise<ClaimFileAnswer> {
  const { file, encoding = "" } = upload;
  const retryKey = retryKeyOf(`${file.name} ${file.size} ${file.lastModified} ${encoding}`);
  const added = await sendClaims(upload, {}, retryKey);
  retryKeyOf(null); // allows adding the same file again later
  return added;
}
