import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findModels, NO_FILTER, type VehicleFilter } from "./find-models.ts";
import { seatingBand } from "./filters.ts";
import { CARS, sampleEv, sampleTrim } from "../../../test/sample-cars.ts";
import { wordsOf } from "./search.ts";
import { DEFAULT_SORT } from "./sort.ts";

function indexes(trims: readonly { index: number }[]): number[] {
  return trims.map(({ index }) => index);
}

function found(filter: Partial<VehicleFilter>): string[] {
  return findModels(CARS, { ...NO_FILTER, ...filter }, DEFAULT_SORT).matches.map(
    ({ ev, trims }) => `${ev.model}:${indexes(trims).join("+")}`,
  );
}

describe("public filtering (finding.md#filter-state)", () => {
  const cases: [string, Partial<VehicleFilter>, string[]][] = [
    ["words in make, model and trim", { words: wordsOf("LONG tesla") }, ["Model 3:0"]],
    ["a word may be part of a word", { words: wordsOf("light") }, ["F-150 Lightning:0+1"]],
    ["every word must appear", { words: wordsOf("tesla ev9") }, []],
    ["a brand by its alias", { makes: ["Chevy"] }, ["Equinox EV:0"]],
    ["body type Truck", { bodyTypes: ["Truck"] }, ["F-150 Lightning:0+1"]],
    ["body type SUV/Crossover", { bodyTypes: ["SUV/Crossover"] }, ["Equinox EV:0", "EV9:0"]],
    ["body type SUV alone", { bodyTypes: ["SUV"] }, ["EV9:0"]],
    ["one of the body types", { bodyTypes: ["Minivan", "Sedan"] }, ["Model 3:0+1", "ID. Buzz:0"]],
    ["range at least", { minRange: 319 }, ["Model 3:0", "Equinox EV:0"]],
    ["price at most, the bound included", { maxPrice: 34_995 }, ["Equinox EV:0", "500e:0"]],
    ["zeroToSixty first", { acceleration: { min: null, max: 2.9 } }, ["Model 3:1", "Taycan:0"]],
    ["two seats", { seating: ["2"] }, ["Taycan:0"]],
    ["six seats and seven", { seating: ["7"] }, ["EV9:0", "ID. Buzz:0"]],
    ["port", { port: ["NACS", "CHAdeMO"] }, ["Model 3:1"]],
    ["so many seats or more", { minSeats: 6 }, ["EV9:0", "ID. Buzz:0"]],
    ["of the band of six or more those with seven", { minSeats: 7, seating: ["7"] }, ["EV9:0"]],
    ["minutes at most, the bound included", { maxCharging: 20 }, ["F-150 Lightning:1"]],
    ["tax credit: the trim's flag first", { taxCredit: true }, ["Model 3:0", "F-150 Lightning:1"]],
    ["all of them together", { makes: ["Tesla"], maxPrice: 50_000, drive: ["AWD"] }, []],
  ];
  test.each(cases)("%s", (_, filter, expected) => {
    expect(found(filter)).toEqual(expected);
  });

  test.each([
    [0, null],
    [2, "2"],
    [4, "5"],
    [6, "7"],
    [9, "7"],
  ] as const)("%s seats are band %s", (seats, band) => {
    expect(seatingBand(seats)).toBe(band);
  });
});

describe("missing values", () => {
  const car = sampleEv({ id: 1 });
  test.each([
    [{ price: 0 }, { maxPrice: 40_000 }, { missing: "price" }],
    [{ range: null }, { minRange: 100 }, { missing: "range" }],
    [{ acceleration: 0 }, { acceleration: { min: 3, max: null } }, { missing: "acceleration" }],
    [{ seating: 0 }, { seating: ["5"] }, { missing: "seating" }],
    [{ charging: 0 }, { maxCharging: 25 }, { missing: "maxCharging" }],
    [{ consumption: null }, { maxConsumption: 30 }, { missing: "maxConsumption" }],
    [{ consumption: 30.1 }, { maxConsumption: 30 }, "fail"],
    [{ seating: null }, { minSeats: 7 }, { missing: "minSeats" }],
    [{ charging: 25 }, { maxCharging: 25 }, "pass"],
    [{ charging: null }, { maxCharging: 25, keepMissing: ["maxCharging"] }, "pass"],
    [{ price: 0 }, { minPrice: 40_000 }, { missing: "price" }],
    [{ price: 0, range: 0 }, { maxPrice: 1, minRange: 1 }, { missing: "range" }],
    [{ price: 0 }, { maxPrice: 1, minRange: 301 }, "fail"],
    [{ price: 0 }, { maxPrice: 1, keepMissing: ["price"] }, "pass"],
    [{ price: 0 }, {}, "pass"],
    [{ taxCreditEligible: null }, { taxCredit: true }, "fail"],
  ] as const)("%o under %o: %o", (trim, filter, verdict) => {
    const cars = [{ ...car, trims: [sampleTrim(trim)] }];
    const { matches, leftOut } = findModels(cars, { ...NO_FILTER, ...filter }, DEFAULT_SORT);
    const [missing] = leftOut.map(({ field }) => ({ missing: field }));
    expect(matches.length > 0 ? "pass" : (missing ?? "fail")).toEqual(verdict);
  });

  test("counts the trims left out only for a missing value", () => {
    const cars = [
      sampleEv({ id: 1 }, { price: 0 }, { price: null }),
      sampleEv({ id: 2 }, { price: 0 }, { price: 30_000 }),
      sampleEv({ id: 3 }, { price: 0, range: 100 }),
    ];
    const filter = { ...NO_FILTER, maxPrice: 40_000, minRange: 200 };
    const answer = findModels(cars, filter, DEFAULT_SORT);
    expect(answer.leftOut).toEqual([{ field: "price", trims: 3 }]);
    expect(answer.matches.map(({ ev, trims }) => [ev.id, indexes(trims)])).toEqual([[2, [1]]]);
    const result = findModels(cars, { ...filter, keepMissing: ["price"] }, DEFAULT_SORT);
    expect(result.leftOut).toEqual([]);
    expect(result.matches.map(({ ev }) => ev.id)).toEqual([1, 2]);
  });
});

