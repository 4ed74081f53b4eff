import type { FastifyReply } from "fastify";
import { describe, expect, it, test } from "vitest";
import { UserError } from "./errors.server.ts";
import { clientAddress, createRateLimits } from "./rate-limit.server.ts";

const MINUTE_MS = 60_000;

/** A reply as far as a limit touches it. */
function headersOf() {
  const headers = new Map<string, string>();
  const reply = { header: (name: string, value: string) => void headers.set(name, value) };
  // A limit sets headers and nothing else.
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

  it("counts each key within a sliding window and says when to come back", () => {
    const limit = limits(rule);
    const { headers, reply } = headersOf();
    time = 0;
    limit.take("a", reply);
    time = 4 * MINUTE_MS;
    limit.take("a", reply);
    limit.take("b", reply);
    expect(() => limit.take("a", reply)).toThrow(new UserError(429, "Wait 6 minutes."));
    expect(headers.get("retry-after")).toBe("360");

    time = 10 * MINUTE_MS - 1500;
    expect(() => limit.take("a", reply)).toThrow(new UserError(429, "Wait 2 seconds."));
    time = 10 * MINUTE_MS;
    // A refusal took nothing: exactly the first one's place is free again.
    limit.take("a", reply);
    expect(() => limit.take("a", reply)).toThrow("Wait 4 minutes.");
  });

  it("can be given back", () => {
    const { reply } = headersOf();
    const limit = limits(rule);
    limit.take("a", reply);
    limit.take("a", reply);
    limit.giveBack("a");
    limit.giveBack("never seen");
    limit.take("a", reply);
    expect(() => limit.take("a", reply)).toThrow("Wait 10 minutes.");
  });

  it("has counts of its own", () => {
    const { reply } = headersOf();
    for (const limit of [limits(rule), limits(rule)]) {
      limit.take("a", reply);
      limit.take("a", reply);
    }
  });

  it("remembers twenty thousand keys, those that came last", () => {
    const { reply } = headersOf();
    const limit = limits({ ...rule, limit: 1 });
    for (let key = 0; key <= 20_000; key++) limit.take(`key ${key}`, reply);
    limit.take("key 0", reply);
    for (const key of ["key 2", "key 20000"]) {
      expect(() => limit.take(key, reply)).toThrow("Wait 10 minutes.");
    }
  });

  it("lets everything pass where limits are off", () => {
    const { reply } = headersOf();
    const limit = createRateLimits({ rateLimits: false })({ ...rule, limit: 1 });
    for (let each = 0; each < 50; each++) limit.take("a", reply);
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

it("a request whose connection is gone has no address, and is refused", () => {
  expect(() => clientAddress({ ip: undefined })).toThrow(
    new UserError(400, "The connection was closed."),
  );
});
