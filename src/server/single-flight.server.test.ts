import { expect, it, onTestFinished, vi } from "vitest";
import { singleFlight, staleIfError, throttledRead } from "./single-flight.server.ts";

/** Creates a source whose reads end on demand; each read returns the value from when it began. */
function createSource() {
  const reads: PromiseWithResolvers<number>[] = [];
  let value = 1;
  const shared = singleFlight(() => {
    const read = Promise.withResolvers<number>();
    const seen = value;
    reads.push(read);
    return read.promise.then(() => seen);
  });
  return {
    shared,
    reads,
    change() {
      value++;
      shared.markStale();
    },
    /** Lets all pending work run. */
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

it("reads once for many, and not again while nothing changes", async () => {
  const { shared, reads } = createSource();
  const askers = Array.from({ length: 50 }, () => shared.current());
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(0);
  expect(await Promise.all(askers)).toEqual(askers.map(() => 1));
  expect(await shared.current()).toBe(1);
  expect(reads).toHaveLength(1);
});

it("does not lose a change that comes during a read", async () => {
  const { shared, reads, change, settle } = createSource();
  const before = shared.current();
  change();
  const after = Array.from({ length: 50 }, () => shared.current());
  await settle();
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(0);
  expect(await before).toBe(1);
  await settle();
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(0);
  expect(await Promise.all(after)).toEqual(after.map(() => 2));
});

it("starves nobody while changes keep coming", async () => {
  const { shared, reads, change, settle } = createSource();
  const asker = shared.current();
  for (let index = 0; index < 10; index++) change();
  reads[0]?.resolve(0);
  expect(await asker).toBe(1);
  await settle();
  expect(reads).toHaveLength(1);
});

it("fails those who wait for a failed read and reads again for the next", async () => {
  const { shared, reads, change, settle } = createSource();
  const before = shared.current();
  change();
  const after = shared.current();
  reads[0]?.reject(new Error("gone"));
  await expect(before).rejects.toThrow("gone");
  await settle();
  reads[1]?.resolve(0);
  expect(await after).toBe(2);
});

it("falls back on what it read before, and asks again after a while", async () => {
  let time = 0;
  let answer: () => Promise<string> = () => Promise.reject(new Error("gone"));
  let reads = 0;
  const reported: unknown[] = [];
  const read = staleIfError(
    () => {
      reads++;
      return answer();
    },
    {
      retryMs: 1000,
      report: (error) => reported.push(error),
      now: () => time,
      isSilent: () => false,
    },
  );
  await expect(read()).rejects.toThrow("gone");
  answer = () => Promise.resolve("first");
  expect(await read()).toBe("first");
  answer = () => Promise.reject(new Error("gone again"));
  expect(await read()).toBe("first");
  expect(await read()).toBe("first");
  expect([reads, reported]).toEqual([3, [new Error("gone again")]]);
  time = 1000;
  answer = () => Promise.resolve("second");
  expect(await read()).toBe("second");
});

it("falls back on what it read before when the source falls silent during the next read", async () => {
  const reads = ["first"];
  let isSilent = false;
  const report = vi.fn<(error: unknown) => void>();
  const read = staleIfError(
    () => {
      const value = reads.shift();
      return value === undefined ? Promise.withResolvers<string>().promise : Promise.resolve(value);
    },
    { retryMs: 1000, report, now: () => 0, isSilent: () => isSilent },
  );
  expect(await read()).toBe("first");
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waiting = read();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(report).not.toHaveBeenCalled();
  isSilent = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe("first");
  expect(report).toHaveBeenCalledOnce();
});

it("repeats a throttled read when its value has come of age", async () => {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  let value = 0;
  const throttled = throttledRead(500, async () => ++value);
  expect(await Promise.all([throttled(), throttled()])).toEqual([1, 1]);
  now = 499;
  expect(await throttled()).toBe(1);
  now = 500;
  expect(await throttled()).toBe(2);
  clock.mockRestore();
});
