import { expect, test } from "vitest";
import { makeRow } from "../../../../test/admin-rows.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { fileOf, nextYearOf } from "./rows.queries.ts";

test("rows for the next model year form a file that the import reads as the same values", () => {
  const row = makeRow({ year: 2026, trim: 'A "quoted", name', price: 1234.567, source: "EPA" });
  const [head, cells, end] = fileOf(nextYearOf([row])).split("\r\n");
  expect([head, end]).toEqual([FIELD_NAMES.map((name) => `"${name}"`).join(","), ""]);
  expect(cells).toContain('"A ""quoted"", name"');
  expect(cells).toContain('"2027"');
  expect(cells).not.toContain("EPA");
});
