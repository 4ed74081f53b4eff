/** One thing that is wrong with one field of what was sent. */
export interface FieldIssue {
  /** the field's name on the wire; "" for the whole */
  path: string;
  message: string;
}

/**
 * A failure that the person who asked can understand: one sentence, and the HTTP status it has on
 * the wire (readings 3). Every other error is ours and is never shown.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly status: number;
  readonly issues: readonly FieldIssue[] | undefined;

  constructor(
    status: number,
    message: string,
    issues?: readonly FieldIssue[],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.issues = issues;
  }
}

/** The answer to whoever is not, or no longer, signed in (readings 3). */
export function notSignedIn(): UserError {
  return new UserError(401, "Please sign in");
}
