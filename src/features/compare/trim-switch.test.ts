import { expect, it } from "vitest";

import type { Ev } from "../../domain/vehicle.ts";
import { model } from "../../../test/chosen.ts";
import type { Chosen } from "./compare.ts";
import { findCheapest } from "./trim-switch.tsx";

const EV6 = model(1, "Kia EV6", [
  { rowId: 11, price: 50_000 },
  { rowId: 12, price: 43_000 },
]);
const LEAF = model(2, "Nissan Leaf", [{ rowId: 21 }]);
const ARIYA = model(3, "Nissan Ariya", [{ rowId: 31 }]);

const choose = (...trims: readonly [ev: Ev, rowId: number][]): Chosen[] =>
  trims.flatMap(([ev, id]) =>
    ev.trims.filter(({ rowId }) => rowId === id).map((trim) => ({ ev, trim })),
  );

it("picks the cheapest of each model, in the order of the comparison", () => {
  expect(findCheapest(choose([EV6, 11], [LEAF, 21]))).toEqual([12, 21]);
  expect(findCheapest(choose([LEAF, 21], [EV6, 12]))).toEqual([21, 12]);
});

it.each<[string, Chosen[]]>([
  ["of models with one trim each", choose([LEAF, 21], [ARIYA, 31])],
  ["of two trims of one model", choose([EV6, 11], [EV6, 12])],
  ["of two trims of one model beside another", choose([EV6, 11], [EV6, 12], [LEAF, 21])],
  ["of one car", choose([EV6, 11])],
  ["of nothing", []],
])("offers nothing for a comparison %s", (_, chosen) => {
  expect(findCheapest(chosen)).toEqual([]);
});
