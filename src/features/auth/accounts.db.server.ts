/** Links for invitations (accounts.md#invitations) and new passwords (accounts.md#lost-password). */
import { withBase } from "../../domain/base-path.ts";
import { AUTH } from "../../domain/routes.ts";
import { recordActivity } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { reserveIds } from "../../db/database-changes.server.ts";
import type { Db, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import {
  hashSecretToken,
  isSecretToken,
  newSecretToken,
} from "../../server/secret-tokens.server.ts";
import {
  endOtherSessions,
  requireSession,
  type SignedInUser,
} from "../../server/sessions.db.server.ts";
import type { Administrator, Invitation, User } from "./auth.schema.ts";
import { INVITATION_DAYS, PASSWORD_LINK_HOURS } from "./credentials.ts";
import { findLookAlikes, usernameKey } from "./usernames.ts";

const OPEN_INVITATIONS_MAX = 50;

const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000;
const NO_INVITATION = "This invitation is not valid: it may have been used, revoked or expired.";

export type InvitationStore = ReturnType<typeof createInvitationStore>;

/** An invitation's path. Browsers never send the fragment, so the code does not appear in any log. */
export function invitationPath(code: string): string {
  return `${withBase(AUTH)}#invite=${code}`;
}

/** Stores only the hash of a code. @param now returns the time in milliseconds since 1970 */
export function createInvitationStore({ read, write }: Database, now: () => number = Date.now) {
  const at = () => new Date(now()).toISOString();

  return {
    /**
     * @param by null for the server itself @returns the invitation with its code, which cannot be read again
     * @throws UserError 409 when too many are open, 401 when the session has ended
     */
    make: (by: SignedInUser | null) =>
      write.transaction().execute(async (tx) => {
        // This comes first, because the invitation refers to the user.
        await requireSession(tx, by);
        const inserted = await insertInvitation(tx, by, now);
        const open = await openInvitations(tx, at()).execute();
        if (open.length > OPEN_INVITATIONS_MAX) {
          throw new UserError(
            409,
            `There are ${OPEN_INVITATIONS_MAX} open invitations. Please revoke some of them first.`,
          );
        }
        const { id, expiresAt } = inserted.invitation;
        await recordActivity(tx, {
          user: by,
          action: "invitation-made",
          subject: `Invitation ${id}`,
          after: { expiresAt },
        });
        return inserted;
      }),

    /** Replaces all invitations with a single one. @returns its code, or null if there are users */
    makeFirst: () =>
      write.transaction().execute(async (tx) => {
        const user = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
        if (user) return null;
        // Taking an id locks: when instances start together, only the last one's link remains valid.
        const { invitation, code } = await insertInvitation(tx, null, now);
        await tx.deleteFrom("invitations").where("id", "!=", invitation.id).execute();
        return code;
      }),

    /** Usable invitations, newest first. */
    listOpen: (): Promise<Invitation[]> => openInvitations(read, at()).execute(),

    /** @throws UserError 404 when no such invitation is open */
    revoke: (by: SignedInUser, id: number): Promise<void> =>
      write.transaction().execute(async (tx) => {
        const revoked = await tx
          .deleteFrom("invitations")
          .where("id", "=", id)
          .where("used_at", "is", null)
          .where("expires_at", ">", at())
          .executeTakeFirst();
        if (revoked.numDeletedRows === 0n) throw new UserError(404, "Invitation not found");
        await recordActivity(tx, {
          user: by,
          action: "invitation-revoked",
          subject: `Invitation ${id}`,
        });
      }),

    /** @throws UserError 403 when the code is wrong, used, revoked or expired */
    async requireOpen(code: string): Promise<void> {
      const open = openInvitations(read, at()).where("code_hash", "=", hashSecretToken(code));
      const invitation = isSecretToken(code) ? await open.executeTakeFirst() : undefined;
      if (!invitation) throw new UserError(403, NO_INVITATION);
    },

    /** Only one of several simultaneous attempts succeeds. @throws UserError 403 */
    async use(tx: Transaction, code: string): Promise<void> {
      const used = await tx
        .updateTable("invitations")
        .set({ used_at: at() })
        .where("code_hash", "=", hashSecretToken(code))
        .where("used_at", "is", null)
        .where("expires_at", ">", at())
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) throw new UserError(403, NO_INVITATION);
    },
  };
}

