import { expect, onTestFinished, test, vi } from "vitest";
import { createSparingHeap } from "./sparing-heap.server.ts";

const SPARED = "--heap-growing-percent=30";
const AS_V8_LIKES = "--heap-growing-percent=0";

test("the heap is spared until a minute after the last of several works", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const spareHeap = createSparingHeap((flags) => told.push(flags));
  const ends = [spareHeap(), spareHeap()];
  ends[0]?.();
  vi.advanceTimersByTime(3_600_000);
  expect(told).toEqual([SPARED]);
  ends[1]?.();
  vi.advanceTimersByTime(50_000);
  const end = spareHeap();
  vi.advanceTimersByTime(50_000);
  expect(told).toEqual([SPARED, SPARED]);
  end();
  vi.advanceTimersByTime(59_000);
  expect(told.length).toBe(2);
  vi.advanceTimersByTime(2_000);
  expect(told.slice(2)).toEqual([AS_V8_LIKES]);
});
