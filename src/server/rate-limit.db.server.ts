import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/database.server.ts";
import type { AttemptCounters } from "./rate-limit.server.ts";

const PRUNE_EVERY_MS = 30_000;

/** The database's clock in milliseconds, the only one that all instances share. */
const nowSql = sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/** Counts across all instances on one PostgreSQL database; keys, such as addresses, are stored as hashes. */
export function countTogether({ write }: Database): AttemptCounters {
  const prune = pruneInPassing(write);
  return ({ name, windowMs }) => {
    const hashOf = (key: string) =>
      createHash("sha256").update(`${name}\n${key}`).digest("base64url");
    const recent = (order: "asc" | "desc") => sql`array(
      select each from unnest(string_to_array(held.taken, ' ')::bigint[]) each
      where each > ${nowSql} - ${windowMs}::bigint order by each ${sql.raw(order)})`;
    return {
      async count(shares) {
        prune();
        const rows = shares.map(({ key, limit }) => sql`(${hashOf(key)}::text, ${limit}::integer)`);
        const share = sql`share (key_hash, most) as (values ${sql.join(rows)})`;
        return write.transaction().execute(async (transaction) => {
          // Locks the rows, so that attempts wait for each other, in a fixed order, so that they do not deadlock.
          await sql`with ${share} insert into rate_limits (key_hash, taken, ends_at)
            select key_hash, '', ${nowSql} + ${windowMs}::bigint from share order by key_hash
            on conflict (key_hash) do update set ends_at = excluded.ends_at`.execute(transaction);
          const { rows: outcomes } = await sql<{ wait: number | null }>`
            with ${share},
            blocked as (
              select max((${recent("desc")})[most] + ${windowMs}::bigint - ${nowSql}) as wait
              from share join rate_limits held using (key_hash)),
            counted as (
              update rate_limits as held
              set taken = array_to_string(${recent("asc")} || ${nowSql}, ' ')
              from share
              where share.key_hash = held.key_hash and (select wait from blocked) is null)
            select wait from blocked`.execute(transaction);
          return outcomes[0]?.wait ?? 0;
        });
      },
      async forget(shares) {
        const hashes = shares.map(({ key }) => hashOf(key));
        await write.deleteFrom("rate_limits").where("key_hash", "in", hashes).execute();
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
      select key_hash from rate_limits where ends_at < ${nowSql} for update skip locked)`
      .execute(write)
      // A later request tries again.
      .catch(() => undefined);
  };
}
