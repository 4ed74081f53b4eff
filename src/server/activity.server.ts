import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Kysely, Transaction } from "kysely";
import { takeIds } from "./database-changes.server.ts";
import type { Tables } from "./database-tables.server.ts";
import { notSignedIn } from "./errors.server.ts";

type ActivityAction =
  | "row-added"
  | "row-changed"
  | "row-deleted"
  | "models-merged"
  | "makes-merged"
  | "rows-imported"
  | "import-undone"
  | "starter-filled"
  | "review-removed"
  | "review-kept"
  | "user-registered"
  | "user-removed"
  | "invitation-made"
  | "invitation-revoked";

/** By field name; no passwords, codes or pictures as data. */
type ActivityValues = Readonly<Record<string, unknown>>;

const ENTRIES_KEPT = 100_000; // a kilobyte each at most, the latest
const PRUNE_EVERY = 100; // with one in so many new entries so many old ones go
const PRUNED_AT_ONCE = 1_000;
const ENTRIES_PER_STATEMENT = 100;

export interface NewActivity {
  /** null: the server itself */
  user: { id: number; username: string } | null;
  action: ActivityAction;
  subject: string; // what it is about, for a person: `2025 Kia EV6 Wind`
  rowId?: number;
  modelId?: number;
  before?: ActivityValues; // what is gone, or the values before a change
  after?: ActivityValues; // what is new, the values after a change, or the counts of an import
}

export interface Activity {
  id: number;
  at: string;
  username: string | null; // as it was then; null: the server itself
  action: string; // one of `ActivityAction`, or what an older version called it
  subject: string;
  rowId: number | null;
  before: ActivityValues | null;
  after: ActivityValues | null;
}

function differing(all: ActivityValues, other: ActivityValues): ActivityValues {
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !isDeepStrictEqual(value, other[name])),
  );
}

/** Stops what a user began who has been removed meanwhile. @throws UserError 401 */
export async function refuseRemovedUser(
  transaction: Transaction<Tables>,
  user: NewActivity["user"],
): Promise<void> {
  if (user === null) return;
  const row = await transaction
    .selectFrom("users")
    .select("id")
    .where("id", "=", user.id)
    .executeTakeFirst();
  if (!row) throw notSignedIn();
}

/** Keeps only the fields of a change that differ. @throws UserError 401 for a removed user */
export function recordActivity(
  transaction: Transaction<Tables>,
  { user, ...entry }: NewActivity,
): Promise<void> {
  return recordActivities(transaction, user, [entry]);
}

/** The entries of one change, which are told as one. @throws UserError 401 for a removed user */
export async function recordActivities(
  transaction: Transaction<Tables>,
  user: NewActivity["user"],
  entries: readonly Omit<NewActivity, "user">[],
): Promise<void> {
  await refuseRemovedUser(transaction, user);
  if (entries.length === 0) return;
  const firstId = await takeIds(transaction, "activity", entries.length);
  const at = new Date().toISOString();
  const isOne = entries.length === 1;
  const asText = (values: ActivityValues | undefined) => values && JSON.stringify(values);
  for (let from = 0; from < entries.length; from += ENTRIES_PER_STATEMENT) {
    const part = entries.slice(from, from + ENTRIES_PER_STATEMENT);
    if (from > 0) await setImmediate();
    await transaction
      .insertInto("activity")
      .values(
        part.map(({ action, subject, rowId, modelId, before, after }, index) => {
          const isChange = before !== undefined && after !== undefined;
          return {
            id: firstId + from + index,
            at,
            user_id: user?.id ?? null,
            username: user?.username ?? null,
            action,
            subject,
            row_id: rowId ?? null,
            model_id: modelId ?? null,
            change_id: isOne ? null : firstId,
            change_rows: isOne ? null : entries.length,
            before_values: asText(isChange ? differing(before, after) : before) ?? null,
            after_values: asText(isChange ? differing(after, before) : after) ?? null,
          };
        }),
      )
      .execute();
  }
  const lastId = firstId + entries.length - 1;
  const isDue = Math.floor(lastId / PRUNE_EVERY) > Math.floor((firstId - 1) / PRUNE_EVERY);
  if (isDue) await removeOldest(transaction, lastId - ENTRIES_KEPT);
}

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

/** The latest first; with `before` only what has a smaller id. */
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
