import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestImport } from "../../../../test/import.ts";
import { ImportAnswerSchema, RefusalAnswer } from "../import.schema.ts";

const HEADER = ["make", "model", "trim", "year", "bodyType"];
const CARS = [HEADER, ["Acme", "Sheet", "One", 2025, "SUV"]];
const CARS_NAME = "Größe & <Preis>";
const SHEETS = [
  { name: "Read me", rows: [["These are cars."]] },
  { name: CARS_NAME, rows: [["Prices"], [], ...CARS] },
  { name: "Bad", rows: [HEADER, ["Acme", "Sheet", "Bad", 1999, "SUV"]] },
  { name: "Empty", rows: [] },
];
const ROW_COUNTS = { "Read me": 1, [CARS_NAME]: 3, Bad: 2, Empty: 0 };
const FACTS = {
  sheet: CARS_NAME,
  sheets: Object.entries(ROW_COUNTS).map(([name, rows]) => ({ name, rows })),
};

describeOnEachEngine("the answer contains facts about the file", ({ open }) => {
  test("of a workbook by the check, the import and a refusal", async () => {
    const { upload } = await openTestImport(await open());
    const file = Buffer.from(await writeXlsx({ sheets: SHEETS }));
    const checked = await upload(file, { query: "?dryRun=true" });
    expect(ImportAnswerSchema.parse(checked.body)).toMatchObject({ ...FACTS, encoding: "XLSX" });
    const refused = await upload(file, { query: "?sheet=Bad" });
    expect(refused.status).toBe(422);
    expect(RefusalAnswer.parse(refused.body)).toMatchObject({ ...FACTS, sheet: "Bad" });
    for (const query of ["?sheet=", `?sheet=${"a".repeat(5_001)}`]) {
      expect((await upload(file, { query })).status).toBe(400);
    }
    expect((await upload(file, { query: "?sheet=Other" })).body).toEqual({
      error:
        "The workbook has no sheet “Other”. It has “Read me”, “Größe & <Preis>”, “Bad”, “Empty”.",
      rows: [],
    });
    const added = await upload(file);
    expect(added.status).toBe(200);
    expect(ImportAnswerSchema.parse(added.body)).toMatchObject(FACTS);
  });
});
