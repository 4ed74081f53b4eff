import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { type Kysely, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Tables } from "./database-tables.server.ts";
import { UserError } from "./errors.server.ts";
import { MAX_KEYS } from "./limits.server.ts";

/** How much of something one key may do. */
interface RateRule {
  /** tells its counts from those of others */
  name: string;
  /** so many... */
  limit: number;
  /** ...within any stretch of this length */
  windowMs: number;
  /**
   * The sentence of a refusal.
   * @param wait when to come back, such as `12 minutes`
   */
  sentence: (wait: string) => string;
}

/** An answer whose headers can still be set. */
export interface AnswerHead {
  header(name: string, value: string): unknown;
}

/** Counts by key: an address, a visitor, a name. */
interface RateLimit {
  /**
   * Takes one from the key's allowance. A refusal takes nothing.
   * @param reply is given `Retry-After`, in seconds, with a refusal
   * @throws UserError 429 with the rule's sentence
   */
  take(key: string, reply: AnswerHead): Promise<void>;
  /** Gives back what was taken last: it turned out not to count. */
  giveBack(key: string): Promise<void>;
}

/** Makes the limit of one rule; each has counts of its own. */
export type RateLimits = (rule: RateRule) => RateLimit;

/** How long to wait, for a person: never less than it takes. */
function waitInWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** @throws UserError 429 */
function refuse(waitMs: number, { sentence }: RateRule, reply: AnswerHead): never {
  reply.header("retry-after", String(Math.max(1, Math.ceil(waitMs / 1000))));
  throw new UserError(429, sentence(waitInWords(waitMs)));
}

/**
 * The limits of a process that has its database to itself, kept in memory: a restart forgets them.
 * @param env `rateLimits: false` lets everything pass (readings 1)
 * @param now milliseconds on a clock that never goes back
 */
export function createRateLimits(
  env: { rateLimits: boolean },
  now: () => number = () => performance.now(),
): RateLimits {
  if (!env.rateLimits)
    return () => ({ take: async () => undefined, giveBack: async () => undefined });
  return (rule) => {
    /** Times of what was taken within the window, oldest first. */
    let taken: LRUCache<string, number[]> | undefined;
    return {
      async take(key, reply) {
        // A full cache is made at once and takes most of a megabyte, so not before its first use.
        taken ??= new LRUCache({ max: MAX_KEYS });
        const time = now();
        const recent = (taken.get(key) ?? []).filter((each) => each > time - rule.windowMs);
        taken.set(key, recent);
        const [oldest] = recent;
        if (oldest !== undefined && recent.length >= rule.limit) {
          refuse(oldest + rule.windowMs - time, rule, reply);
        }
        recent.push(time);
      },
      async giveBack(key) {
        taken?.get(key)?.pop();
      },
    };
  };
}

/** What has run out is removed in passing: so often at most, so many rows at a time. */
const PRUNE_EVERY_MS = 30_000;
const PRUNED_AT_ONCE = 1_000;

/** Milliseconds since 1970 on the database's clock, the only one that all instances share. */
const nowSql = sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
/** The times of a row as numbers. */
const timesSql = sql`string_to_array(held.taken, ' ')::bigint[]`;

/**
 * Limits that all instances on one PostgreSQL count together, by the rules of the same names.
 * Taking is one statement. Their keys are addresses and names, so the table has only their hashes.
 */
export function createSharedRateLimits(kysely: Kysely<Tables>): RateLimits {
  const prune = pruneInPassing(kysely);
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
          returning key_hash`.execute(kysely);
        if (taken.length > 0) return;
        const { rows } = await sql<{ wait: number | null }>`
          select (${recent})[1] + ${windowMs}::bigint - ${nowSql} as wait
          from rate_limits held where key_hash = ${hash}`.execute(kysely);
        // Nothing is left to wait for when time has passed between the two.
        refuse(rows[0]?.wait ?? 0, rule, reply);
      },
      async giveBack(key) {
        await sql`update rate_limits as held
          set taken = array_to_string(trim_array(${timesSql}, 1), ' ')
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
      select key_hash from rate_limits where ends_at < ${nowSql}
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

/** Some proxies tell the port, too, which is another for each connection. */
const PORT = /^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/;
/** Whatever else is told in the place of an address counts together. */
const NO_ADDRESS = "unknown";

/**
 * Where a request came from, as a key: the address that the configured proxies tell (`TRUST_PROXY`).
 * Of IPv6 the network counts, since one household or server has 2^64 addresses.
 * @throws UserError 400 when its connection is closed already, which then has no address
 */
export function clientAddress(request: { ip: string | undefined }): string {
  if (!request.ip) throw new UserError(400, "The connection was closed.");
  const alone = request.ip.replace(PORT, "$1$2");
  const ip = alone.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIPv6(ip)) return network64(ip);
  return isIPv4(ip) ? ip : NO_ADDRESS;
}

/** The first half of an IPv6 address, in one spelling. */
function network64(ip: string): string {
  // A URL spells it canonically: lower case, the longest run of zeros as `::`.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
