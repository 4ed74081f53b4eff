import { getSystemErrorMessage } from "node:util";

export interface FieldIssue {
  /** the field's name in the API; "" for the whole body */
  path: string;
  message: string;
}

/** An error with a sentence for the user and an HTTP status (calls.md#errors); no other error's text is shown. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly status: number;
  readonly issues: FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** @param about `fields`: names in the API of the fields that show the sentence; `cause` is only logged */
  constructor(
    status: number,
    message: string,
    about: { fields?: readonly string[]; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, about);
    this.status = status;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.issues = about.fields?.map((path) => ({ path, message }));
  }
}

/** Returns the reason, such as `permission denied`, also where Node hides it: for names with several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof UserError && error.cause !== undefined) return reasonOf(error.cause);
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  if (!(first instanceof Error)) return String(first);
  const { errno, syscall }: NodeJS.ErrnoException = first;
  // Other modules, such as zlib, have numbers of their own.
  const isOfSystem = errno !== undefined && syscall !== undefined;
  return isOfSystem ? getSystemErrorMessage(errno) : first.message;
}

export const DATABASE_UNAVAILABLE = "The database is unavailable right now. Please try again.";

/** @param cause for the log, never shown to users */
export function databaseUnavailable(cause: unknown): UserError {
  return new UserError(503, DATABASE_UNAVAILABLE, { cause });
}

export function notSignedIn(): UserError {
  return new UserError(401, "Please sign in");
}

/** Returns the code that Node, a driver or a library gave to an error, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** The SQLite result codes that we distinguish (https://sqlite.org/rescode.html). */
export const SQLITE = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  FULL: 13,
  CANTOPEN: 14,
  PROTOCOL: 15,
} as const;

/** The higher bits of SQLite's codes contain details. */
const PRIMARY_CODE = 0xff;

/** Returns the primary result code of an error thrown by `node:sqlite`, or undefined for any other error. */
export function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & PRIMARY_CODE : undefined;
}
