import { describe, expect, test } from "vitest";
import {
  countFacets,
  type Facet,
  type Facets,
  listMakes,
  liveFacets,
  typePillFacets,
} from "./facets.ts";
import { findModels, NO_FILTER, type VehicleFilter } from "./find-models.ts";
import { QUICK_FILTERS } from "./quick-filters.ts";
import { CARS, sampleEv } from "../../../test/sample-cars.ts";
import { DEFAULT_SORT } from "./sort.ts";

test("counts models by brand in the alphabet and by body type in order of size", () => {
  const { makes, bodyTypes } = countFacets(CARS);
  expect(makes.map(({ name }) => name)).toEqual(
    [...new Set(CARS.map(({ make }) => make))].toSorted((a, b) => a.localeCompare(b)),
  );
  const counts = bodyTypes.map(({ count }) => count);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  for (const facets of [makes, bodyTypes])
    expect(facets.reduce((sum, { count }) => sum + count, 0)).toBe(CARS.length);
});

test("spellings of one brand are one brand", () => {
  const [car] = CARS;
  if (!car) throw new Error("no sample");
  const evs = ["chevy", "Chevrolet", "CHEVROLET"].map((make) => ({ ...car, make }));
  expect(countFacets(evs).makes).toEqual([{ name: "Chevrolet", count: 3 }]);
  const unknown = ["Škoda", "ŠKODA", "škoda"].map((make) => ({ ...car, make }));
  expect(countFacets(unknown).makes).toEqual([{ name: "Škoda", count: 3 }]);
  // The list of brands alone has the same entries.
  expect(listMakes([...evs, ...unknown])).toEqual(["Chevrolet", "Škoda"]);
  expect(listMakes(CARS)).toEqual(countFacets(CARS).makes.map(({ name }) => name));
});

test("counts a model for each value that one of its trims has, and once", () => {
  const evs = [
    sampleEv({ id: 1, taxCreditEligible: true }, { driveType: "RWD" }, { driveType: "AWD" }),
    sampleEv(
      { id: 2 },
      { seating: 7, chargePort: "CCS" },
      { seating: 8 },
      { seating: 0, driveType: null },
    ),
  ];
  const { seating, drive, port, taxCredit } = countFacets(evs);
  const said = (facets: readonly Facet[]) => facets.map(({ name, count }) => `${name}: ${count}`);
  expect(said(seating)).toEqual(["2: 0", "5: 1", "7: 1"]);
  expect(said(drive)).toEqual(["RWD: 1", "AWD: 2", "FWD: 0"]);
  expect(said(port)).toEqual(["NACS: 0", "CCS: 1", "CHAdeMO: 0"]);
  expect(taxCredit).toBe(1);
});

test("a Type pill counts the body types that it stands for", () => {
  const facets = [
    { name: "SUV", count: 3 },
    { name: "Crossover", count: 2 },
    { name: "Pickup Truck", count: 1 },
  ];
  expect(typePillFacets(facets).map(({ count }) => count)).toEqual([0, 5, 1, 0]);
  expect(typePillFacets(facets, 4).map(({ count }) => count)).toEqual([0, 4, 1, 0]);
});

describe("the numbers beside the choices follow the other filters", () => {
  /** The count next to a choice must be what choosing it alone would show. */
  const choices: [string, Partial<VehicleFilter>, (facets: Facets) => number | undefined][] = [
    ["brand", { makes: ["Tesla"] }, ({ makes }) => countOf(makes, "Tesla")],
    ["body type", { bodyTypes: ["SUV"] }, ({ bodyTypes }) => countOf(bodyTypes, "SUV")],
    ["seating", { seating: ["7"] }, ({ seating }) => countOf(seating, "7")],
    ["drive", { drive: ["RWD"] }, ({ drive }) => countOf(drive, "RWD")],
    ["tax credit", { taxCredit: true }, ({ taxCredit }) => taxCredit],
  ];
  const others: Partial<VehicleFilter>[] = [
    {},
    { maxPrice: 60_000 },
    { makes: ["Tesla", "Ford"], drive: ["AWD"] },
    { bodyTypes: ["SUV"], seating: ["5"], taxCredit: true },
    // Cars with an unknown value pass whichever value is chosen.
    { seating: ["5"], keepMissing: ["seating"] },
    { drive: ["AWD"], maxPrice: 60_000, keepMissing: ["drive", "price"] },
  ];
  test.each(choices)("%s", (_, choice, read) => {
    for (const quick of [null, ...QUICK_FILTERS])
      for (const other of others) {
        const filter = { ...NO_FILTER, ...other };
        const shown = findModels(CARS, { ...filter, ...choice }, DEFAULT_SORT, { quick });
        const live = liveFacets(countFacets(CARS), CARS, filter, quick);
        expect(read(live), JSON.stringify({ other, quick })).toBe(shown.modelCount);
      }
  });
});

function countOf(facets: readonly Facet[], name: string): number | undefined {
  return facets.find((facet) => facet.name === name)?.count;
}
