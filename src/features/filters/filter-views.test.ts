import { describe, expect, test } from "vitest";
import {
  DEFAULT_FILTERS,
  type FilterState,
  setBounds,
  setShowcaseRange,
  toggleQuick,
} from "./filter-state.ts";
import { minRangeView, priceView, sliderView, toVehicleFilter } from "./filter-views.ts";
import { NO_FILTER } from "../../domain/filters/find-models.ts";
import { PANEL_PRICE_USD, SHOWCASE_PRICE_USD } from "../../domain/filters/slider-scales.ts";

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
      expect(minRangeView(state)).toMatchObject({ value: 350, isSet: false });
      for (const bounds of [SHOWCASE_PRICE_USD, PANEL_PRICE_USD])
        expect(priceView(state, bounds)).toMatchObject({ value: 250_000, isSet: false });
      for (const [name, value] of [
        ["range", [140, 550]],
        ["acceleration", [2.5, 9.5]],
        ["cargo", [0, 100]],
        ["topSpeed", [100, 200]],
      ] as const)
        expect(sliderView(state, name)).toMatchObject({ value, isSet: false });
      expect(sliderView(state, "towing")).toBeNull();
    }
  });

  test.each([
    ["at the showcase's end", setShowcaseRange(start, 550), [550, 550], 550],
    ["off the steps", touchedRange(203, 411), [203, 411], 203],
    ["open below", touchedRange(140, 300), [140, 300], 140],
  ] as const)("both say the miles that filter: %s", (_, state, panel, showcase) => {
    expect(sliderView(state, "range")?.value).toEqual(panel);
    expect(minRangeView(state).value).toBe(showcase);
  });
});
