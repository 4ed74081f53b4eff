import { verify } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { createPasswords, MAX_CONCURRENT_HASHES, MAX_WAITING_HASHES } from "./auth.server.ts";

describe("a password", () => {
  it("fits its own hash only, which is never the same twice", async () => {
    const { hash, fits } = createPasswords();
    const [first, second] = await Promise.all([hash("nanoseconds"), hash("nanoseconds")]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await fits("nanoseconds", first)).toBe(true);
    expect(await fits("Nanoseconds", first)).toBe(false);
    // The same letter, typed as one code point and as two.
    expect(await fits("cafe\u0301s", await hash("caf\u00e9s"))).toBe(true);
  });

  it("is worked on by two at once, fifty wait, and more are told to come again", async () => {
    const ends: (() => void)[] = [];
    const passwords = createPasswords(() => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      ends.push(() => resolve(true));
      return promise;
    });
    const work = Array.from({ length: MAX_CONCURRENT_HASHES + MAX_WAITING_HASHES }, () =>
      passwords.fits("nanoseconds", "a hash"),
    );
    await expect.poll(() => ends.length).toBe(MAX_CONCURRENT_HASHES);
    await expect(passwords.fits("nanoseconds", "a hash")).rejects.toMatchObject({
      status: 503,
      message: "Too many people are signing in right now. Please try again.",
    });
    for (let at = 0; at < work.length; at++) {
      await expect.poll(() => ends.length).toBeGreaterThan(at);
      ends[at]?.();
    }
    expect(await Promise.all(work)).toEqual(work.map(() => true));
  });

  it("is worked on alike for a name that nobody has, and fits nothing", async () => {
    const worked: string[] = [];
    const passwords = createPasswords((hash, password) => {
      worked.push(hash);
      return verify(hash, password);
    });
    const someones = await passwords.hash("nanoseconds");
    expect(await passwords.fits("wrong one", someones)).toBe(false);
    expect(await passwords.fits("wrong one", null)).toBe(false);
    expect(worked).toHaveLength(2);
    const costs = worked.map((hash) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/.exec(hash)?.[0]);
    expect(costs[0]).toBeDefined();
    expect(costs[1]).toBe(costs[0]);
  });
});
