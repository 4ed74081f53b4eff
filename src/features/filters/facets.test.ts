import { expect, test } from "vitest";
import { countFacets } from "./facets.ts";
import { CARS } from "./sample-cars.ts";

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
});
