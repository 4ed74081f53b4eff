import { PASSWORD_MIN_CHARACTERS } from "./limits.ts";

export interface Credentials {
  username: string;
  password: string;
}

export const USERNAME_REQUIRED = "Username is required"; // accounts.md#signing-in
// accounts.md#signing-in
export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN_CHARACTERS} characters`;
