import { expect, test } from "vitest";
import { HIDEABLE_COLUMNS } from "./grid-columns.ts";
import { readHiddenColumns } from "./hidden-columns.tsx";

test("every column can be hidden except those that identify the row and its actions", () => {
  const labels = HIDEABLE_COLUMNS.map(({ label }) => label);
  expect(labels).not.toContain("Trim");
  expect(labels).not.toContain("Actions");
  expect(labels.slice(0, 2)).toEqual(["Year", "Body Type"]);
  expect(labels).toHaveLength(32);
});

test.each([
  [null, []],
  ["[]", []],
  ['["price","checkedOn"]', ["price", "checkedOn"]],
  ['["make","trim","colour",5,null,"price"]', ["price"]],
  ['{"price":true}', []],
])("the stored text %s hides %j", (text, fields) => {
  expect(readHiddenColumns(text)).toEqual(fields);
});