/** @returns the invitation with its code, of which only the hash is stored */
async function insertInvitation(tx: Transaction, by: User | null, now: () => number) {
  const code = newSecretToken();
  const id = await reserveIds(tx, "invitations", 1);
  const nowMs = now();
  const createdAt = new Date(nowMs).toISOString();
  const expiresAt = new Date(nowMs + INVITATION_MS).toISOString();
  await tx
    .insertInto("invitations")
    .values({
      code_hash: hashSecretToken(code),
      id,
      created_by: by?.id ?? null,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
  const createdBy = by?.username ?? null;
  return { invitation: { id, createdBy, createdAt, expiresAt } satisfies Invitation, code };
}

function openInvitations(db: Db, now: string) {
  return db
    .selectFrom("invitations")
    .leftJoin("users", "users.id", "invitations.created_by")
    .select([
      "invitations.id",
      "users.username as createdBy",
      "invitations.created_at as createdAt",
      "expires_at as expiresAt",
    ])
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("invitations.id", "desc");
}

const LINK_MS = PASSWORD_LINK_HOURS * 3_600_000;
const NO_LINK =
  "This link is not valid: it may have been used, replaced by a newer one or expired.";

/** Returns the path of a password link; the code is in the fragment and does not appear in any log. */
export function passwordPath(code: string): string {
  return `${withBase(AUTH)}#password=${code}`;
}

/**
 * Links to choose a new password (accounts.md#lost-password), one for each user. Stores only a code's hash.
 * @param now returns the time in milliseconds since 1970
 */
export function createPasswordLinkStore({ read, write }: Database, now: () => number = Date.now) {
  const at = (offsetMs = 0) => new Date(now() + offsetMs).toISOString();
  const openLinks = (code: string) =>
    read
      .selectFrom("password_links")
      .innerJoin("users", "users.id", "password_links.user_id")
      .select(["users.id", "users.username"])
      .where("code_hash", "=", hashSecretToken(code))
      .where("password_links.expires_at", ">", at());

  return {
    /** Replaces the previous link. @throws UserError 404 when no user has the name */
    make: (username: string) =>
      write.transaction().execute(async (tx) => {
        const user = await tx
          .selectFrom("users")
          .select(["id", "username"])
          .where("username_key", "=", usernameKey(username))
          .executeTakeFirst();
        if (!user) throw new UserError(404, `There is no administrator called "${username}".`);
        const code = newSecretToken();
        const link = { code_hash: hashSecretToken(code), expires_at: at(LINK_MS) };
        await tx
          .insertInto("password_links")
          .values({ user_id: user.id, ...link })
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet(link))
          .execute();
        await recordActivity(tx, {
          user: null,
          action: "password-link-made",
          subject: user.username,
          after: { expiresAt: link.expires_at },
        });
        return { username: user.username, code, expiresAt: link.expires_at };
      }),

    /** The user that a link belongs to. @throws UserError 403 when it is wrong, used, replaced or expired */
    async requireOpen(code: string): Promise<User> {
      const user = isSecretToken(code) ? await openLinks(code).executeTakeFirst() : undefined;
      if (!user) throw new UserError(403, NO_LINK);
      return user;
    },

    /** Sets the password and ends all sessions; only one of several attempts succeeds. @throws UserError 403 */
    use: (code: string, passwordHash: string): Promise<User> =>
      write.transaction().execute(async (tx) => {
        const codeHash = hashSecretToken(code);
        // Lock the user first, as their removal does; and before ending sessions, to catch a sign-in at this moment.
        const user = await tx
          .updateTable("users")
          .set({ password_hash: passwordHash })
          .where("id", "=", (eb) =>
            eb
              .selectFrom("password_links")
              .select("user_id")
              .where("code_hash", "=", codeHash)
              .where("expires_at", ">", at()),
          )
          .returning(["id", "username"])
          .executeTakeFirst();
        if (!user) throw new UserError(403, NO_LINK);
        const used = await tx
          .deleteFrom("password_links")
          .where("code_hash", "=", codeHash)
          .executeTakeFirst();
        if (used.numDeletedRows === 0n) throw new UserError(403, NO_LINK);
        await tx.deleteFrom("sessions").where("user_id", "=", user.id).execute();
        await recordActivity(tx, {
          user: { ...user, sessionId: null },
          action: "password-replaced",
          subject: user.username,
        });
        return user;
      }),
  };
}

const TAKEN = "This username is taken";
const LOOKS_ALIKE = "This username is too similar to one that is taken";

interface NewUser {
  username: string;
  passwordHash: string;
}

export type UserStore = ReturnType<typeof createUserStore>;

export function createUserStore(
  { read, write }: Database,
  invitations: Pick<InvitationStore, "use">,
) {
  const users = () =>
    read.selectFrom("users").select(["id", "username", "password_hash as passwordHash"]);

  return {
    findByName: (username: string) =>
      users().where("username_key", "=", usernameKey(username)).executeTakeFirst(),
    findById: (id: number) => users().where("id", "=", id).executeTakeFirst(),

    /** @throws UserError 403 when the code is invalid, 409 when the name is taken or looks like another */
    register: (input: NewUser, inviteCode: string) =>
      write.transaction().execute(async (tx) => {
        await invitations.use(tx, inviteCode);
        const user = await insertUser(tx, input, "invited");
        if (!user) throw new UserError(409, TAKEN, { fields: ["username"] });
        return user;
      }),

    addIfMissing: (input: NewUser) =>
      write.transaction().execute((tx) => insertUser(tx, input, "configured")),

    /** Also ends the user's other sessions and link. @returns false when `oldHash` is outdated @throws UserError 401 */
    changePassword: (by: SignedInUser, oldHash: string, newHash: string) =>
      write.transaction().execute(async (tx) => {
        const changed = await tx
          .updateTable("users")
          .set({ password_hash: newHash })
          .where("id", "=", by.id)
          .where("password_hash", "=", oldHash)
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) return false;
        await tx.deleteFrom("password_links").where("user_id", "=", by.id).execute();
        await endOtherSessions(tx, by);
        return true;
      }),

    list: (): Promise<Administrator[]> =>
      read
        .selectFrom("users")
        .select(["id", "username", "created_at as createdAt"])
        .orderBy("username_key")
        .execute(),

    /** Also removes sessions and invitations. @throws UserError 401, 404, or 409 for one's own account */
    remove: (by: SignedInUser, id: number): Promise<void> =>
      write.transaction().execute(async (tx) => {
        // If two users remove each other at the same time, the second one finds that it is gone.
        const both = await tx
          .selectFrom("users")
          .select(["id", "username"])
          .where("id", "in", [by.id, id])
          .orderBy("id")
          .forUpdate()
          .execute();
        await requireSession(tx, by);
        if (id === by.id) throw new UserError(409, "You cannot remove yourself");
        const removed = both.find((user) => user.id === id);
        if (!removed) throw new UserError(404, "Administrator not found");
        await tx.deleteFrom("users").where("id", "=", id).execute();
        await recordActivity(tx, {
          user: by,
          action: "user-removed",
          subject: removed.username,
        });
      }),
  };
}

/** @returns null when the name is taken @throws UserError 409 when it looks like another */
async function insertUser(
  tx: Transaction,
  { username, passwordHash }: NewUser,
  how: "invited" | "configured",
): Promise<User | null> {
  // Taking an id makes concurrent registrations wait for each other, so that each sees all names.
  const id = await reserveIds(tx, "users", 1);
  const key = usernameKey(username);
  const users = await tx.selectFrom("users").select(["username", "username_key"]).execute();
  if (users.some((user) => user.username_key === key)) return null;
  const names = users.map((user) => user.username);
  if ((await findLookAlikes(username, names)).length > 0) {
    throw new UserError(409, LOOKS_ALIKE, { fields: ["username"] });
  }
  const created_at = new Date().toISOString();
  const stored = { id, username, username_key: key, password_hash: passwordHash, created_at };
  await tx.insertInto("users").values(stored).execute();
  const user = { id, username };
  const by = how === "invited" ? { ...user, sessionId: null } : null;
  await recordActivity(tx, { user: by, action: "user-registered", subject: username });
  return user;
}
