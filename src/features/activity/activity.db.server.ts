import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../db/database.server.ts";
import { reserveIds } from "../../db/database-changes.server.ts";
import type { Db, Transaction } from "../../db/database-tables.server.ts";
import { identityKey } from "../../domain/names.ts";
import { requireSession, type SignedInUser, type User } from "../../server/sessions.db.server.ts";
import { inBatches } from "../../server/yield-often.server.ts";
import { type ActivityAction, ACTIVITY_KINDS } from "./activity-kinds.ts";
import type { ActivityQuery } from "./activity.schema.ts";

/** Values by field name, without passwords, codes and picture data. */
type ActivityValues = Readonly<Record<string, unknown>>;

const ENTRIES_KEPT = 100_000; // the latest ones, at most a kilobyte each
const PRUNE_EVERY = 100; // one in this many new entries also removes this many old ones
const PRUNE_BATCH_SIZE = 1_000;
const ENTRIES_PER_STATEMENT = 100;

/** The author: a user with a session, or one who used a link; null is the server itself. */
export type Writer = SignedInUser | (User & { sessionId: null }) | null;

export interface NewActivity {
  user: Writer;
  action: ActivityAction;
  subject: string; // what it is about, in words: `2025 Kia EV6 Wind`
  rowId?: number;
  modelId?: number;
  before?: ActivityValues; // the deleted values, or the values before a change
  after?: ActivityValues; // the new values, the values after a change, or the counts of an import
}

function differing(all: ActivityValues, other: ActivityValues): ActivityValues {
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !isDeepStrictEqual(value, other[name])),
  );
}

/** Records only the fields of a change that differ. @throws UserError 401 when the session has ended */
export function recordActivity(tx: Transaction, { user, ...entry }: NewActivity): Promise<void> {
  return recordActivities(tx, user, [entry]);
}

/** Records one change, whose entries are shown as one. @throws UserError 401 when the session has ended */
export async function recordActivities(
  tx: Transaction,
  user: Writer,
  entries: readonly Omit<NewActivity, "user">[],
): Promise<void> {
  await requireSession(tx, user);
  if (entries.length === 0) return;
  const firstId = await reserveIds(tx, "activity", entries.length);
  const at = new Date().toISOString();
  const isOne = entries.length === 1;
  const asText = (values: ActivityValues | undefined) => values && JSON.stringify(values);
  const rows = entries.map(({ action, subject, rowId, modelId, before, after }, index) => {
    const isChange = before !== undefined && after !== undefined;
    return {
      id: firstId + index,
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
  });
  for await (const part of inBatches(rows, ENTRIES_PER_STATEMENT)) {
    await tx.insertInto("activity").values(part).execute();
  }
  const lastId = firstId + entries.length - 1;
  const isDue = Math.floor(lastId / PRUNE_EVERY) > Math.floor((firstId - 1) / PRUNE_EVERY);
  if (isDue) await removeOldest(tx, lastId - ENTRIES_KEPT);
}

async function removeOldest(tx: Transaction, lastId: number): Promise<void> {
  await tx
    .deleteFrom("activity")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("activity")
        .select("id")
        .where("id", "<=", lastId)
        .orderBy("id")
        .limit(PRUNE_BATCH_SIZE),
    )
    .execute();
}

export async function readActivity({ read }: Database, request: ActivityRequest) {
  const ids = await findEntries(read, request);
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom("activity")
    .leftJoin("ev_rows", "ev_rows.id", "activity.row_id")
    .leftJoin("models", "models.id", "activity.model_id")
    .leftJoin("model_aliases", "model_aliases.id", "activity.model_id")
    .selectAll("activity")
    .select([
      "ev_rows.model_id as row_model",
      "models.id as model",
      "model_aliases.model_id as merged_into",
    ])
    .where("activity.id", "in", ids)
    .orderBy("activity.id", "desc")
    .execute();
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at,
    username: row.username,
    action: row.action,
    subject: row.subject,
    rowId: row.row_id,
    hasRow: row.row_model !== null,
    evId: row.row_model ?? row.model ?? row.merged_into,
    change:
      row.change_id !== null && row.change_rows !== null
        ? { id: row.change_id, rows: row.change_rows }
        : null,
    before: parseActivityValues(row.before_values),
    after: parseActivityValues(row.after_values),
  }));
  const importIds = entries.flatMap(({ after }) => after?.["importId"] ?? []).map(Number);
  const undoable = await findUndoable(read, importIds);
  return entries.map(({ after, ...entry }) => {
    const { importId, ...others } = after ?? {};
    const isGone = importId !== undefined && !undoable.has(Number(importId));
    return { ...entry, after: isGone ? others : after };
  });
}

