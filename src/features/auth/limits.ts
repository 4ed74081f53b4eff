/** Bounds of accounts (accounts.md#usernames). */

export const USERNAME_MAX_CHARACTERS = 60;
export const PASSWORD_MIN_CHARACTERS = 6; // accounts.md#signing-in
export const PASSWORD_MAX_CHARACTERS = 200;

export const INVITATION_DAYS = 7; // accounts.md#invitations
export const OPEN_INVITATIONS_MAX = 50;
export const PASSWORD_LINK_HOURS = 24;

export const AUTH_BODY_LIMIT_BYTES = 4 * 1024;

/** Failed attempts within the window with one name from one address... */
export const ATTEMPTS_PER_NAME_AND_ADDRESS = 10;
/** ...and from one IPv6 /48: half of the name's, so that no household can lock its owner out elsewhere... */
export const ATTEMPTS_PER_NAME_AND_NETWORK = 50;
/** ...from one address, whatever the names and codes... */
export const ATTEMPTS_PER_ADDRESS = 30;
/** ...with one name from all addresses, more than a few strangers can use up... */
export const ATTEMPTS_PER_NAME = 100;
/** ...and with a name on a device where it has signed in before, counted separately. */
export const ATTEMPTS_PER_KNOWN_DEVICE = 10; // accounts.md#failed-attempts
export const ATTEMPTS_WINDOW_MS = 15 * 60_000;

/** Administrators remembered per device; the oldest sign-in is forgotten first. */
export const NAMES_PER_DEVICE = 5;

/** Each hash needs 19 MiB and a CPU core for some milliseconds. */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING_MAX = 50;
