import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/database.server.ts";
import { type RateLimits, refuse } from "./rate-limit.server.ts";
import { withTimeout } from "./timeout.server.ts";

const PRUNE_EVERY_MS = 30_000;
const GIVE_BACK_MS = 300; // if it takes longer, it ends after the response
const PRUNED_AT_ONCE = 1_000;

/** The database's clock in milliseconds, the only one that all instances share. */
const nowSql = sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
const timesSql = sql`string_to_array(held.taken, ' ')::bigint[]`;

/**
 * Counts across all instances on one PostgreSQL database. Keys, such as addresses and names, are stored as
 * hashes.
 */
export function createSharedRateLimits({ write }: Pick<Database, "write">): RateLimits {
  const prune = pruneInPassing(write);
  return (rule) => {
    const { name, limit, windowMs } = rule;
    const recent = sql`array(select each from unnest(${timesSql}) each
      where each > ${nowSql} - ${windowMs}::bigint order by each)`;
    const hashOf = (key: string) =>
      createHash("sha256").update(`${name}\n${key}`).digest("base64url");
    return {
      async take(key, reply) {
        prune();
        const hash = hashOf(key);
        const { rows: taken } = await sql`
          insert into rate_limits as held (key_hash, taken, ends_at)
          values (${hash}, ${nowSql}::text, ${nowSql} + ${windowMs}::bigint)
          on conflict (key_hash) do update set
            taken = array_to_string(${recent} || ${nowSql}, ' '), ends_at = excluded.ends_at
          where cardinality(${recent}) < ${limit}
          returning key_hash`.execute(write);
        if (taken.length > 0) return;
        const { rows } = await sql<{ wait: number | null }>`
          select (${recent})[1] + ${windowMs}::bigint - ${nowSql} as wait
          from rate_limits held where key_hash = ${hash}`.execute(write);
        // Time may have passed between the two statements.
        refuse(rows[0]?.wait ?? 0, rule, reply);
      },
      async giveBack(key) {
        const given = sql`update rate_limits as held
          set taken = array_to_string(trim_array(${timesSql}, 1), ' ')
          where key_hash = ${hashOf(key)} and taken <> ''`.execute(write);
        // A slow database must not delay a refusal once more, and the response is ready in any case.
        await withTimeout(given, GIVE_BACK_MS).catch(() => undefined);
      },
    };
  };
}

function pruneInPassing(write: Database["write"]): () => void {
  let prunedAt = -Infinity;
  return () => {
    const time = performance.now();
    if (time - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = time;
    sql`delete from rate_limits where key_hash in (
      select key_hash from rate_limits where ends_at < ${nowSql}
      limit ${PRUNED_AT_ONCE} for update skip locked)`
      .execute(write)
      .then(
        ({ numAffectedRows }) => {
          if (numAffectedRows === BigInt(PRUNED_AT_ONCE)) prunedAt = -Infinity;
        },
        // The next request tries again.
        () => undefined,
      );
  };
}
