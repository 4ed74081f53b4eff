import { expect, test } from "vitest";
import { foldChanges } from "./activity-view.tsx";
import {
  changedFieldWords,
  findFieldsByWord,
  listChangedValues,
  valueText,
  verbOf,
} from "./activity.ts";
import type { ActivityEntry } from "./activity.schema.ts";

test.each([
  [null, ""],
  [undefined, ""],
  [0, "0"],
  [4.85, "4.85"],
  [64500, "64500"],
  [true, "Yes"],
  [false, "No"],
  ["Wind", "Wind"],
  [{ a: 1 }, '{"a":1}'],
])("%o reads %o", (value, text) => {
  expect(valueText(value)).toBe(text);
});

test("a change says each field before and after, in the form's order", () => {
  expect(
    listChangedValues({
      before: { price: 5, trim: "Wind", flags: 3 },
      after: { price: null, trim: "GT", flags: 0 },
    }),
  ).toEqual([
    { field: "trim", label: "Trim", before: "Wind", after: "GT" },
    { field: "price", label: "Price ($)", before: "5", after: "" },
    { field: "flags", label: "Flags", before: "3", after: "0" },
  ]);
});

test("a deletion lists every value of the row", () => {
  const values = listChangedValues({
    before: { range: 0, price: null, userName: "Bo" },
    after: null,
  });
  expect(values.map(({ label, before }) => [label, before])).toEqual([
    ["Range (mi)", "0"],
    ["User name", "Bo"],
  ]);
});

test("an unknown action is shown as words", () => {
  expect(verbOf({ action: "row-deleted" })).toBe("deleted");
  expect(verbOf({ action: "row-painted" })).toBe("row painted");
});

test("entries of one bulk change are shown as one", () => {
  const entry = (id: number, change: ActivityEntry["change"]): ActivityEntry => ({
    id,
    change,
    at: "",
    username: null,
    action: "row-changed",
    subject: "",
    rowId: null,
    hasRow: false,
    evId: null,
    before: null,
    after: null,
  });
  const [one, two] = [
    { id: 3, rows: 2 },
    { id: 5, rows: 2 },
  ];
  const entries = [entry(6, two), entry(5, two), entry(4, one), entry(3, one), entry(2, null)];
  expect(foldChanges(entries).map((group) => group.map(({ id }) => id))).toEqual([
    [6, 5],
    [4, 3],
    [2],
  ]);
});

test.each([
  ["price", ["price"]],
  ["rang", ["range"]],
  ["ra", []],
  ["kia", []],
])("the word %s finds the fields %j", (word, fields) => {
  expect(findFieldsByWord(word)).toEqual(fields);
});

test("a block lists the fields it has changed", () => {
  const changed = (...fields: string[]) => ({
    before: Object.fromEntries(fields.map((field) => [field, 1])),
    after: Object.fromEntries(fields.map((field) => [field, 2])),
  });
  expect(changedFieldWords([changed("price"), changed("price")])).toBe("Price ($)");
  expect(changedFieldWords([changed("price"), changed("range")])).toBe("Price ($) and Range (mi)");
  expect(changedFieldWords([{ before: { price: 1 }, after: null }])).toBe("");
});
