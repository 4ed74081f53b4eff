/** Bounds of accounts (readings 4, §5). */

export const USERNAME_MAX_CHARACTERS = 60;
export const PASSWORD_MIN_CHARACTERS = 6; // §5
export const PASSWORD_MAX_CHARACTERS = 200;

export const INVITATION_DAYS = 7; // readings 4
/** More open invitations than this are a mistake. */
export const OPEN_INVITATIONS_MAX = 50;

export const AUTH_BODY_LIMIT_BYTES = 4 * 1024;

/** Attempts that fail: so many with one name, or from one address, within the window. */
export const ATTEMPTS_PER_NAME = 10;
export const ATTEMPTS_PER_ADDRESS = 30;
export const ATTEMPTS_WINDOW_MS = 15 * 60_000;

/** Each hash takes 19 MiB and a core for some milliseconds. */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING_MAX = 50;
