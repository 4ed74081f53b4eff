import { expect, it } from "vitest";

import type { Ev } from "../../domain/vehicle.ts";
import { model } from "../../../test/chosen.ts";
import type { Chosen } from "./compare.ts";
import { findChoices } from "./trim-switch.tsx";

const EV6 = model(1, "Kia EV6", [
  { rowId: 11, price: 50_000, range: 310, zeroToSixty: 5 },
  { rowId: 12, price: 43_000, range: 230, zeroToSixty: 8 },
]);
const LEAF = model(2, "Nissan Leaf", [{ rowId: 21 }]);
const ARIYA = model(3, "Nissan Ariya", [{ rowId: 31 }]);

const choose = (...trims: readonly [ev: Ev, rowId: number][]): Chosen[] =>
  trims.flatMap(([ev, id]) =>
    ev.trims.filter(({ rowId }) => rowId === id).map((trim) => ({ ev, trim })),
  );

it("offers the cheapest, longest-range and quickest of each, and marks those that are compared", () => {
  const marked = (chosen: readonly Chosen[]) =>
    findChoices(chosen).map(({ quality, rowIds, isChosen }) => [quality, ...rowIds, isChosen]);
  expect(marked(choose([EV6, 12], [LEAF, 21]))).toEqual([
    ["cheapest", 12, 21, true],
    ["longest-range", 11, 21, false],
    ["quickest", 11, 21, false],
  ]);
  expect(marked(choose([LEAF, 21], [EV6, 11]))).toEqual([
    ["cheapest", 21, 12, false],
    ["longest-range", 21, 11, true],
    ["quickest", 21, 11, true],
  ]);
});

it.each<[string, Chosen[]]>([
  ["of models with one trim each", choose([LEAF, 21], [ARIYA, 31])],
  ["of two trims of one model", choose([EV6, 11], [EV6, 12])],
  ["of two trims of one model beside another", choose([EV6, 11], [EV6, 12], [LEAF, 21])],
  ["of one car", choose([EV6, 11])],
  ["of nothing", []],
])("offers nothing for a comparison %s", (_, chosen) => {
  expect(findChoices(chosen)).toEqual([]);
});
