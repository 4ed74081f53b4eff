import { recordActivity } from "../../server/activity.server.ts";
import type { Database } from "../../server/database.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { hashSecretToken, isSecretToken, newSecretToken } from "../../server/secrets.server.ts";
import { AUTH } from "../../routes.ts";
import { type User, usernameKey } from "./account-schemas.server.ts";
import { PASSWORD_LINK_HOURS } from "./limits.ts";

const LINK_MS = PASSWORD_LINK_HOURS * 3_600_000;
const NOT_VALID =
  "This link is not valid: it may have been used, replaced by a newer one or expired.";

export type PasswordLinkStore = ReturnType<typeof createPasswordLinkStore>;

/** Path of a link for a new password; the code in its fragment reaches no log. */
export function passwordPath(code: string): string {
  return `${AUTH}#password=${code}`;
}

/**
 * Links by which an administrator who has lost the password chooses a new one (beyond 6). Each has one
 * at most, which is good once. Keeps only the hash of a code. @param now milliseconds since 1970
 */
export function createPasswordLinkStore(
  { kysely }: Pick<Database, "kysely">,
  now: () => number = Date.now,
) {
  const at = (offsetMs = 0) => new Date(now() + offsetMs).toISOString();
  const openLinks = (code: string) =>
    kysely
      .selectFrom("password_links")
      .innerJoin("users", "users.id", "password_links.user_id")
      .select(["users.id", "users.username"])
      .where("code_hash", "=", hashSecretToken(code))
      .where("password_links.expires_at", ">", at());

  return {
    /** Replaces a former one. @throws UserError 404 for a name that nobody has */
    make: (username: string) =>
      kysely.transaction().execute(async (transaction) => {
        const user = await transaction
          .selectFrom("users")
          .select(["id", "username"])
          .where("username_key", "=", usernameKey(username))
          .executeTakeFirst();
        if (!user) throw new UserError(404, `There is no administrator called "${username}".`);
        const code = newSecretToken();
        const link = { code_hash: hashSecretToken(code), expires_at: at(LINK_MS) };
        await transaction
          .insertInto("password_links")
          .values({ user_id: user.id, ...link })
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet(link))
          .execute();
        await recordActivity(transaction, {
          user: null,
          action: "password-link-made",
          subject: user.username,
          after: { expiresAt: link.expires_at },
        });
        return { username: user.username, code, expiresAt: link.expires_at };
      }),

    /** Whose link it is. @throws UserError 403 when the code is wrong, used, replaced or expired */
    async requireOpen(code: string): Promise<User> {
      const user = isSecretToken(code) ? await openLinks(code).executeTakeFirst() : undefined;
      if (!user) throw new UserError(403, NOT_VALID);
      return user;
    },

    /** Sets the password and ends all sessions. Of simultaneous attempts one succeeds. @throws UserError 403 */
    use: (code: string, passwordHash: string): Promise<User> =>
      kysely.transaction().execute(async (transaction) => {
        const codeHash = hashSecretToken(code);
        // The user first, as whoever removes one has it: the other order could deadlock. Before the
        // sessions: whoever signs in with the old password at this moment is found there.
        const user = await transaction
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
        if (!user) throw new UserError(403, NOT_VALID);
        const used = await transaction
          .deleteFrom("password_links")
          .where("code_hash", "=", codeHash)
          .executeTakeFirst();
        if (used.numDeletedRows === 0n) throw new UserError(403, NOT_VALID);
        await transaction.deleteFrom("sessions").where("user_id", "=", user.id).execute();
        await recordActivity(transaction, {
          user,
          action: "password-replaced",
          subject: user.username,
        });
        return user;
      }),
  };
}
