import { describe, expect, test } from "vitest";

import { nearestThumb, moveThumb, fitThumbs, snapToStep } from "./slider-value.ts";

const RANGE = { min: 150, max: 550, step: 5 };
const PRICE = { min: 30_000, max: 475_000, step: 1000 };

test.each([
  { value: 352, shown: 350, bounds: RANGE },
  { value: 353, shown: 355, bounds: RANGE },
  { value: 100, shown: 150, bounds: RANGE },
  { value: 35_400, shown: 35_000, bounds: PRICE },
  { value: 9.9, shown: 9, bounds: { min: 0, max: 9, step: 4.5 } },
  { value: 10, shown: 10, bounds: { min: 0, max: 10, step: 4 } },
])("snapToStep (finding.md#sliders) shows $value as $shown", ({ value, shown, bounds }) => {
  expect(snapToStep(value, bounds)).toBe(shown);
});

describe("moveThumb", () => {
  const gap = { ...RANGE, minGap: 50 };
  test.each([
    { name: "a single thumb stops at the end", from: [350], index: 0, to: 9999, then: [550] },
    { name: "the lower keeps its distance", from: [200, 300], index: 0, to: 290, then: [250, 300] },
    { name: "the upper keeps its distance", from: [200, 300], index: 1, to: 210, then: [200, 250] },
    { name: "the other one never moves", from: [200, 300], index: 1, to: 500, then: [200, 500] },
  ])("$name", ({ from, index, to, then }) => {
    expect(moveThumb(from, index, to, gap)).toEqual(then);
  });
});

test.each([
  [
    [550, 550],
    [545, 550],
  ],
  [
    [100, 120],
    [150, 155],
  ],
  [
    [300, 301],
    [300, 305],
  ],
] as const)("thumbs at %o are shown at %o: they never meet", (pair, shown) => {
  expect(fitThumbs(pair, { ...RANGE, minGap: 5 })).toEqual(shown);
});

test.each([
  [[200, 400], 160, 0],
  [[200, 400], 500, 1],
  [[200, 400], 301, 1],
  [[300, 300], 400, 1],
  [[300, 300], 200, 0],
])("with thumbs at %o, a press at %i moves thumb %i", (thumbs, target, thumb) => {
  expect(nearestThumb(thumbs, target)).toBe(thumb);
});
