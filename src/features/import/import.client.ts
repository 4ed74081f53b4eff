import { readAnswer } from "../catalogue/answers.ts";
import type { DryRunAnswer, ImportAnswer, ImportCounts } from "./import-answer.ts";
import type { ColumnMapping } from "./import-columns.ts";
import { LISTED_ROWS } from "./limits.ts";

const UPLOAD_PATH = "/api/evs/upload";

interface Upload {
  file: File;
  /** what was said of headers by hand */
  mapping: ColumnMapping;
  signal: AbortSignal;
  /** called with how much of the file has been sent, 0 to 1 */
  onProgress: (sent: number) => void;
}

/** With `list` asked for, an answer has its counts. */
export type CheckAnswer = DryRunAnswer & { counts: ImportCounts };
export type AddAnswer = ImportAnswer & { counts: ImportCounts };

function formOf({ file, mapping }: Pick<Upload, "file" | "mapping">): FormData {
  const form = new FormData();
  // Before the file, which the server reads as it arrives.
  if (Object.keys(mapping).length > 0) form.set("mapping", JSON.stringify(mapping));
  form.set("file", file);
  return form;
}

/** `fetch` does not tell how much of a body has been sent. */
function send(upload: Upload, query: string): Promise<Response> {
  const { signal, onProgress } = upload;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${UPLOAD_PATH}${query}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.upload.addEventListener("load", () => onProgress(1));
    request.addEventListener("load", () => {
      const { status, statusText, responseText } = request;
      resolve(new Response(responseText, { status, statusText }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload failed.")));
    request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(formOf(upload));
  });
}

/**
 * Says what an import of the file would do. Writes nothing.
 * @throws AnswerError with the server's sentence, DOMException `AbortError`
 */
export async function checkCsv(upload: Upload): Promise<CheckAnswer> {
  // The call's contract (readings 3), as in the next ones.
  return (await readAnswer(await send(upload, `?dryRun=true&list=${LISTED_ROWS}`))) as CheckAnswer;
}

/**
 * Adds the file's new EVs, all or none.
 * @param skipBad leaves bad rows out, which else refuse the file
 * @throws AnswerError with the server's sentence, DOMException `AbortError`
 */
export async function importCsv(upload: Upload, skipBad: boolean): Promise<AddAnswer> {
  const query = `?list=${LISTED_ROWS}${skipBad ? "&invalid=skip" : ""}`;
  return (await readAnswer(await send(upload, query))) as AddAnswer;
}

/**
 * The bad rows of a file with what is wrong with them, as CSV.
 * @throws AnswerError with the server's sentence
 */
export async function readBadRows(file: File, mapping: ColumnMapping): Promise<Blob> {
  const answer = await fetch(`${UPLOAD_PATH}?invalid=csv`, {
    method: "POST",
    credentials: "include",
    body: formOf({ file, mapping }),
  });
  if (!answer.ok) await readAnswer(answer);
  return answer.blob();
}
