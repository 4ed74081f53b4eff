import { setImmediate } from "node:timers/promises";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Tables } from "../db/database-tables.server.ts";

const ENTRIES_AT_ONCE = 5_000;

export interface ActivityRequest {
  limit: number;
  /** only entries with a smaller id */
  before?: number | undefined;
  /** words of the subject or the username, in any order and case */
  search?: string | undefined;
  actions?: readonly string[] | undefined;
  username?: string | undefined;
  /** current or former id of a model, or a row's id */
  evId?: number | undefined;
  /** id of the first entry of a change of many rows */
  change?: number | undefined;
  /** only the latest matching entry of each change of many rows */
  isOnePerChange?: boolean | undefined;
  rowId?: number | undefined;
  /** only entries that changed one of these fields */
  fields?: readonly string[] | undefined;
  /** ISO 8601 in UTC; not before this time */
  from?: string | undefined;
  /** ISO 8601 in UTC; before this time */
  to?: string | undefined;
  /** returns the fields that a search word names; changes of these fields match */
  findFields?: ((word: string) => readonly string[]) | undefined;
}

/** Words are compared here, because the engines disagree about letters outside ASCII. */
export async function findEntries(
  read: Kysely<Tables>,
  request: ActivityRequest,
): Promise<number[]> {
  const words = searchTerms(request.search ?? "").map((word) => ({
    word,
    fields: request.findFields?.(word) ?? [],
  }));
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
  // Yields to other requests between batches.
  for (let to = Math.min(request.before ?? Infinity, last + 1); to > first; to -= ENTRIES_AT_ONCE) {
    const part = read
      .selectFrom("activity")
      .where("id", "<", to)
      .where("id", ">=", to - ENTRIES_AT_ONCE);
    let query = part.select(["id", "subject", "username", "change_id"]).orderBy("id", "desc");
    if (request.actions) query = query.where("action", "in", request.actions);
    if (request.username !== undefined) query = query.where("username", "=", request.username);
    if (models) query = query.where("model_id", "in", models);
    if (request.change !== undefined) query = query.where("change_id", "=", request.change);
    if (request.rowId !== undefined) query = query.where("row_id", "=", request.rowId);
    if (request.fields) query = query.where(changesAny(request.fields));
    if (request.from !== undefined) query = query.where("at", ">=", request.from);
    if (request.to !== undefined) query = query.where("at", "<", request.to);
    const meant = await Promise.all(
      words.map(async ({ fields }) => {
        if (fields.length === 0) return new Set<number>();
        const changes = await part.select("id").where(changesAny(fields)).execute();
        return new Set(changes.map(({ id }) => id));
      }),
    );
    for (const { id, subject, username, change_id } of await query.execute()) {
      if (request.isOnePerChange && change_id !== null && change_id === lastChange) continue;
      const text = comparable(`${subject} ${username ?? ""}`);
      if (!words.every(({ word }, at) => text.includes(word) || meant[at]?.has(id))) continue;
      matchingIds.push(id);
      lastChange = change_id;
      if (matchingIds.length === request.limit) return matchingIds;
    }
    await setImmediate();
  }
  return matchingIds;
}

/**
 * Matches entries with the values of one of these fields before and after. Only the keys of the JSON have
 * unescaped quotation marks.
 */
function changesAny(fields: readonly string[]) {
  return (eb: ExpressionBuilder<Tables, "activity">) =>
    eb.or(
      fields.map((field) =>
        eb.and([
          eb("before_values", "like", `%"${field}":%`),
          eb("after_values", "like", `%"${field}":%`),
        ]),
      ),
    );
}

function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function searchTerms(text: string): string[] {
  return comparable(text).split(/\s+/).filter(Boolean);
}

/** Returns the current id of this model and all ids that it had before merges. */
async function modelIdsOf(read: Kysely<Tables>, id: number): Promise<number[]> {
  const row = await read
    .selectFrom("ev_rows")
    .select("model_id")
    .where("id", "=", id)
    .executeTakeFirst();
  const merged = await read
    .selectFrom("model_aliases")
    .select("model_id")
    .where("id", "=", id)
    .executeTakeFirst();
  const modelId = row?.model_id ?? merged?.model_id ?? id;
  const others = await read
    .selectFrom("model_aliases")
    .select("id")
    .where("model_id", "=", modelId)
    .execute();
  return [modelId, ...others.map((alias) => alias.id)];
}
