import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Tables } from "./database-tables.server.ts";
import { type RateLimit, type RateRule, refuse } from "./rate-limit.server.ts";

/** What has run out is removed in passing: so often at most, so many rows at a time. */
const PRUNE_EVERY_MS = 30_000;
const PRUNED_AT_ONCE = 1_000;

/** Milliseconds since 1970 on the database's clock, the only one that all instances share. */
const now = sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/** The times of a row as numbers. */
const times = sql`string_to_array(held.taken, ' ')::bigint[]`;

/**
 * Limits that all instances on one PostgreSQL count together, by the rules of the same names.
 * Taking is one statement. Their keys are addresses and names, so the table has only their hashes.
 */
export function createSharedRateLimits(
  kysely: Kysely<Tables>,
): (rule: RateRule) => RateLimit<Promise<void>> {
  const prune = pruneInPassing(kysely);
  return ({ name, limit, windowMs, sentence }) => {
    const recent = sql`array(select each from unnest(${times}) each
      where each > ${now} - ${windowMs}::bigint order by each)`;
    const hashOf = (key: string) =>
      createHash("sha256").update(`${name}\n${key}`).digest("base64url");
    return {
      async take(key, reply) {
        prune();
        const hash = hashOf(key);
        const { rows: taken } = await sql`
          insert into rate_limits as held (key_hash, taken, ends_at)
          values (${hash}, ${now}::text, ${now} + ${windowMs}::bigint)
          on conflict (key_hash) do update set
            taken = array_to_string(${recent} || ${now}, ' '), ends_at = excluded.ends_at
          where cardinality(${recent}) < ${limit}
          returning key_hash`.execute(kysely);
        if (taken.length > 0) return;
        const { rows } = await sql<{ wait: number | null }>`
          select (${recent})[1] + ${windowMs}::bigint - ${now} as wait
          from rate_limits held where key_hash = ${hash}`.execute(kysely);
        // Nothing is left to wait for when time has passed between the two.
        refuse(rows[0]?.wait ?? 0, sentence, reply);
      },
      async giveBack(key) {
        await sql`update rate_limits as held
          set taken = array_to_string(trim_array(${times}, 1), ' ')
          where key_hash = ${hashOf(key)} and taken <> ''`.execute(kysely);
      },
    };
  };
}

/** Removes rows that have run out, beside what is going on; nobody waits for it. */
function pruneInPassing(kysely: Kysely<Tables>): () => void {
  let prunedAt = -Infinity;
  return () => {
    const time = performance.now();
    if (time - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = time;
    sql`delete from rate_limits where key_hash in (
      select key_hash from rate_limits where ends_at < ${now}
      limit ${PRUNED_AT_ONCE} for update skip locked)`
      .execute(kysely)
      .then(
        // There may be more.
        ({ numAffectedRows }) => {
          if (numAffectedRows === BigInt(PRUNED_AT_ONCE)) prunedAt = -Infinity;
        },
        // It goes another time; whoever takes something learns what is wrong.
        () => undefined,
      );
  };
}
