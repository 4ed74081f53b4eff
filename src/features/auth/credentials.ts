/** Limits and texts of accounts.md#signing-in. */
export const USERNAME_MAX_CHARACTERS = 60;
export const PASSWORD_MIN_CHARACTERS = 6;
export const INVITATION_DAYS = 7;
export const PASSWORD_LINK_HOURS = 24;

export interface Credentials {
  username: string;
  password: string;
}

export const USERNAME_REQUIRED = "Username is required";
export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN_CHARACTERS} characters`;
