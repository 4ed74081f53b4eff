import { expect, test } from "vitest";

import { sampleEv } from "../../../../test/sample-cars.ts";
import { findTypicalFigures } from "../../../domain/typical-figures.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { type SavedValues, unusualWords } from "./unusual-values.ts";

const USUAL = {
  price: { least: 24_000, most: 250_000 },
  range: { least: 150, most: 500 },
  seatingCapacity: { least: 5, most: 7 },
  year: { least: 2024, most: 2026 },
};

test.each([
  [[{ price: 46 }], "Price: $46 is unusually low. Nearly all cars have $24,000-$250,000."],
  [[{ range: 1_234 }], "Range: 1,234 mi is unusually high. Nearly all cars have 150-500 mi."],
  [
    [
      { price: 46, range: 300 },
      { price: 45_990, range: 3_000 },
    ],
    "2 values are unusual, such as Price: $46. Nearly all cars have $24,000-$250,000.",
  ],
  [
    [{ price: 24_000 }, { price: 300_000 }, { range: 125 }, { range: null }, { trim: "Base" }],
    null,
  ],
  [[{ price: 0 }], null],
  [[{ seatingCapacity: 2, year: 2020 }], null],
  [[{ towing: 1 }], null],
  [[], null],
])("of %j", (rows, words) => {
  const saved = rows.map((changes) => ({ seen: null, changes }));
  expect(unusualWords(saved, USUAL)).toBe(words);
});

test("a value that the row had already is not remarked on", () => {
  const seen = { price: 1_000_000, range: 300 } as EvRow;
  const words = (changes: SavedValues["changes"]) => unusualWords([{ seen, changes }], USUAL);
  expect(words({ price: 1_000_000, range: 310 })).toBeNull();
  expect(words({ price: 2_000_000 })).toMatch(/^Price: \$2,000,000 is unusually high/);
});

test("the usual figures are the middle 98% of the catalogue", () => {
  const prices = [46, ...Array.from({ length: 98 }, (_price, at) => 30_000 + at), 999_999];
  const evs = prices.map((price, at) => sampleEv({ id: at + 1 }, { price, range: 0 }));
  const usual = findTypicalFigures(evs);
  expect(usual.price).toEqual({ least: 30_000, most: 30_097 });
  expect(usual.range).toBeUndefined();
  expect(findTypicalFigures(evs.slice(0, 3)).price).toEqual({ least: 46, most: 30_001 });
});
