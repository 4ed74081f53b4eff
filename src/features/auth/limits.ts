/** Bounds of accounts (accounts.md#usernames). */

export const USERNAME_MAX_CHARACTERS = 60;
export const PASSWORD_MIN_CHARACTERS = 6; // accounts.md#signing-in

export const INVITATION_DAYS = 7; // accounts.md#invitations
export const PASSWORD_LINK_HOURS = 24;

export const AUTH_BODY_LIMIT_BYTES = 4 * 1024;
