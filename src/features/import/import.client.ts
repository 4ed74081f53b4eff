import { readAnswer } from "../../api/answers.ts";
import { sendWrite } from "../../api/send.ts";
import { sendForm, type SendOptions } from "../../api/send-form.ts";
import type { DryRunAnswer, ImportAnswer, ImportCounts } from "./import-schemas.server.ts";
import { type ImportDraft, mappingOf } from "./import-draft.ts";
import type { UndoneAnswer } from "./import-undo.server.ts";
import { LISTED_ROWS } from "./limits.ts";

const UPLOAD_PATH = "/api/evs/upload";

interface Upload extends SendOptions {
  file: File;
  draft: ImportDraft;
}

export type SaidFile = Pick<Upload, "file" | "draft">;

/** With `list` asked for, an answer has its counts. */
export type CheckAnswer = DryRunAnswer & { counts: ImportCounts };
export type AddAnswer = ImportAnswer & { counts: ImportCounts };

function formOf({ file, draft }: SaidFile): FormData {
  const form = new FormData();
  const mapping = mappingOf(draft);
  // Before the file, which the server reads as it arrives.
  if (mapping) form.set("mapping", JSON.stringify(mapping));
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
  return send(upload, `?dryRun=true&list=${LISTED_ROWS}${existingOf(upload)}`);
}

/** All or none. @param skipBad leaves out bad rows, which otherwise refuse the file */
export function importCsv(upload: Upload, skipBad: boolean): Promise<AddAnswer> {
  const query = `?list=${LISTED_ROWS}${existingOf(upload)}${skipBad ? "&invalid=skip" : ""}`;
  return send(upload, query);
}

function existingOf({ draft: { existing } }: SaidFile): string {
  return existing === "skip" ? "" : `&existing=${existing}`;
}

/** @throws AnswerError 404: it was undone already, or cannot be any more */
export async function undoImport(importId: number): Promise<UndoneAnswer> {
  return readAnswer(await sendWrite(`/api/imports/${importId}`, { method: "DELETE" }));
}

export async function readBadRows(said: SaidFile): Promise<Blob> {
  const path = `${UPLOAD_PATH}?invalid=csv`;
  const response = await sendWrite(path, { method: "POST", body: formOf(said) });
  if (!response.ok) await readAnswer(response);
  return response.blob();
}
