import { verify } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { UserError } from "../../server/errors.server.ts";
import { createPasswords, fewAtOnce } from "./passwords.server.ts";

describe("a password", () => {
  it("fits its own hash only, which is never the same twice", async () => {
    const { hash, fits } = await createPasswords();
    const [first, second] = await Promise.all([hash("nanoseconds"), hash("nanoseconds")]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await fits("nanoseconds", first)).toBe(true);
    expect(await fits("Nanoseconds", first)).toBe(false);
    // The same letter typed as one character and as two.
    expect(await fits("cafe\u0301s", await hash("caf\u00e9s"))).toBe(true);
  });

  it("is worked on alike for a name that nobody has, and fits nothing", async () => {
    const worked: string[] = [];
    const passwords = await createPasswords((hash, password) => {
      worked.push(String(hash));
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

describe("work for few at once", () => {
  it("waits in order for its turn and is refused beyond that", async () => {
    const run = fewAtOnce(2, 2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const start = (name: number) =>
      run(() => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const work = [1, 2, 3, 4].map(start);
    expect(begun).toEqual([1, 2]);
    await expect(start(5)).rejects.toThrow(UserError);
    await expect(start(5)).rejects.toMatchObject({ status: 503 });
    ends[0]?.();
    await work[0];
    expect(begun).toEqual([1, 2, 3]);
    // The place of one that has begun to wait is free for another.
    work.push(start(6));
    for (let each = 1; each < 5; each += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(each);
      ends[each]?.();
    }
    await Promise.all(work);
    expect(begun).toEqual([1, 2, 3, 4, 6]);
  });

  it("goes on after work that failed", async () => {
    const run = fewAtOnce(1, 1);
    const fail = run(() => Promise.reject(new Error("no")));
    const next = run(() => Promise.resolve("yes"));
    await expect(fail).rejects.toThrow("no");
    expect(await next).toBe("yes");
    expect(await run(() => Promise.resolve("again"))).toBe("again");
  });
});
