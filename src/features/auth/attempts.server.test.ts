import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { UserError } from "../../server/errors.server.ts";
import { createRateLimits } from "../../server/rate-limit.server.ts";
import { createAttempts } from "./attempts.server.ts";

/** Only the parts of a request and a reply that are needed for counting. */
const reply = { header: () => reply } as unknown as FastifyReply;
const from = (ip: string) => ({ ip }) as FastifyRequest;

const STRANGERS = { knownFor: () => null };

/** @returns `fail` returns whether one more attempt is allowed, and makes it fail */
function start() {
  const attempts = createAttempts(
    createRateLimits({ rateLimits: true }, () => 0),
    STRANGERS,
  );
  return {
    attempts,
    async fail(name: string, ip: string): Promise<boolean> {
      try {
        await attempts.begin(from(ip), reply, name);
        return true;
      } catch (error) {
        if (error instanceof UserError && error.status === 429) return false;
        throw error;
      }
    },
  };
}

/** Returns how many of `count` attempts are allowed. */
async function passing(
  count: number,
  attempt: (index: number) => Promise<boolean>,
): Promise<number> {
  const passed = await Promise.all(Array.from({ length: count }, (_, index) => attempt(index)));
  return passed.filter(Boolean).length;
}

test("one address that fails with a name is slowed, the name elsewhere is not", async () => {
  const { fail } = start();
  const wrong = await passing(1000, () => fail("Grace", "192.0.2.1"));
  expect(wrong).toBe(10);
  expect(await fail("grace", "192.0.2.1")).toBe(false);
  expect(await fail("Ada", "192.0.2.1"), "its limit of all names is used up, too").toBe(false);
  expect(await fail("Grace", "192.0.2.2")).toBe(true);
});

test("one address is slowed whatever the names", async () => {
  const { fail } = start();
  const wrong = await passing(1000, (index) => fail(`name ${index}`, "192.0.2.1"));
  expect(wrong).toBe(30);
});

test("a name is slowed where a great many addresses fail with it", async () => {
  const { fail } = start();
  const wrong = await passing(1000, (index) => fail("Grace", `192.0.${index >> 8}.${index & 255}`));
  expect(wrong).toBe(100);
  expect(await fail("Ada", "198.51.100.1")).toBe(true);
});

test("attempts that succeed count for nothing", async () => {
  const { attempts, fail } = start();
  for (let time = 0; time < 200; time += 1) {
    const succeeded = await attempts.begin(from("192.0.2.1"), reply, "Grace");
    await succeeded();
  }
  expect(await passing(1000, () => fail("Grace", "192.0.2.1"))).toBe(10);
});
