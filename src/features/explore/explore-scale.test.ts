import { describe, expect, test } from "vitest";

import { DEFAULT_FILTERS } from "../filters/filter-state.ts";
import { serialiseFilters } from "../filters/filter-address.ts";
import { scaleOf } from "./explore-points.ts";
import { applySelection, selectionAt } from "./explore-brush.ts";

const POINTS = [
  { range: 100, price: 26_500 },
  { range: 512, price: 490_000 },
];

describe("the axes", () => {
  test("have round ticks", () => {
    const { rangeTicks, dollars } = scaleOf(POINTS);
    const figures = (perMile: number) => rangeTicks(perMile).map(({ figure }) => figure);
    expect(figures(1)).toEqual([100, 200, 300, 400, 500]);
    expect(figures(1.609344)).toEqual([200, 400, 600, 800]);
    expect(rangeTicks(2)[0]?.left).toBeCloseTo(scaleOf(POINTS).left(100), 9);
    expect(dollars).toEqual([30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 500_000]);
  });

  test.each([[[]], [[{ range: 1, price: 1 }]], [[{ range: 5000, price: 9_000_000 }]]])(
    "hold the sliders' bounds and every car: %j",
    (points) => {
      const scale = scaleOf(points);
      const all = [...points, { range: 150, price: 30_000 }, { range: 550, price: 475_000 }];
      for (const { range, price } of all) {
        expect(scale.left(range)).toBeGreaterThan(0);
        expect(scale.left(range)).toBeLessThan(100);
        expect(scale.top(price)).toBeGreaterThan(0);
        expect(scale.top(price)).toBeLessThan(100);
      }
      expect(scale.rangeTicks(1).length).toBeGreaterThanOrEqual(3);
      expect(scale.dollars.length).toBeGreaterThanOrEqual(3);
      expect(scale.dollars.length).toBeLessThanOrEqual(16);
    },
  );

  test("lead back to the figures", () => {
    const scale = scaleOf(POINTS);
    expect(scale.milesAt(scale.left(333))).toBeCloseTo(333, 6);
    expect(scale.dollarsAt(scale.top(61_000))).toBeCloseTo(61_000, 4);
  });
});

describe("a box", () => {
  const scale = scaleOf(POINTS);

  const before = applySelection(DEFAULT_FILTERS, { range: [300, 350], dollars: 50_000 });

  test.each<[string, [miles: number, miles: number, dollars: number], string]>([
    [
      "sets range and price by its sides",
      [251.9, 318, 60_400],
      "minRange=250&maxRange=320&maxPrice=60000",
    ],
    [
      "sets no greatest range beyond the slider",
      [251.9, 558, 60_400],
      "minRange=250&maxPrice=60000",
    ],
    ["sets no least range beyond it", [101, 318, 60_400], "maxRange=320&maxPrice=60000"],
    ["sets no price beyond it", [251.9, 318, 489_000], "minRange=250&maxRange=320"],
    ["keeps its sides apart", [301, 302, 60_400], "minRange=300&maxRange=305&maxPrice=60000"],
    ["keeps them apart at the end", [552, 558, 60_400], "minRange=545&maxPrice=60000"],
    ["that holds all takes what was set", [90, 600, 600_000], ""],
  ])("%s", (_, [from, to, dollars], filters) => {
    const sides = { left: scale.left(from), right: scale.left(to), top: scale.top(dollars) };
    const state = applySelection(before, selectionAt(scale, sides));
    expect(serialiseFilters(state)).toBe(filters);
  });
});
