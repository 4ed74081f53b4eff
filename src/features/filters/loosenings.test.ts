import { expect, test } from "vitest";
import { toggleBodyType, toggleMake } from "./filter-selections.ts";
import { DEFAULT_FILTERS, setPriceCeiling, toggleQuick, toggleSeating } from "./filter-state.ts";
import { toVehicleFilter } from "./filter-views.ts";
import { findModels } from "./filters.ts";
import { findLooseningsInTurns } from "./loosenings.ts";
import { CARS, MAKES } from "../../../test/sample-cars.ts";
import { runToEnd } from "./turns.ts";

const start = DEFAULT_FILTERS;
const findLoosenings = (state: typeof start) => runToEnd(findLooseningsInTurns(CARS, state, MAKES));
const found = (state: typeof start) =>
  findLoosenings(state).map(({ label, count }) => [label, count]);

test("a single filter that is enough, with what it would bring", () => {
  const state = setPriceCeiling(toggleMake(start, "Porsche"), 33_000);
  expect(found(state)).toEqual([
    ["Porsche", 1],
    ["Up to $33,000", 1],
  ]);
});

test("the values of one list go together, since giving up one of them brings nothing", () => {
  const state = setPriceCeiling(toggleMake(toggleMake(start, "Tesla"), "Ford"), 33_000);
  expect(found(state)).toContainEqual(["Tesla or Ford", 1]);
});

test("two filters where no single one is enough", () => {
  const state = toggleSeating(toggleBodyType(toggleMake(start, "Tesla"), "Truck"), "7");
  expect(found(state)).toEqual([
    ["Tesla and Pickup Truck", 2],
    ["Tesla and 6 or more seats", 1],
    ["Pickup Truck and 6 or more seats", 1],
  ]);
});

test("a quick filter can be the one", () => {
  const state = toggleMake(toggleQuick(start, "cheapest"), "Porsche");
  expect(found(state)).toContainEqual(["BUDGET", 1]);
});

test("giving one up brings exactly what was promised", () => {
  const makes = toggleMake(toggleMake(start, "Tesla"), "Ford");
  for (const { remove, count } of findLoosenings(setPriceCeiling(makes, 33_000))) {
    const loosened = remove(setPriceCeiling(makes, 33_000));
    const { matches } = findModels(CARS, toVehicleFilter(loosened, MAKES), loosened.sort);
    expect(matches).toHaveLength(count);
  }
});