test("each trim is left out for the value that it lacks itself", () => {
  const noPort = { charging: 20, chargePort: null };
  const cars = [sampleEv({ id: 1 }, { charging: null, chargePort: "CCS" }, noPort, noPort)];
  const filter: VehicleFilter = { ...NO_FILTER, maxCharging: 60, port: ["CCS"] };
  const { leftOut } = findModels(cars, filter, DEFAULT_SORT);
  expect(leftOut).toEqual([
    { field: "maxCharging", trims: 1 },
    { field: "port", trims: 2 },
  ]);
});

test("the newest year is that of all rows of the model, whatever else is asked (finding.md#newest-model-years)", () => {
  const car = sampleEv(
    { id: 1 },
    { year: 2026, price: 60_000, trim: "Base" },
    { year: 2025, price: 40_000, trim: "Base" },
    { year: 2026, price: 70_000, trim: "Long" },
  );
  const passing = (filter: Partial<VehicleFilter>) =>
    findModels([car], { ...NO_FILTER, ...filter }, DEFAULT_SORT).matches.map(({ trims }) =>
      indexes(trims),
    );
  expect(passing({})).toEqual([[0, 1, 2]]);
  expect(passing({ newest: true })).toEqual([[0, 2]]);
  expect(passing({ newest: true, maxPrice: 65_000 })).toEqual([[0]]);
  expect(passing({ newest: true, maxPrice: 50_000 })).toEqual([]);
});

describe("one card per model", () => {
  test.each([
    [{ key: "range", order: "desc" }, 0],
    [{ key: "range", order: "asc" }, 1],
    [{ key: "price", order: "desc" }, 1],
    [{ key: "price", order: "asc" }, 0],
    [{ key: "acceleration", order: "asc" }, 1],
    [{ key: "make", order: "desc" }, 0],
  ] as const)("under %o the trim that comes first is shown", (sort, shown) => {
    const [tesla] = findModels(CARS.slice(0, 1), NO_FILTER, sort).matches;
    expect(tesla?.shown.index).toBe(shown);
    expect(indexes(tesla?.trims ?? [])).toEqual([0, 1]);
  });

  test("only passing trims can be shown, and are counted", () => {
    const answer = findModels(CARS, { ...NO_FILTER, maxRange: 300 }, DEFAULT_SORT);
    expect(answer.matches[0]?.shown.trim).toBe("Performance");
    expect(answer.trimCount).toBe(6);
  });
});

