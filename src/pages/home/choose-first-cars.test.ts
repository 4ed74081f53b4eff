import { expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { carsOfAllSizes } from "./choose-first-cars.ts";

const cars = [150, 230, 180, 170, 200].map((length, at) =>
  sampleEv({ id: at + 1, bodyType: "SUV" }, { length }),
);
const lengthsOf = (chosen: readonly { id: number }[]) =>
  chosen.map(({ id }) => cars[id - 1]?.trims[0]?.length);

test("of a whole catalogue the longest, a usual and the shortest car stand there, the shortest in front", () => {
  expect(lengthsOf(carsOfAllSizes(cars))).toEqual([230, 180, 150]);
  expect(lengthsOf(carsOfAllSizes(cars.slice(0, 2)))).toEqual([230, 150]);
  expect(carsOfAllSizes([])).toEqual([]);
});

test("cars of the same length stand there in whatever order the list has", () => {
  const equal = [170, 170, 170, 170].map((length, at) => sampleEv({ id: at + 1 }, { length }));
  const idsOf = (chosen: readonly { id: number }[]) => chosen.map(({ id }) => id);
  expect(idsOf(carsOfAllSizes(equal.toReversed()))).toEqual(idsOf(carsOfAllSizes(equal)));
});
