import { withBase } from "../../domain/base-path.ts";
import { awaitOwnWrite } from "./answers.ts";
import { retryHeaders } from "./retry-key.ts";
import { resendAfterSignIn, shownUserHeaders } from "./send.ts";

export interface SendOptions {
  /** @param share how much of the body was sent, from 0 to 1 */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  retryKey?: string;
}

/** Reports upload progress, as `fetch` cannot. @throws TypeError without a connection, or the abort's reason */
export function sendForm(path: string, form: FormData, options: SendOptions): Promise<Response> {
  return resendAfterSignIn(() => upload(path, form, options));
}

async function upload(path: string, form: FormData, options: SendOptions): Promise<Response> {
  const { onProgress, signal, retryKey } = options;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal?.addEventListener("abort", stop, { once: true });
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.upload.addEventListener("load", () => onProgress?.(1));
    request.addEventListener("load", () => {
      const { status, statusText, responseText } = request;
      awaitOwnWrite();
      resolve(new Response(responseText, { status, statusText }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was interrupted.")));
    request.addEventListener("abort", () => reject(signal?.reason as Error));
    request.addEventListener("loadend", () => signal?.removeEventListener("abort", stop));
    request.open("POST", withBase(path));
    const headers = {
      ...shownUserHeaders(),
      ...(retryKey !== undefined && retryHeaders(retryKey)),
    };
    for (const [name, value] of Object.entries(headers)) {
      request.setRequestHeader(name, value);
    }
    request.send(form);
  });
}
