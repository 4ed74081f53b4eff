import type { Database } from "../db/database.server.ts";
import { reserveIds } from "../db/database-changes.server.ts";
import type { Db, Transaction } from "../db/database-tables.server.ts";
import { notSignedIn } from "../base/errors.server.ts";
import { hashSecretToken, newSecretToken } from "./secret-tokens.server.ts";

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 7 * 24 * HOUR_MS;
/** Beyond this number, the least recently used session ends. */
export const SESSIONS_PER_USER = 50;
const SEEN_EVERY_MS = 60_000; // a read updates the time of last use at most this often

export interface User {
  id: number;
  username: string;
}

/** A user of a certain session: once it has ended, writes are refused. */
export interface SignedInUser extends User {
  sessionId: number;
}

export interface Session {
  id: number;
  user: User;
  device: string;
  createdAt: string;
  lastSeenAt: string; // rounded to the minute
}

/** Keeps sessions only in the database, so that every instance knows the same ones. */
export function createSessionStore({ read, write }: Database, now: () => number = Date.now) {
  const at = (offsetMs = 0) => new Date(now() + offsetMs).toISOString();
  const live = () => liveSessions(read, at(), at(-IDLE_MS));

  return {
    /**
     * Starts a session and removes ended ones and the oldest above the limit. @param passwordHash that of the password
     * given, if any @returns the token, which is not stored; null if the user was deleted or the password has changed
     */
    start: (userId: number, device: string, passwordHash: string | null) =>
      write.transaction().execute(async (tx) => {
        // The user must not be deleted or changed before the session exists.
        const user = await tx
          .selectFrom("users")
          .select("password_hash")
          .where("id", "=", userId)
          .forShare()
          .executeTakeFirst();
        if (!user || (passwordHash !== null && user.password_hash !== passwordHash)) return null;
        await tx
          .deleteFrom("sessions")
          .where((eb) =>
            eb.or([eb("expires_at", "<=", at()), eb("last_seen_at", "<=", at(-IDLE_MS))]),
          )
          .execute();
        await removeOldestSessions(tx, userId);
        const token = newSecretToken();
        await tx
          .insertInto("sessions")
          .values({
            token_hash: hashSecretToken(token),
            id: await reserveIds(tx, "sessions", 1),
            user_id: userId,
            device,
            created_at: at(),
            last_seen_at: at(),
            expires_at: at(SESSION_MS),
          })
          .execute();
        return token;
      }),

    /** Finds the session of a token, unless it has ended, and records its use. */
    async find(token: string): Promise<Session | null> {
      const tokenHash = hashSecretToken(token);
      const row = await live().where("token_hash", "=", tokenHash).executeTakeFirst();
      if (!row) return null;
      const session = sessionOf(row);
      if (session.lastSeenAt <= at(-SEEN_EVERY_MS)) {
        await write
          .updateTable("sessions")
          .set({ last_seen_at: at() })
          .where("token_hash", "=", tokenHash)
          .execute();
      }
      return session;
    },

    async list(userId: number): Promise<Session[]> {
      const rows = await live()
        .where("user_id", "=", userId)
        .orderBy("last_seen_at", "desc")
        .orderBy("sessions.id", "desc")
        .execute();
      return rows.map(sessionOf);
    },

    async endByToken(token: string): Promise<void> {
      await write.deleteFrom("sessions").where("token_hash", "=", hashSecretToken(token)).execute();
    },

    /** @returns false if this user has no such session @throws UserError 401 */
    end: (by: SignedInUser, sessionId: number): Promise<boolean> =>
      write.transaction().execute(async (tx) => {
        const own = await lockOwnSessions(tx, by);
        await tx
          .deleteFrom("sessions")
          .where("id", "=", sessionId)
          .where("user_id", "=", by.id)
          .execute();
        return own.includes(sessionId);
      }),

    /** @throws UserError 401 */
    endOthers: (by: SignedInUser): Promise<void> =>
      write.transaction().execute((tx) => endOtherSessions(tx, by)),
  };
}

async function removeOldestSessions(tx: Transaction, userId: number): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy("last_seen_at", "desc")
        .orderBy("id", "desc")
        .limit(SESSIONS_PER_USER - 1),
    )
    .execute();
}

/**
 * Refuses a write whose session has ended since the request arrived, and keeps the session until the transaction
 * ends. @param by without a session: the server itself, or a user with a link @throws UserError 401
 */
export async function requireSession(
  db: Db,
  by: { sessionId: number | null } | null,
): Promise<void> {
  if (by === null || by.sessionId === null) return;
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", by.sessionId)
    .where("expires_at", ">", new Date().toISOString())
    .forKeyShare()
    .executeTakeFirst();
  if (!session) throw notSignedIn();
}

/** @throws UserError 401 */
export async function endOtherSessions(tx: Transaction, by: SignedInUser): Promise<void> {
  await lockOwnSessions(tx, by);
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", by.id)
    .where("id", "!=", by.sessionId)
    .execute();
}

/** Locks in a fixed order, so that two sessions that end each other do not deadlock. @throws UserError 401 */
async function lockOwnSessions(tx: Transaction, by: SignedInUser): Promise<number[]> {
  const rows = await tx
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", by.id)
    .orderBy("id")
    .forUpdate()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (!ids.includes(by.sessionId)) throw notSignedIn();
  return ids;
}

function liveSessions(db: Db, now: string, idleSince: string) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([
      "sessions.id",
      "users.id as userId",
      "users.username",
      "sessions.device",
      "sessions.created_at as createdAt",
      "sessions.last_seen_at as lastSeenAt",
    ])
    .where("sessions.expires_at", ">", now)
    .where("sessions.last_seen_at", ">", idleSince);
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof liveSessions>["executeTakeFirstOrThrow"]>>;

function sessionOf({ userId, username, ...session }: SessionRow): Session {
  return { ...session, user: { id: userId, username } };
}
