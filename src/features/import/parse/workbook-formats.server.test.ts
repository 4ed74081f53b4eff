import { expect, test } from "vitest";
import { archive, SHEET_PART, WORKBOOK_PARTS } from "../../../../test/workbooks.ts";
import { spoolFile } from "../../../../test/spooled-files.ts";
import { readMapping } from "../mapping/import-mapping.server.ts";
import { readImportFile } from "./import-rows.server.ts";

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;

/** A workbook with one car whose price has a number format. */
function workbookOf(price: string, format: string): Buffer {
  const header = ["make", "model", "trim", "year", "bodyType", "price"].map(text).join("");
  const car = ["Acme", "One", "A", "2025", "SUV"].map(text).join("");
  const escaped = format.replaceAll('"', "&quot;").replaceAll(/[^ -~]/gu, (letter) => {
    return `&#${letter.codePointAt(0)};`;
  });
  return archive({
    ...WORKBOOK_PARTS,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${TYPE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${TYPE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    [SHEET_PART]: `<worksheet><sheetData><row r="1">${header}</row><row r="2">${car}<c s="1"><v>${price}</v></c></row></sheetData></worksheet>`,
  });
}

async function readPrice(file: Buffer, mapping: object = {}) {
  const { rows, badRows } = await readImportFile(
    await spoolFile(file),
    readMapping(JSON.stringify(mapping)),
  );
  const [bad] = badRows.flatMap(({ issues }) => issues);
  return bad ? bad.message : [...rows].map(({ input }) => input.price)[0];
}

const IN_EUROS = "This is in euros; choose euros as the column's unit";

test.each([
  ['#,##0.00\\ "€"', IN_EUROS],
  ["#,##0\\ [$€-407];[Red]-#,##0", IN_EUROS],
  ["€#,##0", IN_EUROS],
  ['#,##0" zł"', "This is in PLN; choose PLN as the column's unit"],
  ['"$"#,##0', 45_990.125],
  ["[$$-409]#,##0.00", 45_990.125],
  ["#,##0.00", 45_990.125],
  ['0" approx."', 45_990.125],
  ['#,##0.0,"k"', 45_990.125],
  ["#,##0,\\K", 45_990.125],
  ['0.00,,"M"', 45_990.125],
  ['#,##0,"k€"', IN_EUROS],
  ["#,##0\\ \\E\\U\\R", IN_EUROS],
])("a unit that only the format %s shows counts", async (format, price) => {
  expect(await readPrice(workbookOf("45990.125", format))).toBe(price);
});

test("and is converted from like one of a cell", async () => {
  const mapping = { price: { field: "price", unit: "euros", rate: 2 } };
  expect(await readPrice(workbookOf("45990.125", "#,##0 [$€-407]"), mapping)).toBe(91_980);
});
