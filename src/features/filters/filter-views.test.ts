import { describe, expect, test } from "vitest";
import {
  DEFAULT_FILTERS,
  type FilterState,
  setBounds,
  setShowcaseRange,
  toggleQuick,
} from "./filter-state.ts";
import {
  minRangeView,
  movedEnds,
  priceView,
  sliderView,
  snapPair,
  toVehicleFilter,
} from "./filter-views.ts";
import { NO_FILTER } from "../../domain/filters/find-models.ts";
import {
  PANEL_PRICE_USD,
  PANEL_RANGE_MILES,
  SHOWCASE_PRICE_USD,
} from "../../domain/filters/slider-bounds.ts";

const start = DEFAULT_FILTERS;
const touchedRange = (min: number, max: number): FilterState =>
  setBounds(start, "range", { min, max });

test.each([
  ["untouched", start, {}],
  ["a quick filter's reset pairs", toggleQuick(start, "fastest"), {}],
  ["at least 300", setShowcaseRange(start, 300), { minRange: 300 }],
  ["touched at the default", setShowcaseRange(start, 350), { minRange: 350 }],
  ["panel upper", touchedRange(140, 400), { minRange: 140, maxRange: 400 }],
  ["lower, beyond the slider", setShowcaseRange(start, 600), { minRange: 600 }],
  ["both ends beyond it", touchedRange(600, 700), { minRange: 600, maxRange: 700 }],
  ["touched, both ends open", touchedRange(140, 550), { minRange: 140 }],
  ["price", { ...start, price: 60_000 }, { maxPrice: 60_000 }],
  ["price at the default", { ...start, price: 250_000 }, { maxPrice: 250_000 }],
  ["price at the showcase's end", { ...start, price: 475_000 }, {}],
  ["price at the panel's end", { ...start, price: 500_000 }, {}],
  ["price between the two ends", { ...start, price: 480_000 }, { maxPrice: 480_000 }],
  [
    "any known front trunk",
    setBounds(start, "frunk", { min: 0, max: null }),
    { frunk: { min: 0, max: null } },
  ],
] as const)(
  "what a state asks of a trim (finding.md#range-and-price): %s",
  (_, state, expected) => {
    expect(toVehicleFilter(state, [])).toEqual({ ...NO_FILTER, ...expected });
  },
);

describe("the two views (finding.md#range-and-price)", () => {
  test("untouched: showcase at 350 and $250,000, panel at 140-550", () => {
    for (const state of [start, toggleQuick(start, "cheapest")]) {
      expect(minRangeView(state)).toMatchObject({ value: 350, touched: false });
      for (const bounds of [SHOWCASE_PRICE_USD, PANEL_PRICE_USD])
        expect(priceView(state, bounds)).toMatchObject({ value: 250_000, touched: false });
      for (const [name, value] of [
        ["range", [140, 550]],
        ["acceleration", [2.5, 9.5]],
        ["cargo", [0, 100]],
        ["topSpeed", [100, 200]],
      ] as const)
        expect(sliderView(state, name)).toMatchObject({ value, touched: false });
      expect(sliderView(state, "towing")).toBeNull();
    }
  });

  test("each clamps and snaps for itself, and the state keeps its values", () => {
    const state = { ...touchedRange(140, 403), price: 500_000 };
    expect(minRangeView(state).value).toBe(150);
    expect(priceView(state, SHOWCASE_PRICE_USD).value).toBe(475_000);
    expect(sliderView(state, "range")?.value).toEqual([140, 405]);
    expect(priceView(state, PANEL_PRICE_USD).value).toBe(500_000);
    expect(priceView({ ...start, price: 61_000 }, PANEL_PRICE_USD).value).toBe(60_000);
  });

  test.each([
    ["at the showcase's end", setShowcaseRange(start, 550), [550, 550], 550],
    ["off the steps", touchedRange(203, 411), [203, 411], 205],
    ["open below", touchedRange(140, 300), [140, 300], 150],
  ] as const)("both say the miles that filter: %s", (_, state, panel, showcase) => {
    expect(sliderView(state, "range")?.exact).toEqual(panel);
    expect(minRangeView(state).value).toBe(showcase);
  });

  test("an end that the slider cannot show is kept when the other one moves", () => {
    const odd = { min: 203, max: null };
    expect(movedEnds(odd, [205, 550], [205, 400])).toEqual({ min: 203, max: 400 });
    expect(movedEnds(odd, [205, 550], [250, 550])).toEqual({ min: 250, max: null });
  });

  test.each([
    [
      [550, 550],
      [545, 550],
    ],
    [
      [100, 120],
      [140, 145],
    ],
    [
      [300, 301],
      [300, 305],
    ],
  ] as const)("the panel shows %o as %o: its thumbs never meet", (pair, shown) => {
    expect(snapPair(pair, PANEL_RANGE_MILES)).toEqual(shown);
  });
});
