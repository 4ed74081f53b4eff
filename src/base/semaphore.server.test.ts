import { describe, expect, it } from "vitest";
import { UserError } from "./errors.server.ts";
import { createSemaphore } from "./semaphore.server.ts";

describe("work for few at once", () => {
  it("waits in order for its turn and is refused beyond that", async () => {
    const { run } = createSemaphore(2, 2, "Later, please.");
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const start = (name: number) =>
      run(() => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const work = [1, 2, 3, 4].map(start);
    await expect.poll(() => begun).toEqual([1, 2]);
    await expect(start(5)).rejects.toThrow(new UserError(503, "Later, please."));
    await expect(start(5)).rejects.toMatchObject({ status: 503 });
    ends[0]?.();
    await work[0];
    await expect.poll(() => begun).toEqual([1, 2, 3]);
    // A waiter that has started its work leaves its place in the queue to another.
    work.push(start(6));
    for (let each = 1; each < 5; each += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(each);
      ends[each]?.();
    }
    await Promise.all(work);
    expect(begun).toEqual([1, 2, 3, 4, 6]);
  });

  it("goes on after work that failed", async () => {
    const { run } = createSemaphore(1, 1, "Later, please.");
    const fail = run(() => Promise.reject(new Error("no")));
    const next = run(() => Promise.resolve("yes"));
    await expect(fail).rejects.toThrow("no");
    expect(await next).toBe("yes");
    expect(await run(() => Promise.resolve("again"))).toBe("again");
  });
});

it("few places are not kept for who has left, nor for who has waited too long", async () => {
  const { acquire: takePlace } = createSemaphore(1, 2, "Later, please.", 20);
  const leave = await takePlace();
  const gone = new AbortController();
  const left = takePlace(gone.signal);
  const late = takePlace();
  gone.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await expect(takePlace(gone.signal)).rejects.toThrow("gone");
  await expect(late).rejects.toThrow(new UserError(503, "Later, please."));
  const next = takePlace();
  leave();
  // Both waiters that gave up have released theirs, so the slot goes to the next and is free after it.
  (await next)();
  expect(await takePlace(gone.signal)).toBeTypeOf("function");
});