describe("quick filters (finding.md#quick-filters)", () => {
  const cars = Array.from({ length: 9 }, (_, at) =>
    sampleEv(
      { id: at + 1 },
      { price: 31_000 + at * 1000, range: 200 + at * 10, acceleration: 3 + at },
      { price: 90_000 + at, range: 150, acceleration: 9.9 },
    ),
  );
  cars.push(sampleEv({ id: 99 }, { price: 0, range: 0, acceleration: 0 }));
  const top = (quick: "maxrange" | "fastest" | "cheapest", sort = DEFAULT_SORT) =>
    findModels(cars, NO_FILTER, sort, { quick }).matches.map(({ ev }) => ev.id);

  test.each([
    ["maxrange", { key: "range", order: "desc" }, [9, 8, 7, 6, 5]],
    ["fastest", { key: "acceleration", order: "asc" }, [1, 2, 3, 4, 5]],
    ["cheapest", { key: "price", order: "asc" }, [1, 2, 3, 4, 5]],
    ["cheapest", { key: "price", order: "desc" }, [5, 4, 3, 2, 1]],
  ] as const)("%s keeps five models, shown by %o", (quick, sort, ids) => {
    expect(top(quick, sort)).toEqual(ids);
  });

  test("a budget car costs $35,000 at most, and its other trims do not pass", () => {
    const dear = [...cars.slice(3), sampleEv({ id: 50 }, { price: 35_001 })];
    const { matches } = findModels(dear, NO_FILTER, DEFAULT_SORT, { quick: "cheapest" });
    expect(matches.map(({ ev, trims }) => [ev.id, indexes(trims)])).toEqual([
      [5, [0]],
      [4, [0]],
    ]);
  });

  test("those without the figure that it ranks by are counted", () => {
    const leftOut = (quick: "maxrange" | "fastest" | "cheapest", minRange: number | null = null) =>
      findModels(cars, { ...NO_FILTER, minRange }, DEFAULT_SORT, { quick }).leftOut;
    expect(leftOut("cheapest")).toEqual([{ field: "price", trims: 1 }]);
    expect(leftOut("maxrange")).toEqual([{ field: "range", trims: 1 }]);
    expect(leftOut("fastest")).toEqual([{ field: "acceleration", trims: 1 }]);
    expect(leftOut("fastest", 200)).toEqual([{ field: "range", trims: 1 }]);
  });

  test("the other filters hold as well", () => {
    const filter = { ...NO_FILTER, minRange: 250 };
    const { matches } = findModels(cars, filter, DEFAULT_SORT, { quick: "fastest" });
    expect(matches.map(({ ev }) => ev.id)).toEqual([9, 8, 7, 6]);
  });
});

test("filters commute: applying two at once keeps what applying one after the other keeps", () => {
  const one = fc.constantFrom<Partial<VehicleFilter>>(
    { minRange: 240 },
    { maxPrice: 60_000 },
    { bodyTypes: ["SUV/Crossover", "Sedan"] },
    { drive: ["FWD"] },
    { taxCredit: true },
    { acceleration: { min: null, max: 5 } },
    { words: ["e"] },
    { seating: ["5"] },
  );
  const trimsOf = (filter: Partial<VehicleFilter>, cars = CARS) =>
    findModels(cars, { ...NO_FILTER, ...filter }, DEFAULT_SORT).matches.map(({ ev, trims }) => ({
      ...ev,
      trims: [...trims],
    }));
  const rowIds = (cars: readonly { trims: { rowId: number }[] }[]) =>
    cars.flatMap(({ trims }) => trims.map(({ rowId }) => rowId)).toSorted((a, b) => a - b);
  fc.assert(
    fc.property(one, one, (a, b) => {
      const both = rowIds(trimsOf({ ...a, ...b }));
      expect(rowIds(trimsOf(b, trimsOf(a)))).toEqual(both);
      expect(rowIds(trimsOf(a, trimsOf(b)))).toEqual(both);
    }),
  );
});

test("miles and miles per hour count whole, as they are shown (vehicles.md#whole-miles)", () => {
  const ev = sampleEv({ id: 7 }, { range: 279.6, topSpeed: 111.8 });
  const passes = (filter: Partial<VehicleFilter>) =>
    findModels([ev], { ...NO_FILTER, ...filter }, DEFAULT_SORT).matches.length === 1;
  expect(passes({ minRange: 280 })).toBe(true);
  expect(passes({ maxRange: 279 })).toBe(false);
  expect(passes({ topSpeed: { min: 112, max: 112 } })).toBe(true);
  expect(passes({ minRange: 279.62, maxRange: 279.62 })).toBe(true); // 450 km
  expect(passes({ topSpeed: { min: 111.85, max: 111.85 } })).toBe(true); // 180 km/h
});

test("models whose long drive is unknown come last and are counted, if they are sorted by it", () => {
  const evs = [
    sampleEv({ id: 1, make: "Audi", model: "Q4" }, { charging: null }),
    sampleEv({ id: 2, make: "Kia", model: "EV6" }, { charging: null }, { charging: 18 }),
    sampleEv({ id: 3, make: "Kia", model: "EV9" }, { range: null }),
  ];
  const sorted = findModels(evs, NO_FILTER, { key: "trip", order: "asc" });
  const cards = sorted.matches.map(({ ev, shown }) => `${ev.id}:${shown.index}`);
  expect(cards).toEqual(["2:1", "1:0", "3:0"]);
  expect(sorted.unknownDrives).toBe(2);
  expect(findModels(evs, NO_FILTER, DEFAULT_SORT).unknownDrives).toBe(0);
});
