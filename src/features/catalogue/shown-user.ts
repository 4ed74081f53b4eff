/**
 * Whose screen this is. Tabs share one session: a write says for whom it was made, and the server
 * refuses it when somebody else has signed in meanwhile.
 */
let shownUserId: number | null = null;

/** @param id of the user whose screen is shown; null when nobody's is */
export function showUser(id: number | null): void {
  shownUserId = id;
}

/** What a write of an administrator carries besides its session. */
export function shownUserHeaders(): Record<string, string> {
  return shownUserId === null ? {} : { "x-shown-user": String(shownUserId) };
}

type Write = Omit<RequestInit, "credentials" | "headers"> & { headers?: Record<string, string> };

/** Sends an administrator's write with their session. */
export function sendWrite(path: string, init: Write): Promise<Response> {
  const headers = { ...init.headers, ...shownUserHeaders() };
  return fetch(path, { ...init, credentials: "include", headers });
}
