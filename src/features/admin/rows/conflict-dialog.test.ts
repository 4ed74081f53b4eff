import { expect, test } from "vitest";

import { valuesToAdd } from "./ev-form.ts";
import { conflictsOf, settle } from "./conflict-dialog.tsx";

const BASE = { ...valuesToAdd(2026), make: "Kia", model: "EV6", trim: "GT", price: "60000" };
const MINE = { ...BASE, price: "61000", range: "220", trim: "GT Line" };
const THEIRS = { ...BASE, price: "59000", topSpeed: "161", trim: "GT Line" };

test("asks about each field that the other user changed to another value", () => {
  expect(conflictsOf(BASE, MINE, THEIRS)).toEqual([
    { field: "price", base: "60000", mine: "61000", theirs: "59000", proposed: "mine" },
    { field: "topSpeed", base: "", mine: "", theirs: "161", proposed: "theirs" },
  ]);
});

test("nobody's changes are lost if nothing is chosen", () => {
  expect(settle(MINE, conflictsOf(BASE, MINE, THEIRS), {})).toEqual({ ...MINE, topSpeed: "161" });
});

test("each field follows its own choice", () => {
  const conflicts = conflictsOf(BASE, MINE, THEIRS);
  expect(settle(MINE, conflicts, { price: "theirs", topSpeed: "mine" })).toEqual({
    ...MINE,
    price: "59000",
    topSpeed: "",
  });
});
