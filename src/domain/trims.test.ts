import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupTrims } from "../features/catalogue/catalogue-snapshot.server.ts";
import {
  chooseTrim,
  groupEntries,
  isTaxCreditEligible,
  present,
  sortTrims,
  toListEntries,
  trimName,
  trimsOf,
  zeroToSixtyOf,
} from "./trims.ts";
import type { EvSummary, StoredRow, Trim } from "./vehicle.ts";
import { model } from "../../test/chosen.ts";
import { sampleEv } from "../../test/sample-cars.ts";
import { UNKNOWN_FACTS } from "../../test/unknown-facts.ts";

const EV6 = { make: "Kia", model: "EV6", trim: "Wind", year: 2025, bodyType: "Crossover" } as const;
const FIGURES = { price: 50_000, range: 300, charging: 18, acceleration: 5, zeroToSixty: null };
const SPACE = { seatingCapacity: 5, cargoSpace: 24.4, batteryCapacity: 84 };
const DRIVE = { driveType: "RWD", topSpeed: 117, maxChargingSpeed: 235 } as const;
const UNSAID = { ...UNKNOWN_FACTS, taxCreditEligible: null, image: null };

const ROW = { id: 11, modelId: 1, version: 1, ...EV6, ...FIGURES, ...SPACE, ...DRIVE, ...UNSAID };
const row = (over: Partial<StoredRow>): StoredRow => ({ ...ROW, ...over });

function trim(over: Partial<Trim>): Trim {
  const [first] = groupTrims([row({})], new Map())[0]?.trims ?? [];
  if (!first) throw new Error("one row gives one trim");
  return { ...first, ...over };
}

describe("groupTrims", () => {
  test("orders trims by year, newest first, then by row id", () => {
    const rows = [
      row({ id: 14, year: 2025, trim: "c" }),
      row({ id: 12, year: 2024, trim: "d" }),
      row({ id: 13, year: 2025, trim: "b" }),
      row({ id: 15, year: 2026, trim: "a" }),
    ];
    const [ev] = groupTrims(rows, new Map());
    expect(ev?.trims.map((each) => [each.index, each.rowId, each.trim])).toEqual([
      [0, 15, "a"],
      [1, 13, "b"],
      [2, 14, "c"],
      [3, 12, "d"],
    ]);
  });

  test("takes year, body type, image and tax credit from the header row", () => {
    const header = { year: 2026, bodyType: "SUV", image: "https://x.test/h.jpg" } as const;
    const rows = [
      row({ id: 11, image: "https://x.test/own.jpg", taxCreditEligible: true }),
      row({ id: 12, ...header, taxCreditEligible: false }),
      row({ id: 13 }),
    ];
    const [ev] = groupTrims(rows, new Map([[1, { averageRating: 4.5, reviewCount: 2 }]]));
    expect(ev).toMatchObject({
      id: 1,
      make: "Kia",
      model: "EV6",
      ...header,
      taxCreditEligible: false,
      averageRating: 4.5,
      reviewCount: 2,
    });
    const images = ev?.trims.map((each) => each.image);
    expect(images).toEqual([header.image, "https://x.test/own.jpg", header.image]);
    expect(ev?.trims.map((each) => each.taxCreditEligible)).toEqual([false, true, null]);
  });

  test("renames the columns that visitors know by other names", () => {
    const names = { index: 0, rowId: 11, year: 2025, trim: "Wind" };
    const space = { seating: 5, cargoCapacity: 24.4, battery: 84 };
    expect(trim({})).toEqual({ ...names, ...FIGURES, ...space, ...DRIVE, ...UNSAID });
  });

  test("keeps models in the order of their first rows, without reviews by default", () => {
    const rows = [row({ modelId: 9 }), row({ modelId: 3, id: 12 }), row({ modelId: 9, id: 10 })];
    const evs = groupTrims(rows, new Map());
    expect(evs.map((ev) => [ev.id, ev.trims.length, ev.averageRating, ev.reviewCount])).toEqual([
      [9, 2, null, 0],
      [3, 1, null, 0],
    ]);
  });
});

test("groupEntries undoes toListEntries", () => {
  const anyRows = fc.array(
    fc.record({
      modelId: fc.integer({ min: 1, max: 6 }),
      year: fc.integer({ min: 2020, max: 2030 }),
    }),
  );
  fc.assert(
    fc.property(anyRows, (given) => {
      const evs = groupTrims(
        given.map((over, index) => row({ id: 100 + index, ...over })),
        new Map([[2, { averageRating: 3, reviewCount: 1 }]]),
      );
      const entries = toListEntries(evs);
      expect(entries).toHaveLength(given.length);
      expect(entries.every((entry) => !("trims" in entry.ev))).toBe(true);
      expect(groupEntries(entries)).toEqual(evs);
    }),
  );
});

