import { readAnswer } from "../catalogue/answers.ts";

interface UploadOptions {
  /** @param share of the file's bytes that are on their way, 0-1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a picture (§7).
 * @returns its address, for an image field
 * @throws AnswerError with the server's sentence; TypeError without a connection; what the signal
 * was aborted with
 */
export async function uploadImage(file: File, options: UploadOptions): Promise<string> {
  const answer = await readAnswer(await post("/api/upload-image", file, options));
  // The call's contract (readings 3).
  return (answer as { url: string }).url;
}

/** `fetch` does not tell how much it has sent. */
function post(path: string, file: File, { onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener("load", () => {
      const { status, statusText, responseText } = request;
      resolve(new Response(responseText, { status, statusText }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was interrupted.")));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    const form = new FormData();
    form.append("image", file);
    request.open("POST", path);
    request.send(form);
  });
}
