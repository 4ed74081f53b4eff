import { describe, expect, test } from "vitest";
import {
  clearQuick,
  DEFAULT_FILTERS,
  dropUnusedExceptions,
  type FilterState,
  resetFilters,
  setBounds,
  setShowcaseRange,
  toggleMissing,
  toggleQuick,
} from "./filter-state.ts";

const start = DEFAULT_FILTERS;

test("every slider is untouched at first, and one at both its ends is so again (finding.md#sliders)", () => {
  const { range, price, acceleration, cargo, topSpeed } = start;
  expect([range, price, acceleration, cargo, topSpeed]).toEqual([null, null, null, null, null]);
  const moved = setBounds(start, "acceleration", { min: 2.5, max: 6 });
  expect(moved.acceleration).toEqual({ min: null, max: 6 });
  expect(setBounds(moved, "acceleration", { min: 2.5, max: 9.5 })).toEqual(start);
  const roomy = setBounds(start, "cargo", { min: 20, max: 100 });
  expect(roomy.cargo).toEqual({ min: 20, max: null });
  expect(setBounds(roomy, "cargo", { min: 0, max: 100 })).toEqual(start);
  expect(setBounds(start, "topSpeed", { min: 100, max: 200 })).toEqual(start);
});

describe("the showcase range slider (finding.md#range-and-price)", () => {
  test.each([
    [null, 400, null],
    [300, 200, 300],
    [300, 260, 310],
    [300, 520, null],
    [null, 550, null],
  ])("from up to %o to at least %i: up to %o", (upper, min, max) => {
    const range = upper === null ? null : { min: null, max: upper };
    const moved = setShowcaseRange({ ...start, range }, min);
    expect(moved.range).toEqual({ min, max });
  });
});

test("a range counts as touched with both ends open too, until cleared (finding.md#range-and-price)", () => {
  const moved = setBounds(start, "range", { min: 140, max: 400 });
  expect(moved.range).toEqual({ min: null, max: 400 });
  expect(setBounds(moved, "range", { min: 140, max: 550 }).range).toEqual({ min: null, max: null });
  expect(setBounds(moved, "range", null)).toEqual(start);
});

describe("quick filters (finding.md#quick-filters)", () => {
  const before: FilterState = {
    ...setShowcaseRange(start, 400),
    price: 60_000,
    acceleration: { min: 3, max: 6 },
    makes: ["Tesla"],
    sort: { key: "make", order: "desc" },
  };

  test.each([
    ["maxrange", { key: "range", order: "desc" }],
    ["fastest", { key: "acceleration", order: "asc" }],
    ["cheapest", { key: "price", order: "asc" }],
  ] as const)("choosing %s resets the three filters and sorts by %o", (quick, sort) => {
    expect(toggleQuick(before, quick)).toEqual({ ...start, makes: ["Tesla"], quick, sort });
  });

  test("clearing keeps what was set since", () => {
    const sort = { key: "make", order: "asc" } as const;
    const since = { ...setShowcaseRange(toggleQuick(start, "cheapest"), 300), sort };
    expect(clearQuick(since)).toEqual({ ...setShowcaseRange(start, 300), sort });
    expect(clearQuick(start)).toBe(start);
  });
});

test("a sum of tenths is kept as tenths", () => {
  const bounds = setBounds(start, "acceleration", { min: 3, max: 4.3 + 0.1 }).acceleration;
  expect(bounds).toEqual({ min: 3, max: 4.4 });
});

test("reset removes every filter and keeps the visitor's sort", () => {
  const sort = { key: "price", order: "desc" } as const;
  const filtered = setBounds(setShowcaseRange(start, 400), "acceleration", { min: 3, max: 6 });
  expect(resetFilters({ ...filtered, sort })).toEqual({ ...start, sort });
  expect(resetFilters(toggleQuick(start, "fastest"))).toEqual(start);
});

test("leave to miss a value goes with its filter", () => {
  const priced = toggleMissing({ ...start, price: 60_000 }, "price");
  expect(priced.keepMissing).toEqual(["price"]);
  expect(toggleMissing(priced, "price").keepMissing).toEqual([]);
  expect(dropUnusedExceptions({ ...priced, price: null }).keepMissing).toEqual([]);
});