describe("trimsOf", () => {
  const summary: EvSummary = {
    id: 7,
    make: "Kia",
    model: "EV6",
    year: 2025,
    bodyType: "Crossover",
    image: null,
    drawing: "",
    taxCreditEligible: true,
    averageRating: 4,
    reviewCount: 1,
  };

  test("gives the trims when there are some", () => {
    const trims = [trim({})];
    expect(trimsOf({ ...summary, trims })).toBe(trims);
  });

  test.each([
    ["missing", undefined],
    ["null", null],
    ["empty", []],
  ])("takes the vehicle's own fields as a single trim when they are %s", (_, trims) => {
    const own = { trim: "Wind", price: 1, range: 2, seating: 5, cargoCapacity: 3, battery: 4 };
    expect(trimsOf({ ...summary, ...own, ...(trims === undefined ? {} : { trims }) })).toEqual([
      { index: 0, rowId: 7, year: 2025, ...own, taxCreditEligible: true, image: null },
    ]);
  });
});

describe("chooseTrim", () => {
  const trims = [
    trim({ index: 0, rowId: 20, trim: "GT-Line AWD", year: 2026 }),
    trim({ index: 1, rowId: 21, trim: "Wind", year: 2026 }),
    trim({ index: 2, rowId: 22, trim: "GT", year: 2025 }),
    trim({ index: 3, rowId: 23, trim: "Wind", year: 2025 }),
    trim({ index: 4, rowId: 24, trim: "GT-Line", year: 2025 }),
  ];
  test.each([
    ["nothing asked", {}, 20],
    ["an exact name in any case", { trimName: "gt" }, 22],
    ["an exact name before one that contains it", { trimName: "GT-line" }, 24],
    ["a name before an index", { trimName: "GT", trim: 4 }, 22],
    ["the shortest name that contains the text", { trimName: "line" }, 24],
    ["the newest of equal names", { trimName: "Wind" }, 21],
    ["the index among equal names", { trimName: "WIND", trim: 3 }, 23],
    ["the row of the address among equal names", { trimName: "wind", trim: 0, rowId: 23 }, 23],
    ["a name before the row of the address", { trimName: "GT", rowId: 23 }, 22],
    ["the first for the row of the address alone", { rowId: 23 }, 20],
    ["the newest when the index is another's", { trimName: "Wind", trim: 4 }, 21],
    ["the index among equal names by containment", { trimName: "win", trim: 3 }, 23],
    ["the index when no name matches", { trimName: "Light", trim: 2 }, 22],
    ["the index alone", { trim: 4 }, 24],
    ["the first for an index out of bounds", { trim: 5 }, 20],
    ["the first for a fraction", { trim: 1.5 }, 20],
  ])("%s", (_, asked, rowId) => {
    expect(chooseTrim(trims, asked)?.rowId).toBe(rowId);
  });

  test("has nothing to choose without trims", () => {
    expect(chooseTrim([], { trimName: "Wind", trim: 0 })).toBeUndefined();
  });
});

test.each([
  [4.5, 5, 4.5],
  [null, 5, 5],
  [0, 5, 5],
  [null, 0, null],
  [null, null, null],
])("zeroToSixtyOf: %s preferred over %s gives %s", (zeroToSixty, acceleration, expected) => {
  expect(zeroToSixtyOf({ zeroToSixty, acceleration })).toBe(expected);
});

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, true],
  [true, null, true],
  [false, null, false],
  [null, null, false],
])("isTaxCreditEligible: vehicle %s, trim %s gives %s", (ofEv, ofTrim, expected) => {
  expect(isTaxCreditEligible({ taxCreditEligible: ofEv }, { taxCreditEligible: ofTrim })).toBe(
    expected,
  );
});

test.each([
  [5, 5],
  [0, null],
  [Number.NaN, null],
  [null, null],
])("present(%s) is %s", (value, expected) => {
  expect(present(value)).toBe(expected);
});

/** Each list has the years of a model's trims; the test names the first trim. */
test.each([
  ["the present year", [2026], 2026, "Base"],
  ["the newest of the model, but before the present year", [2025, 2025], 2026, "Base (2025)"],
  ["the newest of several years", [2026, 2025], 2026, "Base (2026)"],
  ["an older one of several years", [2025, 2026], 2026, "Base (2025)"],
  ["next year's line-up alone", [2027], 2026, "Base"],
  ["the same on New Year's Day", [2026], 2027, "Base (2026)"],
  ["anywhere but on a card", [2023], undefined, "Base"],
  ["several years, anywhere", [2023, 2024], undefined, "Base (2023)"],
] as const)("the year beside a name: %s", (_, years, presentYear, expected) => {
  const ev = sampleEv({ id: 1 }, ...years.map((year) => ({ year })));
  const [first] = ev.trims;
  expect(first && trimName(ev, first, presentYear)).toBe(expected);
});

test.each<[string, Partial<Trim>[], number[]]>([
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
])("alike trims of several models (comparing.md#like-for-like): %s", (_, trims, order) => {
  const ev = model(
    1,
    "Kia EV6",
    trims.map((each, at) => ({ rowId: at + 1, ...each })),
  );
  expect(sortTrims(ev).map(({ rowId }) => rowId)).toEqual(order);
});
