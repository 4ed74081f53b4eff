import { withBase } from "../../domain/base-path.ts";
import { awaitOwnWrite, readResponse, reportSignedOut } from "./answers.ts";
import { retryHeaders } from "./retry-key.ts";

/** Tabs share a session, so each write names its user, and is refused if somebody else has signed in since. */
let shownUserId: number | null = null;

export function showUser(id: number | null): void {
  shownUserId = id;
}

/** Writes that wait until the person on this screen has signed in again. */
const waiting: ((isSameUser: boolean) => void)[] = [];

/** Sends the writes that wait, or lets them fail because somebody else has signed in or nobody. */
export function endSigningIn(isSameUser: boolean): void {
  for (const resolve of waiting.splice(0)) resolve(isSameUser);
}

/** Sends once more if the session had ended and the same person has signed in again. */
async function resendAfterSignIn(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  if (response.status !== 401 || shownUserId === null) return response;
  const isSameUser = await new Promise<boolean>((resolve) => {
    waiting.push(resolve);
    reportSignedOut();
  });
  if (!isSameUser) return response;
  // Nobody reads this answer any more, so the request would never end.
  await response.body?.cancel();
  return send();
}

/** @throws ApiError, TypeError without a connection, or the abort's reason */
async function sendRequest<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const send = () =>
    fetch(withBase(path), {
      credentials: "include",
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        ...(shownUserId !== null && { "x-shown-user": String(shownUserId) }),
      },
    });
  // The sign-in itself is refused for a wrong password.
  const response = await (path === "/api/login" ? send() : resendAfterSignIn(send));
  awaitOwnWrite();
  return readResponse(response);
}

/** Sends a body, if any, as JSON and reads the response. @throws ApiError */
export function sendJson<Answer>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers?: Record<string, string>,
  signal?: AbortSignal,
): Promise<Answer> {
  return sendRequest(path, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

export interface SendOptions {
  signal?: AbortSignal;
  retryKey?: string | undefined;
}

/** Sends a form with a file and reads the response. @throws ApiError */
export function sendForm<Answer>(path: string, body: FormData, options: SendOptions = {}) {
  const { signal, retryKey } = options;
  const headers = retryKey === undefined ? {} : retryHeaders(retryKey);
  return sendRequest<Answer>(path, { method: "POST", headers, body, ...(signal && { signal }) });
}
