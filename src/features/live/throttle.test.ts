import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { DIRECT_MIN_GAP_MS } from "./live-stream.ts";
import { throttle } from "./throttle.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

it("calls at once, then once at the end of each 500 ms that was asked in (everywhere.md#polling)", () => {
  const work = vi.fn<() => void>();
  const { call } = throttle(work, DIRECT_MIN_GAP_MS);
  for (const [wait, calls] of [
    [0, 1],
    [100, 1],
    [300, 1],
    [100, 2],
    [499, 2],
    [1, 3],
  ] as const) {
    vi.advanceTimersByTime(wait);
    call();
    expect(work).toHaveBeenCalledTimes(calls);
  }
  vi.advanceTimersByTime(2000);
  expect(work).toHaveBeenCalledTimes(4);
  call();
  expect(work).toHaveBeenCalledTimes(5);
});

it("forgets what still waits when it is stopped", () => {
  const work = vi.fn<() => void>();
  const { call, stop } = throttle(work, 500);
  call();
  call();
  stop();
  vi.advanceTimersByTime(2000);
  expect(work).toHaveBeenCalledTimes(1);
  call();
  expect(work).toHaveBeenCalledTimes(2);
});
