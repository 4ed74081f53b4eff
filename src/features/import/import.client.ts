import { readAnswer } from "../../api/answers.ts";
import { sendWrite } from "../../api/send.ts";
import { sendForm, type SendOptions } from "../../api/send-form.ts";
import type { DecimalSign } from "../../vehicle/ev-cells.ts";
import type { DryRunAnswer, ImportAnswer, ImportCounts } from "./import-schemas.server.ts";
import type { ColumnMapping } from "./import-columns.ts";
import { LISTED_ROWS } from "./limits.ts";

const UPLOAD_PATH = "/api/evs/upload";

interface Upload extends SendOptions {
  file: File;
  mapping: ColumnMapping;
  decimal: DecimalSign | undefined;
}

export type SaidFile = Pick<Upload, "file" | "mapping" | "decimal">;

/** With `list` asked for, an answer has its counts. */
export type CheckAnswer = DryRunAnswer & { counts: ImportCounts };
export type AddAnswer = ImportAnswer & { counts: ImportCounts };

function formOf({ file, mapping, decimal }: SaidFile): FormData {
  const form = new FormData();
  // Before the file, which the server reads as it arrives.
  if (Object.keys(mapping).length > 0) form.set("mapping", JSON.stringify(mapping));
  if (decimal) form.set("decimal", decimal);
  form.set("file", file);
  return form;
}

async function send<Answer>(upload: Upload, query: string): Promise<Answer> {
  return readAnswer(await sendForm(`${UPLOAD_PATH}${query}`, formOf(upload), upload));
}

/**
 * This and the next two throw AnswerError with the server's sentence, TypeError without a
 * connection and DOMException `AbortError`.
 */
export function checkCsv(upload: Upload): Promise<CheckAnswer> {
  return send(upload, `?dryRun=true&list=${LISTED_ROWS}`);
}

/** All or none. @param skipBad leaves out bad rows, which otherwise refuse the file */
export function importCsv(upload: Upload, skipBad: boolean): Promise<AddAnswer> {
  return send(upload, `?list=${LISTED_ROWS}${skipBad ? "&invalid=skip" : ""}`);
}

export async function readBadRows(said: SaidFile): Promise<Blob> {
  const path = `${UPLOAD_PATH}?invalid=csv`;
  const response = await sendWrite(path, { method: "POST", body: formOf(said) });
  if (!response.ok) await readAnswer(response);
  return response.blob();
}
