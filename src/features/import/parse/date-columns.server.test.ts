import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestImport } from "../../../../test/import.ts";
import { readUpload } from "../../../../test/spooled-files.ts";

function fileOf(dates: readonly string[], header = "checkedOn"): string {
  const rows = dates.map((date, at) => `Kia,EV6,${at},2025,SUV,"${date}"`);
  return [`make,model,trim,year,bodyType,${header}`, ...rows].join("\n");
}

const DRY = { query: "?dryRun=true" };

test.each<[string[], (string | null)[], string | undefined]>([
  [["25/11/2026", "05/11/2026"], ["2026-11-25", "2026-11-05"], "day-first"],
  [["05/11/2026", "25/11/2026"], ["2026-11-05", "2026-11-25"], "day-first"],
  [["05/11/2026", "11/25/2026"], ["2026-05-11", "2026-11-25"], "month-first"],
  [["2026-09-01T10:00:00Z", "Sep 2, 2026"], ["2026-09-01", "2026-09-02"], undefined],
  [["5/5/2026", "-"], ["2026-05-05", null], undefined],
  [["3.11.2026"], ["2026-11-03"], undefined],
])("the dates of a column are read in one order: %j", async (cells, days, dates) => {
  const { rows, badRows, columns } = await readUpload(fileOf(cells));
  expect(badRows).toEqual([]);
  expect([...rows].map(({ input }) => input.checkedOn)).toEqual(days);
  expect(columns.at(-1)?.dates).toBe(dates);
});

describeOnEachEngine("dates of a file", ({ open }) => {
  test("that are all ambiguous cause a question, and nothing is added until it is answered", async () => {
    const { upload, names } = await openTestImport(await open());
    const file = fileOf(["2026-01-02", "05/11/2026", "06/11/2026"], "Checked");
    const mapping = { Checked: "checkedOn" };
    const check = await upload(file, { ...DRY, mapping });
    expect(check.status).toBe(200);
    expect(check.body.columns?.at(-1)).toMatchObject({ dates: "unclear", example: "05/11/2026" });
    const message = "This can be read two ways, with the day first and with the month first";
    expect(check.body.invalid).toMatchObject([
      { row: 2, column: "Checked", message, value: "05/11/2026" },
      { row: 3, message },
    ]);
    const { status, body } = await upload(file, { mapping });
    expect([status, body.error]).toEqual([
      422,
      "Nothing was added: “05/11/2026” in row 2, column Checked can be 2026-11-05 or 2026-05-11. Say which in the mapping, with dates: day-first or month-first, or write dates as 2026-11-23.",
    ]);
    const unclear = { dates: "unclear", readings: ["November 5, 2026", "May 11, 2026"] };
    expect(body.columns?.at(-1)).toMatchObject(unclear);
    expect(await names()).toEqual([]);

    const monthFirst = { Checked: { field: "checkedOn", dates: "month-first" } };
    const checked = await upload(file, { ...DRY, mapping: monthFirst });
    expect(checked.body.added[1]).toMatchObject({ checkedOn: "2026-05-11" });
    const dayFirst = { Checked: { field: "checkedOn", dates: "day-first" } };
    const added = await upload(file, { mapping: dayFirst });
    const days = added.body.added.map(({ checkedOn }) => checkedOn);
    expect(days).toEqual(["2026-01-02", "2026-11-05", "2026-11-06"]);
  });

  test("that contradict each other are bad, and the deciding row is named", async () => {
    const { upload } = await openTestImport(await open());
    const { status, body } = await upload(fileOf(["25/11/2026", "11/26/2026", "31/02/2026"]));
    const order = "Row 1 has the day first, this has the month first";
    const none = "Checked on must be a date such as 2026-11-23";
    expect(status).toBe(422);
    expect(body.rows).toEqual([
      { row: 2, column: "checkedOn", message: order, value: "11/26/2026" },
      { row: 3, column: "checkedOn", message: none, value: "31/02/2026" },
    ]);
    const mapping = { checkedOn: { field: "checkedOn", dates: "month-first" } };
    const answer = await upload(fileOf(["25/11/2026"]), { mapping });
    const message = "The mapping says the month first, this has the day first";
    expect(answer.body.rows).toMatchObject([{ message }]);
  });

  test("only have an order in a column of dates", async () => {
    const { upload } = await openTestImport(await open());
    const mapping = { price: { field: "price", dates: "day-first" } };
    const { status, body } = await upload("make,price\n", { mapping });
    expect([status, body.error]).toEqual([400, "mapping: price: Price has no dates."]);
  });
});
