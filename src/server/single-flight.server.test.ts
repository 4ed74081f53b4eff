import { expect, it } from "vitest";
import { unexpected } from "../../test/catalogue.ts";
import { singleFlight } from "./single-flight.server.ts";

/** Creates a source whose reads end on demand; each read returns the value from when it began. */
function createSource() {
  const reads: PromiseWithResolvers<number>[] = [];
  let value = 1;
  const shared = singleFlight(
    () => {
      const read = Promise.withResolvers<number>();
      const seen = value;
      reads.push(read);
      return read.promise.then(() => seen);
    },
    { report: unexpected, isSilent: () => false },
  );
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
