import { expect, test } from "vitest";
import { readDate } from "./cell-dates.ts";
import { eachFirst } from "../../test/each-first.ts";

test.each(
  eachFirst([
    [["2026-09-01", "2026-9-1", "2026.09.01", "2026-09-01T10:00:00Z"], "2026-09-01"],
    [["2026-09-01 10:00", "sept. 1, 2026", "September 1, 2026", "1-Sep-2026"], "2026-09-01"],
    [["3.11.2026"], "2026-11-03"],
    [["25/11/2026", "11/25/2026"], "2026-11-25"],
    [["5/5/2026"], "2026-05-05"],
    [["29.2.2028"], "2028-02-29"],
  ]),
)("%s is %s", (text, day) => {
  expect(readDate(text)).toBe(day);
});

test.each([
  ..."31/02/2026|2026-02-30|0/1/2026|Smarch 1, 2026|Ma 1, 2026|25/11-2026|5/11/26".split("|"),
  ..."11.25.2026|soon|".split("|"),
  `${" ".repeat(100)}2026-09-01`,
])("%s is no date", (text) => {
  expect(readDate(text)).toBeUndefined();
});

test("what can be read both ways is a date only once the order is known", () => {
  expect(readDate("05/11/2026")).toBeUndefined();
  expect(readDate("05/11/2026", "day-first")).toBe("2026-11-05");
  expect(readDate("05/11/2026", "month-first")).toBe("2026-05-11");
  expect(readDate("25/11/2026", "month-first")).toBeUndefined();
  expect(readDate("11/25/2026", "day-first")).toBeUndefined();
});
