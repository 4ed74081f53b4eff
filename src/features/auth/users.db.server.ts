import { recordActivity } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { reserveIds } from "../../db/database-changes.server.ts";
import type { Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import {
  endOtherSessions,
  requireSession,
  type SignedInUser,
} from "../../server/sessions.db.server.ts";
import type { Administrator, User } from "./auth.schema.ts";
import type { InvitationStore } from "./links.db.server.ts";
import { findLookAlikes, usernameKey } from "./usernames.ts";

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
  const inserted = await tx
    .insertInto("users")
    .values({
      id,
      username,
      username_key: key,
      password_hash: passwordHash,
      created_at: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column("username_key").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return null;
  const user = { id, username };
  const by = how === "invited" ? { ...user, sessionId: null } : null;
  await recordActivity(tx, { user: by, action: "user-registered", subject: username });
  return user;
}
