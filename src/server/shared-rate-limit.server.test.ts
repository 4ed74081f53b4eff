import type { FastifyReply } from "fastify";
import { expect, it } from "vitest";
import type { Database } from "./database.server.ts";
import { createSharedRateLimits } from "./shared-rate-limit.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";

const MINUTE_MS = 60_000;
const RULE = {
  name: "things",
  limit: 3,
  windowMs: 10 * MINUTE_MS,
  sentence: (wait: string) => `Wait ${wait}.`,
};

/** A reply as far as a limit touches it. */
function headersOf() {
  const headers = new Map<string, string>();
  const reply = { header: (name: string, value: string) => void headers.set(name, value) };
  // A limit sets headers and nothing else.
  return { headers, reply: reply as unknown as FastifyReply };
}

const limitsOf = ({ kysely }: Database) => createSharedRateLimits(kysely);

/** Lets time go by for all that was taken. */
async function pass({ kysely }: Database, milliseconds: number): Promise<void> {
  const rows = await kysely.selectFrom("rate_limits").selectAll().execute();
  for (const { key_hash, taken, ends_at } of rows) {
    const times = taken.split(" ").map((time) => Number(time) - milliseconds);
    await kysely
      .updateTable("rate_limits")
      .set({ taken: times.join(" "), ends_at: ends_at - milliseconds })
      .where("key_hash", "=", key_hash)
      .execute();
  }
}

describeOnEachEngine("limits that instances share", ({ engine, open, freshEnv }) => {
  // One process has SQLite to itself, and counts in memory.
  it.runIf(engine === "postgres")("are counted together, many at once too", async () => {
    const env = await freshEnv();
    const [here, there] = await Promise.all([open(env), open(env)]);
    const { headers, reply } = headersOf();
    const first = limitsOf(here)(RULE);
    const second = limitsOf(there)(RULE);
    const takes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).take("a", reply)),
    );
    expect(takes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(second.take("a", reply)).rejects.toThrow("Wait 10 minutes.");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(590);
    await first.take("b", reply);
    await limitsOf(here)({ ...RULE, name: "other things" }).take("a", reply);

    await first.giveBack("a");
    await first.giveBack("never seen");
    await second.take("a", reply);
    await expect(first.take("a", reply)).rejects.toThrow("Wait 10 minutes.");
  });

  it.runIf(engine === "postgres")("slide, and go when they have run out", async () => {
    const database = await open();
    const { headers, reply } = headersOf();
    const limit = limitsOf(database)(RULE);
    await limit.take("a", reply);
    await pass(database, 4 * MINUTE_MS);
    await limit.take("a", reply);
    await limit.take("a", reply);
    await expect(limit.take("a", reply)).rejects.toThrow("Wait 6 minutes.");
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(360);
    await pass(database, 6 * MINUTE_MS);
    await limit.take("a", reply);
    await expect(limit.take("a", reply)).rejects.toThrow("Wait 4 minutes.");

    await pass(database, 11 * MINUTE_MS);
    await limitsOf(database)(RULE).take("b", reply);
    await expect
      .poll(() => database.kysely.selectFrom("rate_limits").select("key_hash").execute())
      .toHaveLength(1);
  });

  it.runIf(engine === "postgres")("keep no address or name", async () => {
    const database = await open();
    await limitsOf(database)(RULE).take("192.0.2.7 grace", headersOf().reply);
    const rows = await database.kysely.selectFrom("rate_limits").selectAll().execute();
    // Not "192" alone, which a time may have among its digits.
    expect(JSON.stringify(rows)).not.toMatch(/192\.|grace/);
  });
});
