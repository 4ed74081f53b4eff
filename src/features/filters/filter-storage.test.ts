import { describe, expect, test } from "vitest";
import { toggleBodyType, toggleMake } from "./filter-selections.ts";
import { clearQuick, DEFAULT_FILTERS, setShowcaseRange, toggleQuick } from "./filter-state.ts";
import { readStoredFilters, restoreDelay, storeChanges } from "./filter-storage.ts";
import { stubStorage } from "../../../test/sample-browser.ts";

const start = DEFAULT_FILTERS;

const NOTHING = { range: null, price: null, makes: [], bodyTypes: [], quick: null };

describe("stored filters (limits-and-texts.md#storage-keys)", () => {
  test("each stands under its key", () => {
    const storage = stubStorage("localStorage");
    const state = [
      (now: typeof start) => toggleQuick(now, "cheapest"),
      (now: typeof start) => setShowcaseRange(now, 300),
      (now: typeof start) => ({ ...now, price: 60_000 }),
      (now: typeof start) => toggleMake(now, "Tesla"),
      (now: typeof start) => toggleBodyType(now, "Truck"),
    ].reduce((now, change) => change(now), start);
    storeChanges(start, state);
    expect(Object.fromEntries(storage.values)).toEqual({
      ev_range_filter: "[300,550]",
      ev_price_filter: "[60000,475000]",
      ev_selected_brands: '["Tesla"]',
      ev_quick_filter: "cheapest",
      ev_body_types: '["Pickup Truck"]',
      ev_range_slider_interacted: "true",
      ev_price_slider_interacted: "true",
    });
    expect(readStoredFilters()).toEqual({
      range: { min: 300, max: null },
      price: 60_000,
      makes: ["Tesla"],
      bodyTypes: ["Pickup Truck"],
      quick: "cheapest",
    });
  });

  test("removing a chip clears its flag (finding.md#sliders)", () => {
    const storage = stubStorage("localStorage");
    const touched = { ...setShowcaseRange(start, 300), price: 60_000 };
    storeChanges(start, touched);
    storeChanges(touched, { ...touched, range: null, price: null });
    expect(readStoredFilters()).toEqual(NOTHING);
    expect(storage.values.has("ev_range_slider_interacted")).toBe(false);
  });

  test.each([
    [60_000, "[60000,475000]"],
    [475_000, "[475000,475000]"],
    [480_000, "[480000,480000]"],
  ])("a price up to %i stands there as %s (finding.md#range-and-price)", (ceiling, text) => {
    const storage = stubStorage("localStorage");
    storeChanges(start, { ...start, price: ceiling });
    expect(storage.values.get("ev_price_filter")).toBe(text);
  });

  test("a quick filter's resets stand there untouched, until it is cleared (finding.md#quick-filters)", () => {
    const storage = stubStorage("localStorage");
    const quick = toggleQuick({ ...start, price: 60_000 }, "fastest");
    storeChanges({ ...start, price: 60_000 }, quick);
    const pairs = () => ["range", "price"].map((name) => storage.values.get(`ev_${name}_filter`));
    expect(pairs()).toEqual(["[100,550]", "[20000,450000]"]);
    expect(readStoredFilters()).toMatchObject({ range: null, price: null, quick: "fastest" });
    storeChanges(quick, clearQuick(quick));
    expect(pairs()).toEqual(["[350,550]", "[250000,475000]"]);
  });

  test("only what changed is written", () => {
    const storage = stubStorage("localStorage");
    storeChanges(start, toggleMake(start, "Kia"));
    expect([...storage.values.keys()]).toEqual(["ev_selected_brands"]);
  });

  test.each([
    { ev_range_filter: "{", ev_selected_brands: "Tesla", ev_quick_filter: "loud" },
    { ev_range_filter: "[1]", ev_price_filter: '["a","b"]', ev_body_types: "7" },
    { ev_range_filter: "[9,3]", ev_price_filter: "[-5,1]", ev_range_slider_interacted: "maybe" },
    { ev_range_filter: "[null,null]", ev_selected_brands: '[1,null,{"a":2}," "]' },
    { ev_body_types: '["Boat"]', ev_selected_brands: `["${"x".repeat(999)}"]` },
  ])("broken values count as not stored: %o", (values) => {
    stubStorage("localStorage", values);
    expect(readStoredFilters()).toEqual(NOTHING);
  });

  test("a group name and a quoted quick filter are understood", () => {
    stubStorage("localStorage", {
      ev_body_types: '["SUV/Crossover"]',
      ev_quick_filter: '"fastest"',
    });
    const kept = { bodyTypes: ["SUV", "Crossover"], quick: "fastest" };
    expect(readStoredFilters()).toMatchObject(kept);
  });
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/140", 0, 300],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605", 0, 300],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile", 5, 3000],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604", 5, null],
  ["Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Safari/604", 5, null],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605", 5, null],
])(
  "%s with %i touch points restores after %s ms (finding.md#stored-filters)",
  (userAgent, touchPoints, delay) => {
    expect(restoreDelay(userAgent, touchPoints)).toBe(delay);
  },
);
