import { describe, expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { fullTitle } from "../compare/compare.ts";
import { carsForCosts, shortName, defaultReferenceCar } from "./cars.ts";

const OTHER = sampleEv(
  { id: 1, make: "Kia", model: "EV9" },
  { trim: "Land", price: 60_000 },
  { trim: "Light", price: 50_000, year: 2026 },
);
const KNOWN = sampleEv(
  { id: 2, make: "Tesla", model: "Model Y" },
  { trim: "Standard", price: 39_990, battery: null },
  { trim: "Premium", price: 44_990 },
);

describe("the EV of arrival", () => {
  test.each([
    ["a well-known one with all figures", [OTHER, KNOWN], "Tesla Model Y Premium"],
    ["else the cheapest with all figures", [OTHER], "Kia EV9 Light (2026)"],
    [
      "else the first there is",
      [sampleEv({ id: 3, make: "Fiat", model: "500e" }, { battery: null, trim: "Pop" })],
      "Fiat 500e Pop",
    ],
  ])("%s", (_, evs, name) => {
    const car = defaultReferenceCar(evs);
    expect(car && fullTitle(car)).toBe(name);
  });

  test("none in an empty catalogue", () => {
    expect(defaultReferenceCar([])).toBeUndefined();
  });
});

test.each([
  [[100], ["Kia EV9 Land (2025)"]],
  [
    [200, 999, 101],
    ["Tesla Model Y Standard", "Kia EV9 Light (2026)"],
  ],
  [[999], ["Tesla Model Y Premium"]],
])("rows %j are %j", (rowIds, names) => {
  expect(carsForCosts([OTHER, KNOWN], rowIds).map(fullTitle)).toEqual(names);
});

test("cars of one model are told apart", () => {
  const cars = carsForCosts([OTHER, KNOWN], [100, 101, 200]);
  expect(cars.map((car) => shortName(car, cars))).toEqual(["EV9 Land", "EV9 Light", "Model Y"]);
  const ofOneModel = cars.slice(0, 2);
  expect(ofOneModel.map((car) => shortName(car, ofOneModel))).toEqual(["EV9 Land", "EV9 Light"]);
});
