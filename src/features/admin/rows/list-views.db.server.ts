import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.server.ts";
import { reserveIds } from "../../../db/database-changes.server.ts";
import type { Tables } from "../../../db/database-tables.server.ts";
import { compareNames, identityKey } from "../../../domain/names.ts";
import { UserError } from "../../../base/errors.server.ts";
import { requireSession, type SignedInUser } from "../../../server/sessions.db.server.ts";
import type { ListView, NewView } from "./list-views.schema.ts";

/** dashboard.md#saved-views: per administrator */
export const MOST_SAVED_VIEWS = 50;

export const VIEW_NOT_FOUND = "There is no such view. It may have been deleted.";
export const TOO_MANY_VIEWS = `You have ${MOST_SAVED_VIEWS} saved views. Please delete one first.`;
export const VIEW_NAME_TAKEN = "You already have a view with this name";

const COLUMNS = ["id", "name", "query", "at"] as const;

/** Each administrator's own views of the list (dashboard.md#saved-views). */
export function createListViewStore({ read, write }: Pick<Database, "read" | "write">) {
  return {
    async list(userId: number): Promise<ListView[]> {
      const views = await read
        .selectFrom("list_views")
        .select(COLUMNS)
        .where("user_id", "=", userId)
        .execute();
      return views.sort((a, b) => compareNames(a.name, b.name) || a.id - b.id);
    },

    /** Replaces a view of the same name. @throws UserError 401; 409 when there are too many */
    save: (user: SignedInUser, { name, query }: NewView) =>
      write.transaction().execute(async (transaction) => {
        await requireSession(transaction, user);
        // Taking an id serializes savers, so the count stays correct.
        const newId = await reserveIds(transaction, "list_views", 1);
        const key = { user_id: user.id, name_key: identityKey(name) };
        const before = await findNamed(transaction, key);
        const view = { id: before?.id ?? newId, name, query, at: new Date().toISOString() };
        if (before) {
          await transaction
            .updateTable("list_views")
            .set({ name, query, at: view.at })
            .where("id", "=", before.id)
            .execute();
        } else {
          await requireRoom(transaction, user.id);
          await transaction
            .insertInto("list_views")
            .values({ ...view, ...key })
            .execute();
        }
        return { view, isNew: before === undefined };
      }),

    /** @throws UserError 401, 404; 409 when another view has this name */
    rename: (user: SignedInUser, id: number, name: string): Promise<ListView> =>
      write.transaction().execute(async (transaction) => {
        await requireSession(transaction, user);
        // Takes the same lock as saving, so that two views cannot get the same name at once.
        await reserveIds(transaction, "list_views", 0);
        const key = { user_id: user.id, name_key: identityKey(name) };
        const own = transaction.selectFrom("list_views").where("user_id", "=", user.id);
        const view = await own.select(COLUMNS).where("id", "=", id).executeTakeFirst();
        if (!view) throw new UserError(404, VIEW_NOT_FOUND);
        const other = await findNamed(transaction, key);
        if (other && other.id !== id) {
          throw new UserError(409, VIEW_NAME_TAKEN, { fields: ["name"] });
        }
        await transaction
          .updateTable("list_views")
          .set({ name, name_key: key.name_key })
          .where("id", "=", id)
          .execute();
        return { ...view, name };
      }),

    /** @throws UserError 401, 404 */
    remove: (user: SignedInUser, id: number): Promise<void> =>
      write.transaction().execute(async (transaction) => {
        await requireSession(transaction, user);
        const removed = await transaction
          .deleteFrom("list_views")
          .where("id", "=", id)
          .where("user_id", "=", user.id)
          .returning("id")
          .executeTakeFirst();
        if (!removed) throw new UserError(404, VIEW_NOT_FOUND);
      }),
  };
}

function findNamed(
  transaction: Transaction<Tables>,
  key: { user_id: number; name_key: string },
): Promise<{ id: number } | undefined> {
  return transaction
    .selectFrom("list_views")
    .select("id")
    .where("user_id", "=", key.user_id)
    .where("name_key", "=", key.name_key)
    .executeTakeFirst();
}

async function requireRoom(transaction: Transaction<Tables>, userId: number): Promise<void> {
  const { count } = await transaction
    .selectFrom("list_views")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count >= MOST_SAVED_VIEWS) throw new UserError(409, TOO_MANY_VIEWS);
}
