import { describe, expect, test } from "vitest";

import { type FigureInput, readFigure, formatFigure, showFigure } from "./figure-reading.ts";

const PRICE = { label: "Price", prefix: "$", min: 30_000, max: 500_000, step: 1 } as const;
const MILES = { label: "Range", unit: "mi", min: 140, max: 550, step: 0.01 };
const KM = { ...MILES, unit: "km", times: 1.609344 };
const SECONDS = { label: "0-60", unit: "s", decimals: 1, min: 2.5, max: 9.5, step: 0.1 };
const MINUTES = { label: "Charging", unit: "min", min: 5, max: 90, step: 1 };

describe("a typed figure (finding.md#typed-figures)", () => {
  test.each<[string, FigureInput, number | null]>([
    ["45000", PRICE, 45_000],
    ["$42,490", PRICE, 42_490],
    [" 45k ", PRICE, 45_000],
    ["42.5K", PRICE, 42_500],
    ["29999", PRICE, null],
    ["cheap", PRICE, null],
    ["1e5", PRICE, null],
    ["", PRICE, null],
    ["300 miles", MILES, 300],
    ["139", MILES, null],
    // If the bound is 225.3 km, the figure shown for it must be accepted.
    ["225", KM, 140],
    ["480 km", KM, 298.26],
    ["886", KM, null],
    ["4.25s", SECONDS, 4.3],
    ["2.4", SECONDS, null],
    ["22.4", MINUTES, 22],
    ["91", MINUTES, null],
  ])("%j is %o %s", (text, reading, value) => {
    expect(readFigure(text, reading)).toBe(value);
  });

  test("is shown again as it was typed", () => {
    expect(showFigure(readFigure("480", KM) ?? 0, KM)).toBe("480");
    expect(showFigure(42_490, PRICE)).toBe("42,490");
    expect(formatFigure(30_000, PRICE)).toBe("$30,000");
    expect(formatFigure(140, KM)).toBe("225 km");
    expect(formatFigure(2.5, SECONDS)).toBe("2.5 s");
  });
});
