import { expect, test } from "vitest";

import { findLeaders } from "./differences.ts";

const RANGE = { better: "higher", minimumGap: 10 } as const;

test.each<[string, (number | null)[], leaders: number[], next?: number]>([
  ["the best by a difference that matters", [300, 310], [310], 300],
  ["no smaller one", [300, 309], []],
  ["several that hardly differ, best first", [318, 307, 321], [321, 318], 307],
  ["no chain of small differences", [300, 308, 316], []],
  ["nothing of unknown values", [null, 300, null], []],
])("finds %s", (_, values, leaders, next) => {
  const found = findLeaders(values, RANGE);
  expect(found?.leaders.map(({ value }) => value) ?? []).toEqual(leaders);
  expect(found?.runnerUp.value).toBe(next);
});

test("differences are those of the decimals", () => {
  expect(findLeaders([29.9, 26.9], { better: "lower", minimumGap: 3 })?.leaders).toEqual([
    { at: 1, value: 26.9 },
  ]);
});
