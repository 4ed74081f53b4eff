/**
 * The user of this screen. Tabs share one session, so each write names its user, and the server
 * refuses it when somebody else has signed in meanwhile.
 */
let shownUserId: number | null = null;

export function showUser(id: number | null): void {
  shownUserId = id;
}

function shownUserHeaders(): Record<string, string> {
  return shownUserId === null ? {} : { "x-shown-user": String(shownUserId) };
}

type Write = Omit<RequestInit, "credentials" | "headers"> & { headers?: Record<string, string> };

export function sendWrite(path: string, init: Write): Promise<Response> {
  const headers = { ...init.headers, ...shownUserHeaders() };
  return fetch(path, { ...init, credentials: "include", headers });
}

export interface SendOptions {
  /** @param share of the body that was sent, 0-1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Posts an administrator's form with a file. `fetch` cannot report upload progress.
 * @throws TypeError without a connection; what the signal was aborted with
 */
export function sendForm(path: string, form: FormData, options: SendOptions): Promise<Response> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.upload.addEventListener("load", () => onProgress(1));
    request.addEventListener("load", () => {
      const { status, statusText, responseText } = request;
      resolve(new Response(responseText, { status, statusText }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was interrupted.")));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    request.open("POST", path);
    for (const [name, value] of Object.entries(shownUserHeaders())) {
      request.setRequestHeader(name, value);
    }
    request.send(form);
  });
}
