import { describe, expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { DEFAULT_FILTERS } from "../filters/filter-state.ts";
import { serializeFilters } from "../filters/filter-address.ts";
import { findModels, NO_FILTER } from "../../domain/filters/find-models.ts";
import { DEFAULT_SORT } from "../../domain/filters/sort.ts";
import { applyBox, type Box, boxAt, boxOf, edgesOf } from "./explore-box.ts";
import { headlineOf, TITLE } from "./explore-section.tsx";
import { percentWithin, priceTicks, rangeTicks, scaleOf } from "./explore-scale.ts";

const POINTS = [
  { range: 100, price: 26_500 },
  { range: 512, price: 490_000 },
];

describe("the axes", () => {
  test("have round ticks", () => {
    const { range, price } = scaleOf(POINTS);
    expect(rangeTicks(range, 1)).toEqual([100, 200, 300, 400, 500]);
    expect(rangeTicks(range, 1.609344)).toEqual([200, 400, 600, 800]);
    expect(priceTicks(price)).toEqual([
      30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 500_000,
    ]);
  });

  test("have whole thousands where prices are close", () => {
    const { price } = scaleOf([
      { range: 1, price: 41_000 },
      { range: 2, price: 48_000 },
    ]);
    expect(priceTicks(price)).toEqual([40_000, 45_000, 50_000]);
  });

  test("have no two prices with one label", () => {
    const { price } = scaleOf([{ range: 1, price: 1_080_000 }]);
    expect(priceTicks(price)).toEqual([1_100_000]);
  });

  test.each([
    [[]],
    [POINTS],
    [[{ range: 300, price: 40_000 }]],
    [[{ range: 5000, price: 9_000_000 }]],
  ])("hold every car, with room around: %j", (points) => {
    const { range, price } = scaleOf(points);
    for (const one of points) {
      expect(range.toPercent(one.range)).toBeGreaterThan(0);
      expect(range.toPercent(one.range)).toBeLessThan(100);
      expect(price.toPercent(one.price)).toBeGreaterThan(0);
      expect(price.toPercent(one.price)).toBeLessThan(100);
    }
    expect(rangeTicks(range, 1).length).toBeGreaterThan(1);
    expect(priceTicks(price).length).toBeLessThanOrEqual(24);
  });

  test("leave out a few outliers, which are placed at the edge", () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ range: 200 + at, price: 40_000 + at }));
    const { range, price } = scaleOf([...many, { range: 999, price: 1_200_000 }]);
    expect(range.at(100)).toBeLessThan(320);
    expect(price.at(100)).toBeLessThan(50_000);
    expect([percentWithin(range, 999), percentWithin(price, 1_200_000)]).toEqual([96, 96]);
    expect(percentWithin(range, 250)).toBe(range.toPercent(250));
  });

  test("lead back to the figures", () => {
    const { range, price } = scaleOf(POINTS);
    expect(range.at(range.toPercent(333))).toBeCloseTo(333, 6);
    expect(price.at(price.toPercent(61_000))).toBeCloseTo(61_000, 4);
  });
});

type Sides = Partial<Record<"minRange" | "maxRange" | "minPrice" | "maxPrice", number>>;

function toBox({ minRange, maxRange, minPrice, maxPrice }: Sides): Box {
  return {
    range: { min: minRange ?? null, max: maxRange ?? null },
    price: { min: minPrice ?? null, max: maxPrice ?? null },
  };
}

describe("a box", () => {
  const scale = scaleOf(POINTS);
  const edges = (sides: Sides) => edgesOf(scale, toBox(sides));
  const before = applyBox(DEFAULT_FILTERS, {
    range: { min: 300, max: 350 },
    price: { min: 40_000, max: 50_000 },
  });

  test.each<[string, Sides, string]>([
    [
      "sets range and price by its four sides",
      { minRange: 251.9, maxRange: 318, minPrice: 39_600, maxPrice: 60_400 },
      "minRange=250&maxRange=320&maxPrice=60000&minPrice=40000",
    ],
    ["sets no more than the price's lower side", { minPrice: 60_400 }, "minPrice=60000"],
    ["filters from 140 miles on", { maxRange: 318 }, "maxRange=320"],
    [
      "keeps its sides apart",
      { minRange: 301, maxRange: 302, minPrice: 60_100, maxPrice: 60_400 },
      "minRange=300&maxRange=305&maxPrice=61000&minPrice=60000",
    ],
    ["that holds all takes what was set", {}, ""],
  ])("%s", (_, box, filters) => {
    const state = applyBox(before, boxAt(scale, edges(box)));
    expect(serializeFilters(state)).toBe(filters);
    expect(applyBox(DEFAULT_FILTERS, boxOf(state))).toEqual(state);
  });

  test("stays within the plot, however far away it is set", () => {
    const sides = edges({ minRange: 140, maxPrice: 9_999_999, minPrice: 1000 });
    expect(sides).toMatchObject({ top: 0, bottom: 100, right: 100 });
  });
});

describe("the headline", () => {
  const { matches } = findModels(
    [
      sampleEv({ id: 1 }, { range: 250, price: 38_000 }, { range: 290, price: 40_000 }),
      sampleEv({ id: 2 }, { range: 1300, price: 39_000 }, { range: 1500, price: 0 }),
      sampleEv({ id: 3 }, { range: null, price: 30_000 }),
      sampleEv({ id: 4 }, { range: 300, price: null }),
    ],
    NO_FILTER,
    DEFAULT_SORT,
  );
  const only = (id: number) => matches.filter(({ ev }) => ev.id === id);
  const say = (sides: Sides, found = matches, unit: "miles" | "km" = "miles") =>
    headlineOf(toBox(sides), found, DISTANCE_FORMATS[unit]);

  test.each([
    [say({}), TITLE],
    [say({ maxPrice: 40_000 }), "$40,000 buys up to 1,300 miles in 3 models"],
    [say({ maxPrice: 40_000, minRange: 250 }), "$40,000 buys 250 miles in 2 models"],
    [say({ maxPrice: 40_000, minRange: 250 }, only(1)), "$40,000 buys 250 miles in 1 model"],
    [say({ maxPrice: 40_000 }, only(3)), "$40,000 buys 1 model without a known range"],
    [say({ maxPrice: 40_000, minRange: 250 }, only(3)), "$40,000 buys no model"],
    [say({ maxPrice: 40_000 }, matches, "km"), "$40,000 buys up to 2,092 km in 3 models"],
  ])("%s", (said, expected) => {
    expect(said).toBe(expected);
  });
});
