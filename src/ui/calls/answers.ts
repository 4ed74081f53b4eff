import { withBase } from "../../domain/base-path.ts";

/** A failed response: the generic text (limits-and-texts.md#error-texts) and the server's own message. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** empty if the server sent none */
  readonly serverMessage: string;
  readonly issues: readonly { path: string; message: string }[];
  /** the whole response; empty if it was not a JSON object */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    response: Response,
    serverMessage: string,
    issues: ApiError["issues"],
    body: ApiError["body"] = {},
  ) {
    const text = response.status < 500 && serverMessage ? serverMessage : statusText(response);
    super(`${response.status}: ${text}`);
    this.status = response.status;
    this.serverMessage = serverMessage;
    this.issues = issues;
    this.body = body;
  }
}

/** Returns null instead of throwing when the call was refused with this status. */
export async function nullIf<Answer>(
  status: number,
  call: Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === status) return null;
    throw error;
  }
}

const NOT_REACHED = "The server could not be reached. Please check your connection and try again.";
const FAILED = "Something went wrong on our side. Please try again later.";

/** Returns the text for a failed read, never a status or a parser's message (limits-and-texts.md#error-texts). */
export function errorMessage(failure: unknown): string {
  if (!(failure instanceof ApiError)) return failure instanceof SyntaxError ? FAILED : NOT_REACHED;
  const { serverMessage, status, body } = failure;
  return serverMessage && (status < 500 || "error" in body) ? serverMessage : FAILED;
}

/** Returns what a response says is wrong with one field. */
export function fieldIssue(failure: unknown, field: string): string | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  return failure.issues.find(({ path }) => path === field)?.message;
}

/** Returns what a response says is wrong, by field. */
export function issuesOf(failure: unknown): Partial<Record<string, string>> {
  if (!(failure instanceof ApiError)) return {};
  return Object.fromEntries(failure.issues.map(({ path, message }) => [path, message]));
}

/** Returns the text of a refusal, if there is one and none of these fields shows it. */
export function messageBeside(failure: unknown, fields: readonly string[] = []) {
  if (failure == null || fields.some((field) => fieldIssue(failure, field) !== undefined)) {
    return undefined;
  }
  return toastMessage(failure);
}

/** What a toast says of a failed call: the server's own message, or else the generic text. */
export function toastMessage(failure: unknown): string {
  return failure instanceof ApiError
    ? failure.serverMessage || failure.message
    : errorMessage(failure);
}

/** HTTP/2 has no status text. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  507: "Insufficient Storage",
};

function statusText({ status, statusText: text }: Response): string {
  return text || STATUS_TEXTS[status] || (status < 500 ? "Request refused" : "Server Error");
}

function isIssue(value: unknown): value is { path: string; message: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}

/** Rejects markup, JSON and stack traces, which mean nothing to users (limits-and-texts.md#error-texts). */
function isSentence(text: string): boolean {
  return /^[^<{[\n]{1,200}$/.test(text.trim());
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "error" in body) {
      const issues = "issues" in body && Array.isArray(body.issues) ? body.issues : [];
      const message = typeof body.error === "string" ? body.error : "";
      return new ApiError(response, message, issues.filter(isIssue), { ...body });
    }
  } catch {
    // The body is a proxy's text.
  }
  return new ApiError(response, isSentence(text) ? text : "", []);
}

const refusalListeners = new Set<() => void>();

export function reportSignedOut(): void {
  for (const listener of refusalListeners) listener();
}

/** Calls the listener after every 401. @returns a function that unsubscribes */
export function onSignedOutAnswer(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
}

/**
 * Returns the JSON of a response, or undefined for a 204, in the type of the call's contract (calls.md#errors, 4),
 * which tests check against openapi.json. @throws ApiError when the status is not a success
 */
export async function readResponse<Answer>(response: Response): Promise<Answer> {
  if (response.status === 401) reportSignedOut();
  if (!response.ok) throw await toApiError(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** The least versions for public reads (calls.md#caches-and-versions): a document's, an event's, or a write's time. */
export const dataVersions: { version?: number; votes?: number | string } = {};

/** No cache has a response from before this time; the write's event contains its version. */
export function awaitOwnWrite(): void {
  dataVersions.version = dataVersions.votes = Date.now();
}

/** Returns the address of a public read for which no cache has a response older than what this page knows. */
export function newest(path: string): string {
  const version = path === "/api/votes" ? dataVersions.votes : dataVersions.version;
  return version ? `${path}${path.includes("?") ? "&" : "?"}_=${version}` : path;
}

export async function readJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return readResponse(
    await fetch(withBase(path), { credentials: "include", ...(signal && { signal }) }),
  );
}
