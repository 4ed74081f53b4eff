import { expect, test } from "vitest";
import { toggleBodyType, toggleMake } from "../filters/filter-selections.ts";
import {
  DEFAULT_FILTERS,
  setPriceCeiling,
  toggleChoice,
  toggleQuick,
} from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { suggestFilters } from "./filter-ways.ts";
import { findModels } from "../filters/find-models.ts";
import { CARS, MAKES } from "../../../test/sample-cars.ts";

const start = DEFAULT_FILTERS;
const found = async (state: typeof start) =>
  (await suggestFilters(CARS, state, MAKES)).map(({ label, count }) => [label, count]);

test("a single filter that is enough, with what it would bring", async () => {
  const state = setPriceCeiling(toggleMake(start, "Porsche"), 33_000);
  expect(await found(state)).toEqual([
    ["Porsche", 1],
    ["Up to $33,000", 1],
  ]);
});

test("the values of one list go together, since giving up one of them brings nothing", async () => {
  const state = setPriceCeiling(toggleMake(toggleMake(start, "Tesla"), "Ford"), 33_000);
  expect(await found(state)).toContainEqual(["Tesla or Ford", 1]);
});

test("two filters where no single one is enough", async () => {
  const state = toggleChoice(toggleBodyType(toggleMake(start, "Tesla"), "Truck"), "seating", "7");
  expect(await found(state)).toEqual([
    ["Tesla and Pickup Truck", 2],
    ["Tesla and 6 or more seats", 1],
    ["Pickup Truck and 6 or more seats", 1],
  ]);
});

test("a quick filter can be the one", async () => {
  const state = toggleMake(toggleQuick(start, "cheapest"), "Porsche");
  expect(await found(state)).toContainEqual(["BUDGET", 1]);
});

test("giving one up brings exactly what was promised", async () => {
  const makes = toggleMake(toggleMake(start, "Tesla"), "Ford");
  for (const { remove, count } of await suggestFilters(
    CARS,
    setPriceCeiling(makes, 33_000),
    MAKES,
  )) {
    const without = remove(setPriceCeiling(makes, 33_000));
    const { matches } = findModels(CARS, toVehicleFilter(without, MAKES), without.sort);
    expect(matches).toHaveLength(count);
  }
});
