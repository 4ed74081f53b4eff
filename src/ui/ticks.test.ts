import fc from "fast-check";
import { expect, test } from "vitest";

import { niceTicks, percentBetween } from "./ticks.ts";

test.each([
  [0, 8, 5, [0, 2, 4, 6, 8]],
  [30_000, 46_377, 5, [30_000, 35_000, 40_000, 45_000, 50_000]],
  [100, 550, 6, [100, 200, 300, 400, 500, 600]],
  [0, 0.3, 4, [0, 0.1, 0.2, 0.3]],
  [5, 5, 2, [5, 10]],
])("from %d to %d about %d ticks", (min, max, wanted, ticks) => {
  expect(niceTicks(min, max, wanted)).toEqual(ticks);
});

test("ticks hold both ends between them and are never many", () => {
  const ends = fc.tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.integer({ min: 0, max: 1e7 }));
  fc.assert(
    fc.property(ends, fc.integer({ min: 2, max: 10 }), ([min, span], wanted) => {
      const ticks = niceTicks(min, min + span, wanted);
      expect(ticks[0]).toBeLessThanOrEqual(min);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(min + span);
      expect(ticks.length).toBeLessThanOrEqual(wanted + 2);
    }),
  );
});

test("a value's place between two ends", () => {
  expect(percentBetween(150, 100, 200)).toBe(50);
  expect(percentBetween(250, 100, 200)).toBe(150);
  expect(percentBetween(5, 5, 5)).toBe(0);
});
