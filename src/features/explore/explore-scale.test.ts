import { describe, expect, test } from "vitest";

import { DEFAULT_FILTERS } from "../filters/filter-state.ts";
import { serialiseFilters } from "../filters/filter-address.ts";
import { scaleOf } from "./explore-scale.ts";
import { applySelection, selectionAt } from "./explore-selection.ts";

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

  test("sets the least range and the highest price, on the sliders' steps", () => {
    const selection = selectionAt(scale, scale.left(251.9), scale.top(60_400));
    expect(selection).toEqual({ miles: 250, dollars: 60_000 });
    const state = applySelection(DEFAULT_FILTERS, selection);
    expect(serialiseFilters(state)).toBe("minRange=250&maxPrice=60000");
  });

  test("an edge beyond a slider's end sets nothing, and takes what was set", () => {
    const before = applySelection(DEFAULT_FILTERS, { miles: 300, dollars: 50_000 });
    const selection = selectionAt(scale, -5, -5);
    expect(selection).toEqual({ miles: null, dollars: null });
    expect(serialiseFilters(applySelection(before, selection))).toBe("");
  });
});
