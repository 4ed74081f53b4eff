import { describe, expect, test } from "vitest";

import { DISTANCE_FORMATS } from "../distance.ts";
import { CARS, sampleEv } from "../../../test/sample-cars.ts";
import { NO_FILTER, type VehicleFilter } from "./find-models.ts";
import { describeNearMiss, findNearMisses } from "./near-misses.ts";

const EVS = [
  sampleEv({ id: 1, make: "Kia" }, { price: 41_200, range: 310 }, { price: 40_800, range: 250 }),
  sampleEv({ id: 2, make: "Ford" }, { price: 60_000, range: 320 }),
  sampleEv({ id: 3, make: "Audi" }, { price: 44_000, range: 305 }),
  sampleEv({ id: 4, make: "Fiat" }, { price: 0, range: 400 }),
  sampleEv({ id: 5, make: "Lucid" }, { price: 90_000, range: 500 }),
];

function nearest(filter: Partial<VehicleFilter>) {
  const cars = findNearMisses(EVS, { ...NO_FILTER, ...filter }).map(({ ev, shown, misses }) =>
    [ev.make, shown.index, ...misses.map(({ field, by }) => `${field} ${by}`)].join(" "),
  );
  return cars.join(", ");
}

describe("the nearest cars where none passes (finding.md#chips-and-counts)", () => {
  test("miss the least, one trim of each model, and say by how much", () => {
    // 1,200 of 40,000 is less than 50 of 300.
    expect(nearest({ maxPrice: 40_000, minRange: 300 })).toBe(
      "Kia 0 price 1200, Audi 0 price 4000, Ford 0 price 20000",
    );
    expect(nearest({ minRange: 600, maxPrice: 85_000 })).toBe(
      "Lucid 0 price 5000 range 100, Ford 0 range 280, Kia 0 range 290",
    );
  });

  test("have whatever else is asked for, and are known", () => {
    expect(nearest({ maxPrice: 40_000, minRange: 300, makes: ["Audi"] })).toBe("Audi 0 price 4000");
    expect(nearest({ maxPrice: 1_000, makes: ["Fiat"] })).toBe("");
  });

  test("give up price first, then range and charging, then size, and seats, body type and drive last", () => {
    const trim = { price: 50_000, range: 300, length: 190, seating: 5, driveType: "AWD" as const };
    const evs = [
      sampleEv({ id: 1, make: "A", bodyType: "SUV" }, { ...trim, range: 290 }),
      sampleEv({ id: 2, make: "B", bodyType: "SUV" }, { ...trim, price: 74_000 }),
      sampleEv({ id: 3, make: "C", bodyType: "SUV" }, { ...trim, length: 191 }),
      sampleEv({ id: 4, make: "D", bodyType: "SUV" }, { ...trim, seating: 4 }),
      sampleEv({ id: 5, make: "E", bodyType: "Sedan" }, trim),
      sampleEv({ id: 6, make: "F", bodyType: "SUV" }, { ...trim, driveType: "RWD" }),
      sampleEv({ id: 7, make: "G", bodyType: "SUV" }, { ...trim, driveType: null, price: 60_000 }),
    ];
    const filter = {
      ...NO_FILTER,
      maxPrice: 50_000,
      minRange: 300,
      length: { min: null, max: 190 },
      minSeats: 5,
      bodyTypes: ["SUV/Crossover"],
      drive: ["AWD"],
    };
    const found = findNearMisses(evs, filter);
    const others = evs.filter((ev) => found.every((one) => one.ev !== ev));
    found.push(...findNearMisses(others, filter));
    const missed = found.map(({ ev, misses, others: traits }) =>
      [ev.make, ...misses.map((one) => one.field), ...traits].join(" "),
    );
    expect(missed).toEqual(["B price", "A range", "C length", "E bodyType", "F drive", "D seats"]);
  });

  test("have nearly the seats that were asked for, even if they cost up to twice as much", () => {
    const evs = [
      sampleEv({ id: 1, make: "A" }, { price: 29_000, seating: 5 }),
      sampleEv({ id: 2, make: "B" }, { price: 58_000, seating: 7 }),
      sampleEv({ id: 3, make: "C" }, { price: 61_000, seating: 7 }),
    ];
    const found = findNearMisses(evs, { ...NO_FILTER, maxPrice: 30_000, minSeats: 8 });
    expect(found.map(({ ev }) => ev.make)).toEqual(["B", "A"]);
  });

  test("rather miss a little range than cost far more", () => {
    const evs = [
      sampleEv({ id: 1, make: "A" }, { price: 79_000, range: 300 }),
      sampleEv({ id: 2, make: "B" }, { price: 41_000, range: 299 }),
    ];
    const found = findNearMisses(evs, { ...NO_FILTER, maxPrice: 40_000, minRange: 300 });
    expect(found.map(({ ev }) => ev.make)).toEqual(["B", "A"]);
  });

  test("are far from it where all are", () => {
    expect(nearest({ maxPrice: 10_000 })).toBe(
      "Kia 1 price 30800, Audi 0 price 34000, Ford 0 price 50000",
    );
    expect(nearest({ minRange: 900, makes: ["Kia", "Fiat"] })).toBe(
      "Fiat 0 range 500, Kia 0 range 590",
    );
    // One that is near is enough.
    expect(nearest({ maxPrice: 20_500 })).toBe("Kia 1 price 20300");
  });

  test("are none where figures are not the matter", () => {
    expect(nearest({ words: ["horse"] })).toBe("");
    expect(nearest({})).toBe("");
  });
});

test("the nearest cars say in words what they miss", () => {
  const misses = (filter: Partial<VehicleFilter>, evs = CARS) =>
    findNearMisses(evs, { ...NO_FILTER, ...filter }).map((near) =>
      describeNearMiss(near, DISTANCE_FORMATS.miles),
    );
  const makes = ["Tesla"];
  expect(misses({ makes, maxPrice: 42_000, minRange: 300 })).toEqual(["$490 over your budget"]);
  const both = ["$1,490 over your budget, 7 miles short"];
  expect(misses({ makes, maxPrice: 41_000, minRange: 370 })).toEqual(both);
  const suv = { price: 40_490, seating: 5, driveType: "RWD" } as const;
  const evs = [sampleEv({ id: 1, bodyType: "SUV" }, suv)];
  const family = { minSeats: 7, maxPrice: 40_000, bodyTypes: ["Sedan"], drive: ["AWD"] };
  expect(misses(family, evs)).toEqual(["$490 over your budget, has 5 seats, has RWD, is an SUV"]);
  // A miss by less than is shown is never 0.
  const long = [sampleEv({ id: 1 }, { length: 182.03 })];
  expect(misses({ length: { min: null, max: 182 } }, long)).toEqual(["0.1 in over your length"]);
});
