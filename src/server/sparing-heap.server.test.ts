import { expect, test } from "vitest";
import { createSparingHeap } from "./sparing-heap.server.ts";

test("the heap is spared until the last of several works has ended", () => {
  const told: string[] = [];
  const spareHeap = createSparingHeap((flags) => told.push(flags));
  const ends = [spareHeap(), spareHeap()];
  expect(told).toEqual(["--heap-growing-percent=40"]);
  ends[0]?.();
  expect(told.length).toBe(1);
  ends[1]?.();
  expect(told.slice(1)).toEqual(["--heap-growing-percent=0"]);
  spareHeap();
  expect(told.length).toBe(3);
});
