import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { sendForm, sendJson, type SendOptions } from "../../../ui/calls/send.ts";
import type { ColumnsAnswer, CsvColumn } from "../columns/columns.schema.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import type { DryRunAnswer, ImportAnswer, ImportCounts, UndoneAnswer } from "../import.schema.ts";
import type { ImportDraft } from "./import-draft.ts";
import { LISTED_ROWS } from "../accepted-files.ts";

/** Limit for a check, whose table holds all rows at once. */
const MAX_CHECKED_ROWS = 20_000;

export interface Upload extends SendOptions {
  file: File;
  draft: ImportDraft;
}

/** Answers have counts because we always request `list`. */
export type CheckAnswer = DryRunAnswer & { counts: ImportCounts };
export type AddAnswer = ImportAnswer & { counts: ImportCounts };

/** @throws ApiError with the server's message, TypeError without a connection, DOMException `AbortError` */
function sendUpload<Answer>(
  upload: Upload,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { file, draft } = upload;
  const { mapping, existing, repeated, encoding, sheet } = draft;
  const query = new URLSearchParams(parameters);
  if (existing !== "skip") query.set("existing", existing);
  for (const [name, value] of Object.entries({ repeated, encoding, sheet }))
    if (value) query.set(name, value);
  const form = new FormData();
  // Send the fields first, so that an invalid one is refused before the file is sent.
  form.set("mapping", JSON.stringify(mapping));
  form.set("file", file);
  return sendForm(`/api/evs/upload?${query}`, form, upload);
}

export function checkCsv(upload: Upload): Promise<CheckAnswer> {
  return sendUpload(upload, { dryRun: "true", list: String(MAX_CHECKED_ROWS) });
}

/** Imports all rows or none. @param skipBad leaves out bad rows; otherwise the server refuses the file */
export function importCsv(upload: Upload, skipBad: boolean): Promise<AddAnswer> {
  return sendUpload(upload, { list: String(LISTED_ROWS), ...(skipBad && { invalid: "skip" }) });
}

/** How the mapping reads the columns of the file, and what it lacks. */
export function columnsQuery(columns: readonly CsvColumn[], mapping: ImportMapping) {
  return queryOptions({
    queryKey: ["import-columns", columns, mapping] as const,
    queryFn: ({ signal }) =>
      sendJson<ColumnsAnswer>("POST", "/api/import-columns", { columns, mapping }, {}, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** @throws ApiError 404 when it was already undone, or can no longer be */
export function undoImport(importId: number): Promise<UndoneAnswer> {
  return sendJson("DELETE", `/api/imports/${importId}`);
}
