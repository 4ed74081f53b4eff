/** A message about one field of the request. */
export interface FieldIssue {
  /** the field's name on the wire; "" for the whole */
  path: string;
  message: string;
}

/**
 * A failure to show to the user: one sentence and the HTTP status (readings 3). The text of any other
 * error is never shown.
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

export function notSignedIn(): UserError {
  return new UserError(401, "Please sign in");
}
