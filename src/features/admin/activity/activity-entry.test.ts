import { expect, test } from "vitest";
import { formatLocalTime } from "../../../ui/dates.ts";
import {
  eventWords,
  listChangedValues,
  subjectOfMany,
  valueText,
  verbOf,
} from "./activity-entry.tsx";

test.each([
  ["price", 64500, "$64,500"],
  ["zeroToSixty", 4.85, "4.85"],
  ["taxCreditEligible", true, "Yes"],
  ["price", null, "N/A"],
  ["flags", 0, "0"],
  ["link", undefined, "N/A"],
  ["counts", { a: 1 }, '{"a":1}'],
  ["source", "as of 2026-11-21T15:05:00Z", "as of 2026-11-21T15:05:00Z"],
  ["expiresAt", "2026-11-21T15:05:00.000Z", formatLocalTime("2026-11-21T15:05:00.000Z")],
])("%s %o is shown as %s", (field, value, text) => {
  expect(valueText(field, value)).toBe(text);
});

test("a change names each field before and after, in the form's order", () => {
  expect(
    listChangedValues({
      before: { price: 5, trim: "Wind", flags: 3 },
      after: { price: null, trim: "GT", flags: 0 },
    }),
  ).toEqual([
    { field: "trim", label: "Trim", before: "Wind", after: "GT" },
    { field: "price", label: "Price", before: "$5", after: "N/A" },
    { field: "flags", label: "Flags", before: "3", after: "0" },
  ]);
});

test("a deletion lists every value of the row", () => {
  const values = listChangedValues({
    before: { range: 300, price: null, userName: "Bo" },
    after: null,
  });
  expect(values.map(({ label, before }) => [label, before])).toEqual([
    ["Range", "300 mi"],
    ["User name", "Bo"],
  ]);
});

test("an unknown action is shown as words", () => {
  expect(verbOf({ action: "row-deleted" })).toBe("deleted");
  expect(verbOf({ action: "row-painted" })).toBe("row painted");
});

test("an event is told in a few words", () => {
  const changed = (fields: string[], change: { rows: number } | null = null) => ({
    action: "row-changed",
    change,
    before: Object.fromEntries(fields.map((field) => [field, 1])),
    after: Object.fromEntries(fields.map((field) => [field, 2])),
  });
  expect(eventWords(changed(["price"]))).toBe("Price of");
  expect(eventWords(changed(["range", "price"], { rows: 3 }))).toBe("Price and Range of");
  expect(eventWords({ ...changed(["price"]), action: "row-reverted" })).toBe("reverted Price of");
  const other = { before: null, after: null };
  expect(eventWords({ ...other, action: "row-deleted", change: { rows: 3 } })).toBe("deleted");
  const declined = { ...other, action: "correction-declined" };
  expect(eventWords({ ...declined, change: null })).toBe("declined a correction:");
  expect(eventWords({ ...declined, change: { rows: 2 } })).toBe("declined");
  expect(subjectOfMany(declined.action, 2)).toBe("2 corrections");
});
