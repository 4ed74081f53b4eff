import type { AnswerError } from "../../api/answers.ts";
import { PASSWORD_MIN_CHARACTERS } from "./limits.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** Messages by the name of the field on the wire. */
export type FieldIssues<Field extends string> = Partial<Record<Field, string>>;

export const USERNAME_REQUIRED = "Username is required"; // §5
export const TOO_SHORT = `Password must be at least ${PASSWORD_MIN_CHARACTERS} characters`; // §5

export function passwordIssue(password: string): string | undefined {
  return password.length < PASSWORD_MIN_CHARACTERS ? TOO_SHORT : undefined;
}

/** Messages about credentials, for sign-in and registration (§5). */
export function credentialIssues(typed: Credentials): FieldIssues<keyof Credentials> {
  const password = passwordIssue(typed.password);
  return {
    ...(typed.username.trim() === "" && { username: USERNAME_REQUIRED }),
    ...(password && { password }),
  };
}

export function refusedFields(error: AnswerError | undefined): FieldIssues<string> {
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path, message]) ?? []);
}
