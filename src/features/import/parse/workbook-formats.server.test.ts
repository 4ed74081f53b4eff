import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import {
  archive,
  MAIN,
  relationsXml,
  SHEET_PART,
  sheetXml,
  WORKBOOK_PARTS,
} from "../../../../test/workbooks.ts";
import { readUpload } from "../../../../test/spooled-files.ts";
import { eachFirst } from "../../../../test/each-first.ts";

const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;

const HEADER = ["make", "model", "trim", "year", "bodyType", "price"];
const CAR = ["Acme", "One", "A", "2025", "SUV"];
const rowXml = (cells: readonly string[]) => `<row>${cells.join("")}</row>`;

/** A workbook with one car whose last cell, the price, is this one. */
const workbookWith = (price: string, parts: Readonly<Record<string, string>> = {}) =>
  archive({
    ...WORKBOOK_PARTS,
    ...parts,
    [SHEET_PART]: sheetXml(rowXml(HEADER.map(text)) + rowXml([...CAR.map(text), price])),
  });

/** A table in HTML. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `<tr><td>${cells.join("</td><td>")}</td></tr>`);
  return `<table>${lines.join("\n")}</table>`;
}

/** A workbook with one car whose price has a number format. */
function workbookOf(price: string, format: string): Buffer {
  const escaped = format.replaceAll('"', "&quot;").replaceAll(/[^ -~]/gu, (letter) => {
    return `&#${letter.codePointAt(0)};`;
  });
  return workbookWith(`<c s="1"><v>${price}</v></c>`, {
    "xl/_rels/workbook.xml.rels": relationsXml(
      ["worksheet", "worksheets/sheet1.xml"],
      ["styles", "styles.xml"],
    ),
    "xl/styles.xml": `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  });
}

const odsText = (value: unknown) =>
  `<table:table-cell office:value-type="string"><text:p>${String(value)}</text:p></table:table-cell>`;
const odsRow = (cells: readonly string[], about = "") =>
  `<table:table-row${about}>${cells.join("")}</table:table-row>`;

const odsOf = (rows: string) =>
  archive({
    "META-INF/manifest.xml": "<manifest:manifest></manifest:manifest>",
    "styles.xml": "<office:document-styles></office:document-styles>",
    "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="Cars">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });

async function readPrice(file: Buffer, mapping: object = {}) {
  const { rows, bad } = await readUpload(file, mapping);
  return bad[0]?.message ?? rows[0]?.input.price;
}

const IN_EUROS = "This is in euros; choose euros as the column's unit";

test.each(
  eachFirst([
    [['#,##0.00\\ "€"', "#,##0\\ [$€-407];[Red]-#,##0", "€#,##0", '#,##0,"k€"'], IN_EUROS],
    [["#,##0\\ \\E\\U\\R"], IN_EUROS],
    [['#,##0" zł"'], "This is in PLN; choose PLN as the column's unit"],
    [['"$"#,##0', "[$$-409]#,##0.00", "#,##0.00", '0" approx."', '#,##0.0,"k"'], 45_990.125],
    [["#,##0,\\K", '0.00,,"M"'], 45_990.125],
  ]),
)("a unit that only the format %s shows counts", async (format, price) => {
  expect(await readPrice(workbookOf("45990.125", format))).toBe(price);
});

// Numeric entities keep the file in ASCII, as the archive's sizes count letters.
test.each([
  ["currency", "45990", "45.990,00 &#8364;", IN_EUROS],
  ["currency", "45990", "46 T&#8364;", IN_EUROS],
  ["float", "45990.5", "45.990,5", 45_990.5],
  ["float", "0", "Err:508", "Price must be a number"],
  ["float", "0", "#DIV/0!", "Price must be a number"],
])("a %s of %s in .ods that its column's format shows as %s", async (type, value, shown, price) => {
  const cell = `<table:table-cell office:value-type="${type}" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
  const file = odsOf(odsRow(HEADER.map(odsText)) + odsRow([...CAR.map(odsText), cell]));
  expect(await readPrice(file)).toBe(price);
});

test("and is converted from like one of a cell", async () => {
  const mapping = { price: { field: "price", unit: "euros", rate: 2 } };
  expect(await readPrice(workbookOf("45990.125", "#,##0 [$€-407]"), mapping)).toBe(91_980);
  const { columns } = await readUpload(workbookOf("33240.5", '"$"#,##0'));
  expect(columns.at(-1)?.samples).toEqual(["$33,240.50"]);
});

const CARS = [
  [...HEADER, "range"],
  ["Škoda", "Enyaq", "85", 2025, "SUV", 45_990.5, 310],
  ["Škoda", "Enyaq", "RS", 2026, "SUV", 49_990, 290],
];

async function readCars(file: Buffer | string) {
  const { encoding, rows, bad, facts } = await readUpload(file);
  const cars = rows.map(
    ({ row, input: { make, trim, price } }) => `${row} ${make} ${trim} ${price}`,
  );
  return { encoding, facts, cars, bad };
}

describe("whatever its name, a file is read as", () => {
  test.each([
    ["xlsx", "XLSX"],
    ["xlsb", "XLSX"],
    ["biff8", "XLS"],
    ["ods", "ODS"],
    ["html", "HTML"],
    ["xlml", "HTML"],
  ] as const)("%s", async (bookType, encoding) => {
    const book = utils.book_new(utils.aoa_to_sheet(CARS), "Cars");
    const bytes = write(book, { type: "buffer", bookType }) as Buffer;
    const read = { encoding, cars: ["1 Škoda 85 45990.5", "2 Škoda RS 49990"], bad: [] };
    expect(await readCars(bytes)).toMatchObject(read);
  });

  test("a table in HTML, whose figures are read as texts", async () => {
    const rows = [
      [...HEADER, "range"],
      ["Škoda", "Enyaq", "85", "2025", "SUV", "$45,990.50", "310"],
      ["Škoda", "9-3", "RS", "2026", "SUV", "-", "290"],
    ];
    const { cars, bad } = await readCars(`\n<!DOCTYPE html><body>${tableOf(rows)}`);
    expect(bad).toEqual([]);
    expect(cars).toEqual(["1 Škoda 85 45990.5", "2 Škoda RS null"]);
  });
});

describe("hidden rows are left out and counted", () => {
  test("in .xlsx", async () => {
    const sheet = utils.aoa_to_sheet(CARS);
    sheet["!rows"] = [{}, { hidden: true }];
    const file = write(utils.book_new(sheet, "Cars"), { type: "buffer" }) as Buffer;
    expect(await readCars(file)).toMatchObject({
      cars: ["2 Škoda RS 49990"],
      facts: { hidden: 1, sheets: [{ name: "Cars", rows: 2 }] },
    });
  });

  test.each(["collapse", "filter"])("in .ods, with %s", async (visibility) => {
    const line = (cells: unknown[], about = "") => odsRow(cells.map(odsText), about);
    const [header = [], first = [], second = []] = CARS.map((cells) =>
      cells.map((each) => (each === "Škoda" ? "Skoda" : each)),
    );
    const hidden = line(first, ` table:visibility="${visibility}"`);
    const file = odsOf(line(header) + hidden + line(second));
    expect(await readCars(file)).toMatchObject({
      encoding: "ODS",
      cars: ["2 Skoda RS 49990"],
      facts: { hidden: 1 },
    });
  });
});

describe("a cell is its stored value, and its format only says unit, time, date or year", () => {
  test.each([
    ["charging", "h:mm", 0.5 / 24, 30],
    ["charging", "h:mm", 0.5 / 24 - 1, 30],
    ["charging", "[h]:mm", 65 / 60 / 24, 65],
    ["charging", "h:mm AM/PM", 0.5 / 24, 30],
    ["year", "yyyy", 46_000, 2025],
    ["price", "0", 45_990.5, 45_990.5],
    ["acceleration", "0.0", 3.85, 3.85],
    ["checkedOn", "d mmm yy", 46_000, "2025-12-09"],
  ] as const)("%s with %s", async (field, format, stored, value) => {
    const names = { make: "Acme", model: "One", trim: "A", bodyType: "SUV", year: 2025 };
    const car = { ...names, [field]: { t: "n", v: stored, z: format } };
    const sheet = utils.aoa_to_sheet([Object.keys(car), Object.values(car)]);
    for (const bookType of ["xlsx", "biff8"] as const) {
      const file = write(utils.book_new(sheet), { type: "buffer", bookType }) as Buffer;
      const { rows } = await readUpload(file);
      expect([...rows].map(({ input }) => input[field])).toEqual([value]);
    }
  });

  test("days may be counted from 1904", async () => {
    const sheet = utils.aoa_to_sheet([
      [...HEADER.slice(0, 5), "checkedOn"],
      [...CAR, { t: "n", v: 44_538, z: "yyyy-mm-dd" }],
    ]);
    const book = { ...utils.book_new(sheet), Workbook: { WBProps: { date1904: true } } };
    const file = write(book, { type: "buffer" }) as Buffer;
    const { rows } = await readUpload(file);
    expect([...rows].map(({ input }) => input.checkedOn)).toEqual(["2025-12-09"]);
  });

  test("a formula without a result makes its cell bad", async () => {
    const file = workbookWith("<c><f>A1*2</f></c>");
    const message =
      "This formula was saved without its result. Open the file in Excel and save it again";
    expect((await readCars(file)).bad).toEqual([{ row: 1, column: "price", message }]);
  });
});

test("letters of an older .xls are those of its code page", async () => {
  const sheet = utils.aoa_to_sheet([HEADER, ["Acme", "One", "Mark", "2025", "SUV"]]);
  const file: Buffer = write(utils.book_new(sheet), { type: "buffer", bookType: "biff5" });
  file[file.indexOf("Mark")] = 0x8a;
  file.writeUInt16LE(1250, file.indexOf(Buffer.from([0x42, 0, 2, 0])) + 4);
  const { rows } = await readUpload(file);
  expect(rows[0]?.input.trim).toBe("Šark");
});

test("a footnote in superscript is no digit of the figure", async () => {
  const rich = `<c t="inlineStr"><is><r><t>45990</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r><r><t xml:space="preserve"> USD</t></r></is></c>`;
  expect(await readPrice(workbookWith(rich))).toBe(45_990);
  const table = tableOf([HEADER, [...CAR, "45990<sup>1</sup>"]]);
  expect(await readPrice(Buffer.from(table))).toBe(45_990);
});

test("a struck-out price is none, and a cell that spans rows is that of each", async () => {
  const table = tableOf([
    HEADER,
    ["Kia", "EV6", "Wind", "2025", "SUV", "<s>$47,400</s> $44,000"],
    ["EV9", "Land", "2025", "SUV", "69900"],
  ]);
  const spanned = table.replace("<td>Kia", "<td rowspan=2>Kia");
  const { rows } = await readUpload(spanned, { columns: {}, decimal: "point" });
  const cars = rows.map(({ input: { make, price } }) => `${make} ${price}`);
  expect(cars).toEqual(["Kia 44000", "Kia 69900"]);
});

describe("a price that its format shows otherwise", () => {
  const MAPPING = { columns: { price: { field: "price", decimal: "comma" } } };
  const priceBelow = async (price: string, above: number) => {
    const file = workbookOf(price, '"$"#,##0.00');
    const { rows, leftOut } = await readUpload(file, {
      ...MAPPING,
      rules: [{ column: "price", above }],
    });
    return leftOut ? "left out" : rows[0]?.input.price;
  };

  test("is judged by a rule as it is stored", async () => {
    expect(await priceBelow("45990", 40_000)).toBe("left out");
    expect(await priceBelow("450", 40_000)).toBe(450);
  });

  test.each(["45990 $", "$45,990.00"])("is given a value by either text: %s", async (shown) => {
    const columns = { price: { field: "price", values: { [shown]: 1 } } };
    expect(await readPrice(workbookOf("45990", '"$"#,##0.00'), { columns })).toBe(1);
  });
});

test("two digits are a year of this century, as in a text file", async () => {
  const sheet = utils.aoa_to_sheet([
    ["make", "model", "trim", "year", "bodyType"],
    ["Kia", "EV3", "Air", 25, "SUV"],
  ]);
  const book = write(utils.book_new(sheet, "Cars"), { type: "buffer", bookType: "xlsx" });
  const { rows } = await readUpload(book, { columns: {}, usualWords: true });
  expect(rows[0]?.input.year).toBe(2025);
});
