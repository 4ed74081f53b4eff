import { queryOptions, useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { nullIf, readJson } from "../../ui/calls/answers.ts";
import { createRetryKeys, retryHeaders } from "../../ui/calls/retry-key.ts";
import { sendJson } from "../../ui/calls/send.ts";
import type { CorrectionState, SentCorrection } from "./corrections.schema.ts";

/** How long to wait for an answer. The server answers sooner, even when its database is slow. */
const CORRECTION_WAIT_MS = 20_000;

/** The state of a correction; null for an unknown token. */
export function correctionQuery(token: string) {
  return queryOptions({
    queryKey: ["correction", token] as const,
    queryFn: ({ signal }) =>
      nullIf(
        404,
        readJson<CorrectionState>(`/api/corrections/${encodeURIComponent(token)}`, signal),
      ),
    // Readers who come back to the page want the latest state.
    refetchOnWindowFocus: "always",
  });
}

/** The server reports what is wrong with a correction, and adds the same one only once. */
export function useSendCorrection() {
  const [keyOf] = useState(createRetryKeys);
  // Not `useActionState`: while an action is pending, React holds back all other transitions.
  return useMutation({
    mutationFn: (correction: object) => {
      const headers = retryHeaders(keyOf(JSON.stringify(correction)));
      const signal = AbortSignal.timeout(CORRECTION_WAIT_MS);
      return sendJson<SentCorrection>("POST", "/api/corrections", correction, headers, signal);
    },
  });
}
