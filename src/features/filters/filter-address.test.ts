import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replacePart } from "../../ui/page-query.ts";
import { hasFilters, isFilterParameter, parseFilters, serializeFilters } from "./filter-address.ts";
import { DEFAULT_FILTERS, type FilterState, toggleQuick } from "./filter-state.ts";
import { CHOICES } from "../../domain/filters/filters.ts";
import { anyFilters } from "../../../test/sample-filters.ts";
import { record } from "../../domain/records.ts";

const start = DEFAULT_FILTERS;

const CASES: [string, Partial<FilterState>][] = [
  ["", {}],
  ["search=model+3", { search: "model 3" }],
  ["search=it%27s+100%25+%26+more", { search: "it's 100% & more" }],
  ["ignored=quiet", { ignored: "quiet" }],
  ["search=ioniq+5&ignored=it%27s+%3Cb%3E", { search: "ioniq 5", ignored: "it's <b>" }],
  ["make=Ford,Mercedes-Benz", { makes: ["Ford", "Mercedes-Benz"] }],
  ["bodyType=SUV,Pickup+Truck", { bodyTypes: ["SUV", "Pickup Truck"] }],
  ["maxRange=400", { range: { min: null, max: 400 } }],
  ["minRange=200&maxRange=400", { range: { min: 200, max: 400 } }],
  ["maxRange=600", { range: { min: null, max: 600 } }],
  ["minRange=600&maxRange=700", { range: { min: 600, max: 700 } }],
  ["minRange=600", { range: { min: 600, max: null } }],
  ["minRange=140", { range: { min: null, max: null } }],
  ["maxPrice=500000", { price: 500_000 }],
  ["acceleration=-6", { acceleration: { min: null, max: 6 } }],
  ["cargo=120-150.25", { cargo: { min: 120, max: 150.25 } }],
  ["topSpeed=120-150", { topSpeed: { min: 120, max: 150 } }],
  ["year=2025", { year: { min: 2025, max: 2025 } }],
  ["sort=towing", { sort: { key: "towing", order: "desc" } }],
  ["sort=length&order=desc", { sort: { key: "length", order: "desc" } }],
  ["maxConsumption=28.5", { maxConsumption: 28.5 }],
  ["quick=fastest", toggleQuick(start, "fastest")],
  [
    "quick=cheapest&sort=make",
    { ...toggleQuick(start, "cheapest"), sort: { key: "make", order: "asc" } },
  ],
  ["sort=range&order=asc", { sort: { key: "range", order: "asc" } }],
  ["sort=price", { sort: { key: "price", order: "desc" } }],
  ["maxPrice=60000&missing=price", { price: 60_000, keepMissing: ["price"] }],
];

describe("the address of a state (finding.md#addresses)", () => {
  test.each(CASES)("%s", (query, over) => {
    const state = { ...start, ...over };
    expect(parseFilters(query)).toEqual(state);
    expect(parseFilters(`?${query}`)).toEqual(state);
    expect(serializeFilters(state)).toBe(query);
    expect(hasFilters(query)).toBe(query !== "");
  });

  test.each([
    ["minRange=abc&maxPrice=-5&acceleration=x&cargo=9-3&topSpeed=1e3-2&towing=-&width=", ""],
    ["sort=colour&order=up&quick=none&taxCredit=yes&drive=4WD&seating=9&port=Type2", ""],
    ["maxCharging=4&minSeats=10&newest=yes&maxPrice=60000", "maxPrice=60000"],
    ["maxConsumption=28.55&sort=consumption&order=desc", "sort=consumption"],
    ["maxCharging=22.5&minSeats=&sort=charging&order=desc", "sort=charging"],
    ["maxCharging=-20&minSeats=6,7&missing=maxCharging,minSeats", ""],
    ["maxCharging=30&missing=maxCharging,minSeats", "maxCharging=30&missing=maxCharging"],
    ["bodyType=Boat,Truck", "bodyType=Pickup+Truck"],
    ["bodyType=SUV/Crossover", "bodyType=SUV,Crossover"],
    ["make=chevy,Chevrolet,,ford", "make=Chevrolet,Ford"],
    ["make=Tesla%2CFord", "make=Ford,Tesla"],
    ["drive=fwd,rwd", "drive=RWD,FWD"],
    ["minRange=400&maxRange=300", "minRange=400"],
    // The format of older links.
    ["acceleration=2.5-6", "acceleration=-6"],
    ["topSpeed=100-200", ""],
    ["year=2025-2025", "year=2025"],
    ["length=0165.50-", "length=165.5-"],
    ["length=12345678-&width=70.123-&height=-60&maxPrice=50000", "maxPrice=50000&height=-60"],
    ["sort=towing&order=up", "sort=towing"],
    ["sort=acceleration&order=desc", "sort=acceleration"],
    ["quick=fastest&sort=acceleration", "quick=fastest"],
    ["missing=price", ""],
    ["search=%E0%A4%A&x=%", "search=%EF%BF%BD%25A"],
  ])("%s is understood as %o", (query, canonical) => {
    expect(serializeFilters(parseFilters(query))).toBe(canonical);
  });

  test("texts and lists are bounded", () => {
    const makes = Array.from({ length: 500 }, (_, at) => `Make ${at}`).join();
    const state = parseFilters(`search=${"x".repeat(9999)}&make=${makes},${"y".repeat(999)}`);
    expect(state.search).toHaveLength(100);
    expect(state.makes).toHaveLength(60);
  });

  test("a round trip changes nothing that a visitor can see", () => {
    const seen = (state: FilterState) => ({
      ...state,
      search: state.search.trim(),
      makes: state.makes.toSorted(),
      bodyTypes: state.bodyTypes.toSorted(),
      ...record(CHOICES, (name) => state[name].toSorted()),
      keepMissing: state.keepMissing.toSorted(),
    });
    fc.assert(
      fc.property(anyFilters, (state) => {
        const query = serializeFilters(state);
        const again = parseFilters(query);
        expect(seen(again)).toEqual(seen(state));
        expect(serializeFilters(again)).toBe(query);
        expect(new URL(`https://cars.example/?${query}`).search.slice(1)).toBe(query);
      }),
    );
  });

  test("any text at all is read without harm, and canonically", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (query) => {
        const canonical = serializeFilters(parseFilters(query));
        expect(serializeFilters(parseFilters(canonical))).toBe(canonical);
      }),
    );
  });
});

test.each([
  ["?ev=13,41&make=Tesla", "quick=fastest", "quick=fastest&ev=13,41"],
  ["make=Tesla&utm_source=a%20b", "", "utm_source=a%20b"],
  ["", "make=Ford", "make=Ford"],
  ["?", "", ""],
])("other parameters of %o stay beside %o", (search, filters, expected) => {
  expect(replacePart(search, isFilterParameter, filters, true)).toBe(expected);
});

test.each([
  ["ids=3,1,3,x,0,-2,1.5,4", "ids=3,1,4"],
  ["show=size", "show=size"],
  ["show=outlet,size&sort=trip&order=desc", "sort=trip&show=outlet"],
  ["show=price&ids=", ""],
])("reads ?%s as ?%s", (query, canonical) => {
  expect(serializeFilters(parseFilters(query))).toBe(canonical);
});

test("takes a hundred cars of a shared list", () => {
  const ids = Array.from({ length: 101 }, (_, at) => at + 1);
  expect(parseFilters(`ids=${ids.join()}`).rowIds).toEqual(ids.slice(0, 100));
});
