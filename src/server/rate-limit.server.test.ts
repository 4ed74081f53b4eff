import type { FastifyReply } from "fastify";
import { describe, expect, it, test } from "vitest";
import { UserError } from "./errors.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import type { Database } from "../db/database.server.ts";
import { createSharedRateLimits } from "./rate-limit.db.server.ts";
import { clientAddress, clientSite, createRateLimits } from "./rate-limit.server.ts";

const MINUTE_MS = 60_000;

/** A reply with only the parts that a limit uses. */
function headersOf() {
  const headers = new Map<string, string>();
  const reply = { header: (name: string, value: string) => void headers.set(name, value) };
  // A limit only sets headers.
  return { headers, reply: reply as unknown as FastifyReply };
}

describe("a limit", () => {
  let time = 0;
  const limits = createRateLimits({ rateLimits: true }, () => time);
  const rule = {
    name: "things",
    limit: 2,
    windowMs: 10 * MINUTE_MS,
    sentence: (wait: string) => `Wait ${wait}.`,
  };

  it("counts each key within a sliding window and says when to come back", async () => {
    const limit = limits(rule);
    const { headers, reply } = headersOf();
    time = 0;
    await limit.take("a", reply);
    time = 4 * MINUTE_MS;
    await limit.take("a", reply);
    await limit.take("b", reply);
    await expect(limit.take("a", reply)).rejects.toThrow(new UserError(429, "Wait 6 minutes."));
    expect(headers.get("retry-after")).toBe("360");

    time = 10 * MINUTE_MS - 1500;
    await expect(limit.take("a", reply)).rejects.toThrow(new UserError(429, "Wait 2 seconds."));
    time = 10 * MINUTE_MS;
    // A refused attempt does not count, so exactly the first one's slot is free again.
    await limit.take("a", reply);
    await expect(limit.take("a", reply)).rejects.toThrow("Wait 4 minutes.");
  });

  it("can be given back", async () => {
    const { reply } = headersOf();
    const limit = limits(rule);
    await limit.take("a", reply);
    await limit.take("a", reply);
    await limit.giveBack("a");
    await limit.giveBack("never seen");
    await limit.take("a", reply);
    await expect(limit.take("a", reply)).rejects.toThrow("Wait 10 minutes.");
  });

  it("has counts of its own", async () => {
    const { reply } = headersOf();
    for (const limit of [limits(rule), limits(rule)]) {
      await limit.take("a", reply);
      await limit.take("a", reply);
    }
  });

  it("remembers twenty thousand keys, those that came last", async () => {
    const { reply } = headersOf();
    const limit = limits({ ...rule, limit: 1 });
    for (let key = 0; key <= 20_000; key++) await limit.take(`key ${key}`, reply);
    await limit.take("key 0", reply);
    for (const key of ["key 2", "key 20000"]) {
      await expect(limit.take(key, reply)).rejects.toThrow("Wait 10 minutes.");
    }
  });

  it("lets everything pass where limits are off", async () => {
    const { reply } = headersOf();
    const limit = createRateLimits({ rateLimits: false })({ ...rule, limit: 1 });
    for (let each = 0; each < 50; each++) await limit.take("a", reply);
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["192.0.2.7:49152", "192.0.2.7"],
  ["[2001:db8:1:2::9]:49152", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["_hidden", "unknown"],
  ["x".repeat(9000), "unknown"],
])("the address %s counts as %s", (ip, key) => {
  expect(clientAddress({ ip })).toBe(key);
});

test.each([
  ["192.0.2.7", null],
  ["::ffff:192.0.2.7", null],
  ["2001:DB8:1:2::9", "2001:db8:1::/48"],
  ["[2001:db8:1:3::9]:49152", "2001:db8:1::/48"],
  ["_hidden", null],
])("the site of %s is %s", (ip, site) => {
  expect(clientSite({ ip })).toBe(site);
});

it("a request whose connection is gone has no address, and is refused", () => {
  expect(() => clientAddress({ ip: undefined })).toThrow(
    new UserError(400, "The connection was closed."),
  );
});

const SHARED_RULE = {
  name: "things",
  limit: 3,
  windowMs: 10 * MINUTE_MS,
  sentence: (wait: string) => `Wait ${wait}.`,
};

/** Moves all recorded attempts into the past. */
async function pass({ read, write }: Database, milliseconds: number): Promise<void> {
  const rows = await read.selectFrom("rate_limits").selectAll().execute();
  for (const { key_hash, taken, ends_at } of rows) {
    const times = taken.split(" ").map((time) => Number(time) - milliseconds);
    await write
      .updateTable("rate_limits")
      .set({ taken: times.join(" "), ends_at: ends_at - milliseconds })
      .where("key_hash", "=", key_hash)
      .execute();
  }
}

describeOnEachEngine("limits that instances share", ({ engine, open, freshEnv }) => {
  // SQLite is used by a single process, which counts in memory.
  it.runIf(engine === "postgres")("are counted together, many at once too", async () => {
    const env = await freshEnv();
    const [here, there] = await Promise.all([open(env), open(env)]);
    const { headers, reply } = headersOf();
    const first = createSharedRateLimits(here)(SHARED_RULE);
    const second = createSharedRateLimits(there)(SHARED_RULE);
    const takes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).take("a", reply)),
    );
    expect(takes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(second.take("a", reply)).rejects.toThrow("Wait 10 minutes.");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(590);
    await first.take("b", reply);
    await createSharedRateLimits(here)({ ...SHARED_RULE, name: "other things" }).take("a", reply);

    await first.giveBack("a");
    await first.giveBack("never seen");
    await second.take("a", reply);
    await expect(first.take("a", reply)).rejects.toThrow("Wait 10 minutes.");
  });

  it.runIf(engine === "postgres")("slide, and go when they have run out", async () => {
    const database = await open();
    const { headers, reply } = headersOf();
    const limit = createSharedRateLimits(database)(SHARED_RULE);
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
    await createSharedRateLimits(database)(SHARED_RULE).take("b", reply);
    await expect
      .poll(() => database.read.selectFrom("rate_limits").select("key_hash").execute())
      .toHaveLength(1);
  });

  it.runIf(engine === "postgres")("keep no address or name", async () => {
    const database = await open();
    await createSharedRateLimits(database)(SHARED_RULE).take("192.0.2.7 grace", headersOf().reply);
    const rows = await database.read.selectFrom("rate_limits").selectAll().execute();
    // Not only "192", because a timestamp may contain those digits.
    expect(JSON.stringify(rows)).not.toMatch(/192\.|grace/);
  });
});
