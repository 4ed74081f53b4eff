import { describe, expect, it, test } from "vitest";
import { UserError } from "../base/errors.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import type { Database } from "../db/database.server.ts";
import { countTogether } from "./rate-limit.db.server.ts";
import { countInMemory, createRateLimits, networkShares, type Share } from "./rate-limit.server.ts";

const MINUTE_MS = 60_000;

const RULE = {
  name: "things",
  windowMs: 10 * MINUTE_MS,
  message: (wait: string) => `Wait ${wait}.`,
};

const share = (key: string, limit = 2): Share => ({ key, limit });

describe("a limit", () => {
  let time = 0;
  const limits = createRateLimits(
    { rateLimits: 1 },
    countInMemory(() => time),
  );

  it("counts each key within a sliding window and says when to come back", async () => {
    const limit = limits.limit(RULE);
    const take = (key: string) => limit.take([share(key)]);
    time = 0;
    await take("a");
    time = 4 * MINUTE_MS;
    await take("a");
    await take("b");
    await expect(take("a")).rejects.toMatchObject({
      status: 429,
      message: "Wait 6 minutes.",
      retryAfterSeconds: 360,
    });

    time = 10 * MINUTE_MS - 1500;
    await expect(take("a")).rejects.toThrow("Wait 2 seconds.");
    time = 10 * MINUTE_MS;
    // A refused attempt does not count, so exactly the first one's slot is free again.
    await take("a");
    await expect(take("a")).rejects.toThrow("Wait 4 minutes.");
  });

  it("counts an attempt for all of its shares or for none", async () => {
    await expectAllOrNone(limitOf(countInMemory(() => 0)));
  });

  it("forgets a key", async () => {
    const limit = limits.limit(RULE);
    for (let twice = 0; twice < 2; twice++) {
      await limit.take([share("a", 1)]);
      await limit.forget([share("a"), share("never seen")]);
    }
    await limit.take([share("a", 1)]);
    await expect(limit.take([share("a", 1)])).rejects.toThrow("Wait 10 minutes.");
  });

  it("remembers twenty thousand keys, those that came last; refusals add none", async () => {
    const limit = limits.limit(RULE);
    const take = (...keys: string[]) => limit.take(keys.map((key) => share(key, 1)));
    for (let key = 0; key <= 20_000; key++) await take(`key ${key}`);
    for (let each = 0; each < 100; each++) {
      await expect(take(`fresh ${each}`, "key 20000")).rejects.toThrow("Wait 10 minutes.");
    }
    await take("key 0");
    for (const key of ["key 2", "key 20000"]) {
      await expect(take(key)).rejects.toThrow("Wait 10 minutes.");
    }
  });

  it("lets everything pass where limits are off", async () => {
    const off = createRateLimits({ rateLimits: 0 });
    const limit = off.limit(RULE);
    for (let each = 0; each < 50; each++) await limit.take([share("a", 1)]);
    expect(off.networkShares({ ip: "192.0.2.7" }, 10)).toEqual([]);
  });
});

test.each([
  ["192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["_hidden", "unknown"],
  ["x".repeat(9000), "unknown"],
])("the address %s counts as %s and belongs to %s", (ip, address = ip, network = "") => {
  expect(networkShares({ ip }, 10)).toEqual([
    share(address, 10),
    ...(network === "" ? [] : [share(network, 100)]),
  ]);
});

it("a request whose connection is gone has no address, and is refused", () => {
  expect(() => networkShares({ ip: undefined }, 10)).toThrow(
    new UserError(400, "The connection was closed."),
  );
});

/** A limit of three. */
function limitOf(count: ReturnType<typeof countInMemory>, name = RULE.name) {
  const limit = createRateLimits({ rateLimits: 1 }, count).limit({ ...RULE, name });
  return {
    forget: limit.forget,
    take: (...keys: string[]) => limit.take(keys.map((key) => share(key, 3))),
  };
}

const sharedLimit = (database: Database, name?: string) => limitOf(countTogether(database), name);

async function expectAllOrNone({ take }: ReturnType<typeof limitOf>): Promise<void> {
  for (let time = 0; time < 3; time++) await take("a");
  for (let refused = 0; refused < 5; refused++) {
    await expect(take("a", "all")).rejects.toThrow("Wait 10 minutes.");
  }
  for (const key of ["b", "c", "d"]) await take(key, "all");
  await expect(take("e", "all")).rejects.toThrow("Wait 10 minutes.");
  await take("e");
}

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
    const [first, second] = [sharedLimit(here), sharedLimit(there)];
    const takes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? first.take("a", "z") : second.take("z", "a"),
      ),
    );
    expect(takes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(second.take("a")).rejects.toThrow("Wait 10 minutes.");
    await first.take("b");
    await sharedLimit(here, "other things").take("a");

    await first.forget([share("a"), share("never seen")]);
    await second.take("a");
  });

  it.runIf(engine === "postgres")("count an attempt for all of its shares or for none", async () =>
    expectAllOrNone(sharedLimit(await open())),
  );

  it.runIf(engine === "postgres")("slide, and go when they have run out", async () => {
    const database = await open();
    const { take } = sharedLimit(database);
    await take("a");
    await pass(database, 4 * MINUTE_MS);
    await take("a");
    await take("a");
    await expect(take("a")).rejects.toThrow("Wait 6 minutes.");
    await pass(database, 6 * MINUTE_MS);
    await take("a");
    await expect(take("a")).rejects.toThrow("Wait 4 minutes.");

    await pass(database, 11 * MINUTE_MS);
    await sharedLimit(database).take("b");
    await expect
      .poll(() => database.read.selectFrom("rate_limits").select("key_hash").execute())
      .toHaveLength(1);
  });

  it.runIf(engine === "postgres")("keep no address or name", async () => {
    const database = await open();
    await sharedLimit(database).take("192.0.2.7 grace");
    const rows = await database.read.selectFrom("rate_limits").selectAll().execute();
    // Not only "192", because a timestamp may contain those digits.
    expect(JSON.stringify(rows)).not.toMatch(/192\.|grace/);
  });
});
