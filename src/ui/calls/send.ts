import { withBase } from "../../domain/base-path.ts";
import { awaitOwnWrite, readAnswer } from "./answers.ts";

/**
 * The user on this screen. Tabs share one session, so each write names its user, and the server refuses it if
 * somebody else has signed in since.
 */
let shownUserId: number | null = null;

export function showUser(id: number | null): void {
  shownUserId = id;
}

export function shownUserHeaders(): Record<string, string> {
  return shownUserId === null ? {} : { "x-shown-user": String(shownUserId) };
}

type Write = Omit<RequestInit, "credentials" | "headers"> & { headers?: Record<string, string> };

export async function sendWrite(path: string, init: Write): Promise<Response> {
  const headers = { ...init.headers, ...shownUserHeaders() };
  const response = await fetch(withBase(path), { ...init, credentials: "include", headers });
  awaitOwnWrite();
  return response;
}

/** Sends a body, if any, as JSON and reads the response. @throws AnswerError */
export async function sendJson<Answer>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers?: Record<string, string>,
  signal?: AbortSignal,
): Promise<Answer> {
  const json = body && { "content-type": "application/json" };
  const request = {
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    headers: { ...json, ...headers },
  };
  return readAnswer(await sendWrite(path, { method, ...request }));
}
