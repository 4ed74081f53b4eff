import { expect, test } from "vitest";

import { makeRow } from "../../../../test/admin-rows.ts";
import { FIELD_COLUMNS } from "../grid/grid-columns.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { fieldsOf } from "../../../domain/vehicle.ts";
import { conflictTitle, findFieldConflicts, settle } from "./conflict-dialog.tsx";

const SEEN = makeRow({ price: 60_000, topSpeed: null, range: 200 });
const MINE = { ...fieldsOf(SEEN), price: 61_000, range: 220, trim: "GT Line" };
const CURRENT = makeRow({ price: 59_000, topSpeed: 161, range: 200, trim: "GT Line", version: 2 });
const CONFLICT = { seen: SEEN, changes: MINE, current: CURRENT, changedBy: "eve" };

const conflictOf = (
  seen: Parameters<typeof makeRow>[0],
  changes: Parameters<typeof makeRow>[0] = {},
  current: Parameters<typeof makeRow>[0] = {},
  changedBy: string | null = "eve",
) => ({ seen: makeRow(seen), changes, current: makeRow({ ...current, version: 2 }), changedBy });

test("asks about each field that has been changed to another value", () => {
  expect(findFieldConflicts(CONFLICT)).toMatchObject([
    {
      name: "price",
      texts: { base: "$60,000", mine: "$61,000", theirs: "$59,000" },
      proposed: "mine",
    },
    { name: "topSpeed", texts: { base: "N/A", mine: "N/A", theirs: "161" }, proposed: "theirs" },
  ]);
});

test("nobody's changes are lost if nothing is chosen, and each field follows its own choice", () => {
  expect(settle(CONFLICT, ({ proposed }) => proposed)).toMatchObject({ price: 61_000, range: 220 });
  expect(settle(CONFLICT, ({ proposed }) => proposed)).not.toHaveProperty("topSpeed");
  const swapped = settle(CONFLICT, ({ name }) => (name === "price" ? "theirs" : "mine"));
  expect(swapped).toMatchObject({ range: 220, topSpeed: null });
  expect(swapped).not.toHaveProperty("price");
});

test.each([
  ["a flag", { taxCreditEligible: true }, { taxCreditEligible: false }, ["Yes", "N/A", "No"]],
  ["prices rounded alike", { price: 64_500.4 }, { price: 64_500 }, ["64500.4", "42490", "64500"]],
  ["0 and unknown", { range: 0 }, { range: null }, ["0", "363", "empty"]],
] as const)("shows %s so that they can be told apart", (_what, mine, theirs, texts) => {
  const seen = "taxCreditEligible" in mine ? { taxCreditEligible: null } : {};
  const [field] = findFieldConflicts(conflictOf(seen, mine, theirs));
  expect([field?.texts.mine, field?.texts.base, field?.texts.theirs]).toEqual(texts);
});

test("the table formats the values of every field", () => {
  expect(FIELD_COLUMNS.map(({ field }) => field).toSorted()).toEqual(FIELD_NAMES.toSorted());
});

const PRICE = conflictOf({}, { price: 1 }, { price: 2 });
const SEATS = conflictOf({}, { seatingCapacity: 2 }, { seatingCapacity: 7 });
const AC_CHARGING = conflictOf({}, { acChargingSpeed: 2 }, { acChargingSpeed: 7 });
const by = (changedBy: string | null, ...conflicts: readonly ReturnType<typeof conflictOf>[]) =>
  conflicts.map((each) => ({ ...each, changedBy }));

test.each([
  [[PRICE], "eve changed this price while you were editing"],
  [[SEATS], "eve changed these seats while you were editing"],
  [[AC_CHARGING], "eve changed this AC charging while you were editing"],
  [[CONFLICT], "eve changed this EV while you were editing"],
  [by("ada", PRICE), "You changed this price in another tab or browser"],
  [by(null, PRICE), "This price was changed while you were editing"],
  [[CONFLICT, ...by(null, CONFLICT)], "Others changed 2 EVs while you were editing"],
  [by(null, CONFLICT, CONFLICT), "2 EVs were changed while you were editing"],
])("says who has changed what %#", (conflicts, title) => {
  expect(conflictTitle(conflicts, "ada")).toBe(title);
});
