import { isDeepStrictEqual } from "node:util";
import type { Kysely, Transaction } from "kysely";
import { takeIds } from "./database-changes.server.ts";
import type { Tables } from "./database-tables.server.ts";
import { notSignedIn } from "./errors.server.ts";

/** What administrators do that is kept (readings 3). */
type ActivityAction =
  | "row-added"
  | "row-changed"
  | "row-deleted"
  | "rows-imported"
  | "review-removed"
  | "review-kept"
  | "user-registered"
  | "user-removed"
  | "invitation-made"
  | "invitation-revoked";

/** Values by field name; no passwords, codes or pictures as data. */
type ActivityValues = Readonly<Record<string, unknown>>;

/** So many entries are kept, the latest; with all values of a row each takes about a kilobyte. */
const ENTRIES_KEPT = 100_000;
/** Older ones go in passing: with one in so many new ones, so many at a time. */
const PRUNE_EVERY = 100;
const PRUNED_AT_ONCE = 1_000;

export interface NewActivity {
  /** null: the server itself, such as at its start */
  user: { id: number; username: string } | null;
  action: ActivityAction;
  /** what it is about, for a person: `2025 Kia EV6 Wind` */
  subject: string;
  rowId?: number;
  /** the whole of what is gone, or the values before a change */
  before?: ActivityValues;
  /** the whole of what is new, the values after a change, or the counts of an import */
  after?: ActivityValues;
}

/** One thing that was done. */
export interface Activity {
  id: number;
  /** ISO 8601 in UTC */
  at: string;
  /** name of who did it, as it was then; null: the server itself */
  username: string | null;
  /** one of `ActivityAction`, or what an older version called it */
  action: string;
  subject: string;
  rowId: number | null;
  before: ActivityValues | null;
  after: ActivityValues | null;
}

/** The values of `all` whose counterpart in `other` is not the same. */
function differing(all: ActivityValues, other: ActivityValues): ActivityValues {
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !isDeepStrictEqual(value, other[name])),
  );
}

/**
 * Stops what an administrator began, such as a long upload, and was removed before it was done.
 * @throws UserError 401
 */
export async function refuseRemovedUser(
  transaction: Transaction<Tables>,
  user: NewActivity["user"],
): Promise<void> {
  if (user === null) return;
  const found = await transaction
    .selectFrom("users")
    .select("id")
    .where("id", "=", user.id)
    .executeTakeFirst();
  if (!found) throw notSignedIn();
}

/**
 * Keeps what was done, in the transaction that does it, so that both happen or neither. Of a
 * change only the fields that differ are kept.
 * @throws UserError 401 when the user has been removed meanwhile
 */
export async function recordActivity(
  transaction: Transaction<Tables>,
  { user, action, subject, rowId, before, after }: NewActivity,
): Promise<void> {
  await refuseRemovedUser(transaction, user);
  const isChange = before !== undefined && after !== undefined;
  const asText = (values: ActivityValues | undefined) => values && JSON.stringify(values);
  const id = await takeIds(transaction, "activity", 1);
  await transaction
    .insertInto("activity")
    .values({
      id,
      at: new Date().toISOString(),
      user_id: user?.id ?? null,
      username: user?.username ?? null,
      action,
      subject,
      row_id: rowId ?? null,
      before_values: asText(isChange ? differing(before, after) : before) ?? null,
      after_values: asText(isChange ? differing(after, before) : after) ?? null,
    })
    .execute();
  if (id % PRUNE_EVERY === 0) await removeOldest(transaction, id - ENTRIES_KEPT);
}

/** @param lastId the newest of those that may go */
async function removeOldest(transaction: Transaction<Tables>, lastId: number): Promise<void> {
  await transaction
    .deleteFrom("activity")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("activity")
        .select("id")
        .where("id", "<=", lastId)
        .orderBy("id")
        .limit(PRUNED_AT_ONCE),
    )
    .execute();
}

/**
 * What was done, the latest first.
 * @param asked.limit how many at most
 * @param asked.before only what was done before the one with this id; null: from the latest
 */
export async function readActivity(
  kysely: Kysely<Tables>,
  asked: { limit: number; before: number | null },
): Promise<Activity[]> {
  let query = kysely.selectFrom("activity").selectAll().orderBy("id", "desc").limit(asked.limit);
  if (asked.before !== null) query = query.where("id", "<", asked.before);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    username: row.username,
    action: row.action,
    subject: row.subject,
    rowId: row.row_id,
    before: valuesOf(row.before_values),
    after: valuesOf(row.after_values),
  }));
}

function valuesOf(text: string | null): ActivityValues | null {
  // Only `recordActivity` writes the column, and only objects.
  return text === null ? null : (JSON.parse(text) as ActivityValues);
}