/** Imports that were not undone yet and still can be. */
async function findUndoable(read: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const tables = ["imports", "claim_imports"] as const;
  const found = tables.map((table) =>
    read
      .selectFrom(table as "imports")
      .select("id")
      .where("id", "in", ids)
      .execute(),
  );
  return new Set((await Promise.all(found)).flat().map(({ id }) => id));
}

export async function readActivityPeople({ read }: Database): Promise<string[]> {
  const people = await read
    .selectFrom("activity")
    .select("username")
    .distinct()
    .where("username", "is not", null)
    .execute();
  return people.flatMap(({ username }) => username ?? []).toSorted((a, b) => a.localeCompare(b));
}

function parseActivityValues(text: string | null): ActivityValues | null {
  // Only `recordActivity` writes this column, and it writes objects.
  return text === null ? null : (JSON.parse(text) as ActivityValues);
}

const SEARCH_BATCH_SIZE = 5_000;

/** With `isOnePerChange` only the latest matching entry of each change of many rows */
type ActivityRequest = ActivityQuery & { limit: number; isOnePerChange?: boolean };

/** Words are compared here, because the engines disagree about letters outside ASCII. */
async function findEntries(read: Db, request: ActivityRequest): Promise<number[]> {
  const words = identityKey(request.search ?? "").split(/\s+/);
  const actions = request.kind && Object.keys(ACTIVITY_KINDS[request.kind].actions);
  const models = request.evId === undefined ? undefined : await modelIdsOf(read, request.evId);
  const matchingIds: number[] = [];
  let lastChange: number | null = null;
  const { first, last } = await read
    .selectFrom("activity")
    .select((eb) => [
      eb.fn.min<number | null>("id").as("first"),
      eb.fn.max<number | null>("id").as("last"),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  for (
    let to = Math.min(request.before ?? Infinity, last + 1);
    to > first;
    to -= SEARCH_BATCH_SIZE
  ) {
    let query = read
      .selectFrom("activity")
      .select(["id", "subject", "username", "change_id"])
      .where("id", "<", to)
      .where("id", ">=", to - SEARCH_BATCH_SIZE)
      .orderBy("id", "desc");
    if (actions) query = query.where("action", "in", actions);
    if (request.user !== undefined) query = query.where("username", "=", request.user);
    if (models) query = query.where("model_id", "in", models);
    if (request.change !== undefined) query = query.where("change_id", "=", request.change);
    if (request.rowId !== undefined) query = query.where("row_id", "=", request.rowId);
    if (request.field !== undefined) {
      // The values before and after have it. Only the keys of the JSON have unescaped quotation marks.
      const key = `%"${request.field}":%`;
      query = query.where("before_values", "like", key).where("after_values", "like", key);
    }
    for (const { id, subject, username, change_id } of await query.execute()) {
      if (request.isOnePerChange && change_id !== null && change_id === lastChange) continue;
      const text = identityKey(`${subject} ${username ?? ""}`);
      if (!words.every((word) => text.includes(word))) continue;
      matchingIds.push(id);
      lastChange = change_id;
      if (matchingIds.length === request.limit) return matchingIds;
    }
    await setImmediate();
  }
  return matchingIds;
}

/** Returns the current id of this model and all ids that it had before merges. */
async function modelIdsOf(read: Db, id: number): Promise<number[]> {
  const merged = read.selectFrom("model_aliases").select("model_id").where("id", "=", id);
  const present = await read
    .selectFrom("ev_rows")
    .select("model_id")
    .where("id", "=", id)
    .unionAll(merged)
    .executeTakeFirst();
  const modelId = present?.model_id ?? id;
  const others = await read
    .selectFrom("model_aliases")
    .select("id")
    .where("model_id", "=", modelId)
    .execute();
  return [modelId, ...others.map((alias) => alias.id)];
}
