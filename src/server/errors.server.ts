export interface FieldIssue {
  /** the field's name on the wire; "" for the whole */
  path: string;
  message: string;
}

/** One sentence for the user with its HTTP status (readings 3); no other error's text is shown. */
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
