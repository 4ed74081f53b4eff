import { AUTH } from "../../routes.ts";
import type { Kysely, Transaction } from "kysely";
import { recordActivity, refuseRemovedUser } from "../../server/activity.server.ts";
import type { Database } from "../../server/database.server.ts";
import { takeIds } from "../../server/database-changes.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { hashSecretToken, isSecretToken, newSecretToken } from "../../server/secrets.server.ts";
import type { Invitation, User } from "./account-schemas.server.ts";
import { INVITATION_DAYS, OPEN_INVITATIONS_MAX } from "./limits.ts";

const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000;
const NOT_VALID = "This invitation is not valid: it may have been used, revoked or expired.";

export type InvitationStore = ReturnType<typeof createInvitationStore>;

/** Path of an invitation link. A fragment is never sent, so the code reaches no log (readings 4). */
export function invitationPath(code: string): string {
  return `${AUTH}#invite=${code}`;
}

/** Keeps only the hash of a code. @param now milliseconds since 1970 */
export function createInvitationStore(
  { kysely }: Pick<Database, "kysely">,
  now: () => number = Date.now,
) {
  const at = (offsetMs = 0) => new Date(now() + offsetMs).toISOString();

  async function insert(transaction: Transaction<Tables>, by: User | null) {
    const code = newSecretToken();
    const id = await takeIds(transaction, "invitations", 1);
    const [createdAt, expiresAt] = [at(), at(INVITATION_MS)];
    await transaction
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

  return {
    /**
     * @param by null: the server itself
     * @returns also the code, which cannot be read again
     * @throws UserError 409 when too many are open, 401 when `by` has been removed meanwhile
     */
    make: (by: User | null) =>
      kysely.transaction().execute(async (transaction) => {
        await refuseRemovedUser(transaction, by);
        const made = await insert(transaction, by);
        const open = await openInvitations(transaction, at()).execute();
        if (open.length > OPEN_INVITATIONS_MAX) {
          throw new UserError(
            409,
            `There are ${OPEN_INVITATIONS_MAX} open invitations. Please revoke some of them first.`,
          );
        }
        const { id, expiresAt } = made.invitation;
        await recordActivity(transaction, {
          user: by,
          action: "invitation-made",
          subject: `Invitation ${id}`,
          after: { expiresAt },
        });
        return made;
      }),

    /** Replaces all invitations by one (readings 4). @returns its code; null if there are users */
    makeFirst: () =>
      kysely.transaction().execute(async (transaction) => {
        const user = await transaction.selectFrom("users").select("id").limit(1).executeTakeFirst();
        if (user) return null;
        // Taking an id locks: of instances that start together, the last one's link remains.
        const { invitation, code } = await insert(transaction, null);
        await transaction.deleteFrom("invitations").where("id", "!=", invitation.id).execute();
        return code;
      }),

    /** Usable invitations, the newest first. */
    listOpen: (): Promise<Invitation[]> => openInvitations(kysely, at()).execute(),

    /** @throws UserError 404 when no such invitation is open */
    revoke: (by: User, id: number): Promise<void> =>
      kysely.transaction().execute(async (transaction) => {
        const revoked = await transaction
          .deleteFrom("invitations")
          .where("id", "=", id)
          .where("used_at", "is", null)
          .where("expires_at", ">", at())
          .executeTakeFirst();
        if (revoked.numDeletedRows === 0n) throw new UserError(404, "Invitation not found");
        await recordActivity(transaction, {
          user: by,
          action: "invitation-revoked",
          subject: `Invitation ${id}`,
        });
      }),

    /** @throws UserError 403 when the code is wrong, used, revoked or expired */
    async requireOpen(code: string): Promise<void> {
      const invitation = isSecretToken(code)
        ? await kysely
            .selectFrom("invitations")
            .select("id")
            .where("code_hash", "=", hashSecretToken(code))
            .where("used_at", "is", null)
            .where("expires_at", ">", at())
            .executeTakeFirst()
        : undefined;
      if (!invitation) throw new UserError(403, NOT_VALID);
    },

    /** Of simultaneous attempts one succeeds. @throws UserError 403 */
    async use(transaction: Transaction<Tables>, code: string): Promise<void> {
      const used = await transaction
        .updateTable("invitations")
        .set({ used_at: at() })
        .where("code_hash", "=", hashSecretToken(code))
        .where("used_at", "is", null)
        .where("expires_at", ">", at())
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) throw new UserError(403, NOT_VALID);
    },
  };
}

function openInvitations(db: Kysely<Tables>, now: string) {
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
