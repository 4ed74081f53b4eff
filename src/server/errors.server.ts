export interface FieldIssue {
  /** the field's name on the wire; "" for the whole */
  path: string;
  message: string;
}

/** One sentence for the user with its HTTP status (calls.md#errors); no other error's text is shown. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly status: number;
  readonly issues: readonly FieldIssue[] | undefined;

  /** @param about `fields`: on the wire, at which the sentence is shown; `cause` is only logged */
  constructor(
    status: number,
    message: string,
    about: { fields?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, about);
    this.status = status;
    this.issues = about.fields?.map((path) => ({ path, message }));
  }
}

/** Node hides the reason behind a name with several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof UserError && error.cause !== undefined) return reasonOf(error.cause);
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}

export function notSignedIn(): UserError {
  return new UserError(401, "Please sign in");
}

/** SQLite's result codes that the product tells apart (https://sqlite.org/rescode.html). */
export const SQLITE = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  FULL: 13,
  CANTOPEN: 14,
  PROTOCOL: 15,
} as const;

/** SQLite tells details in the higher bits. */
const PRIMARY_CODE = 0xff;

/** The primary result code of an error that `node:sqlite` threw; undefined for any other error. */
export function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & PRIMARY_CODE : undefined;
}
