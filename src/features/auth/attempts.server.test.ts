import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { UserError } from "../../base/errors.server.ts";
import { countInMemory, createRateLimits } from "../../server/rate-limit.server.ts";
import { createAttempts } from "./auth.server.ts";

/** Only the parts of a request and a reply that are needed for counting. */
const reply = { header: () => reply } as unknown as FastifyReply;
const from = (ip: string) => ({ ip }) as FastifyRequest;

const STRANGERS = { knownFor: () => null };

/** @returns `fail` returns whether one more attempt is allowed, and makes it fail */
function start() {
  const attempts = createAttempts(
    createRateLimits(
      { rateLimits: 1 },
      countInMemory(() => 0),
    ),
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

async function passing(
  count: number,
  attempt: (index: number) => Promise<boolean>,
): Promise<number> {
  const passed = await Promise.all(Array.from({ length: count }, (_, index) => attempt(index)));
  return passed.filter(Boolean).length;
}

test("an attempt that succeeds ends the failures of its name there, not those of the address", async () => {
  const { attempts, fail } = start();
  expect(await passing(9, () => fail("Grace", "192.0.2.1"))).toBe(9);
  const succeeded = await attempts.begin(from("192.0.2.1"), reply, "Grace");
  await succeeded();
  expect(await passing(1000, () => fail("Grace", "192.0.2.1"))).toBe(10);
  expect(await passing(1000, (index) => fail(`name ${index}`, "192.0.2.1"))).toBe(10);
});
