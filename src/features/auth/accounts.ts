/** Accounts as they are on the wire (readings 4). Times are ISO 8601 in UTC. */

/** The signed-in user, and whoever else may sign in. */
export interface User {
  id: number;
  username: string;
}

export interface Administrator extends User {
  createdAt: string;
}

/** One of the user's own sessions. */
export interface SessionEntry {
  id: number;
  /** such as `Firefox on Linux` */
  device: string;
  createdAt: string;
  /** to the minute */
  lastSeenAt: string;
  /** whether it is the one that asks */
  current: boolean;
}

/** An invitation that can still be used. */
export interface Invitation {
  id: number;
  /** name of the administrator; null: made by the server or on its command line */
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
}

/** A new invitation; its link is told this once. */
export interface NewInvitation extends Invitation {
  /** path with a fragment, which reaches no log */
  link: string;
}
