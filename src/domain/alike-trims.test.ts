import { describe, expect, it } from "vitest";

import type { Trim } from "./vehicle.ts";
import { model } from "../../test/chosen.ts";
import { pickAlike, sortTrims, type TrimQuality } from "./alike-trims.ts";

const IONIQ_5 = model(10, "Hyundai Ioniq 5", [
  { rowId: 11, year: 2026, price: 46_275, range: 259, zeroToSixty: 5.3 },
  { rowId: 12, year: 2026, price: 35_000, range: 245, zeroToSixty: 8.5 },
  { rowId: 13, year: 2026, price: 45_075, range: 318, zeroToSixty: 7.5 },
  { rowId: 14, year: 2026, price: 37_500, range: 318, zeroToSixty: 7.5 },
  { rowId: 15, year: 2025, price: 42_500, range: 245, zeroToSixty: 8.5 },
  { rowId: 16, year: 2024, price: 30_000, range: 400, zeroToSixty: 3 },
]);
const EQUINOX = model(20, "Chevrolet Equinox EV", [
  { rowId: 21, year: 2026, price: 44_095, range: 307, acceleration: 5.8 },
  { rowId: 22, year: 2025, price: 33_600, range: 319, acceleration: 7.7 },
]);
const LEAF = model(30, "Nissan Leaf", [{ rowId: 31, year: 2024 }]);

describe("alike trims of several models (comparing.md#like-for-like)", () => {
  it.each<[TrimQuality, string, number[]]>([
    [
      "cheapest",
      "of the two newest years, although the newest has a dearer one alone",
      [12, 22, 31],
    ],
    ["longest-range", "and the cheaper of two that go as far", [14, 22, 31]],
    ["quickest", "by either 0-60 figure", [11, 21, 31]],
  ])("the %s of each: %s", (quality, _, rowIds) => {
    expect(pickAlike([IONIQ_5, EQUINOX, LEAF], quality)).toEqual(rowIds);
  });

  it.each<[string, Partial<Trim>[], number[]]>([
    ["an unknown price is never the cheapest", [{ price: 0 }, {}, { price: 60_000 }], [3, 1, 2]],
    ["with no price at all the first stays", [{}, { price: 0 }], [1, 2]],
    [
      "a third year comes last, however cheap",
      [{ price: 9, year: 2023 }, { price: 99, year: 2024 }, { price: 100 }],
      [2, 3, 1],
    ],
    [
      "the two newest years need not follow each other",
      [{ price: 9, year: 2020 }, { price: 99 }, { price: 8, year: 2019 }],
      [1, 2, 3],
    ],
    [
      "priceless years do not pass the choice on to an older one",
      [{ price: 9, year: 2023 }, { year: 2024 }, { trim: "First" }, { trim: "Second" }],
      [3, 4, 2, 1],
    ],
    ["of equal prices the newer", [{ price: 9, year: 2024 }, { price: 9 }], [2, 1]],
    ["of equal prices and years the first stays", [{ price: 9 }, { price: 9 }], [1, 2]],
    ["one trim", [{}], [1]],
    ["none", [], []],
  ])("%s", (_, trims, order) => {
    const ev = model(
      1,
      "Kia EV6",
      trims.map((trim, at) => ({ rowId: at + 1, ...trim })),
    );
    expect(sortTrims(ev, "cheapest").map(({ rowId }) => rowId)).toEqual(order);
  });
});
