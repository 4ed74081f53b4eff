import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { workbookOfRows } from "../../../../test/workbooks.ts";
import { readUpload } from "../../../../test/spooled-files.ts";

const HEADER = ["make", "model", "trim", "year", "bodyType", "price"];

async function read(bytes: Buffer, mapping: object = {}) {
  const { rows, bad, encoding } = await readUpload(bytes, mapping);
  const [first] = rows;
  const names = first && [first.input.make, first.input.trim, first.input.price];
  return { encoding, names, bad, rows };
}

async function workbook(rows: (string | number | boolean | Date | null)[][]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: "Cars", rows }] }));
}

test.each([
  ["a PNG", "\u0089PNG\r\n\u001A\n"],
  ["a JPEG", "\u00FF\u00D8\u00FF\u00E0\0\u0010JFIF"],
  ["a GIF", "GIF89a"],
  ["a PDF", "%PDF-1.7\n"],
])("%s is no table", async (_name, start) => {
  await expect(read(Buffer.from(`${start}1\0\0`, "latin1"))).rejects.toThrow(
    "The file is a picture or a document, not a table. Choose a CSV or Excel file.",
  );
});

describe("a workbook is read", () => {
  test("from its first sheet, with titles, gaps, dates and figures of any kind", async () => {
    const file = await workbook([
      ["EV prices"],
      [],
      [...HEADER, "checkedOn", "taxCreditEligible", "acceleration"],
      ["Kia", "EV6", "Wind", 2025, "suv", 48900.5, new Date("2026-11-23T00:00:00Z"), true, 5.125],
      [],
      ["Fiat", "500e", "Pop", 2025, "Hatchback", "$32500", null, "no", null],
      ["Audi", 8, "A", 1999, "SUV", null, null, null, null],
    ]);
    const { rows, bad, encoding } = await read(file);
    expect(encoding).toBe("XLSX");
    expect(rows.map(({ row, input }) => [row, input.make, input.price])).toEqual([
      [1, "Kia", 48900.5],
      [3, "Fiat", 32500],
    ]);
    const [first] = rows;
    expect(first?.input).toMatchObject({
      checkedOn: "2026-11-23",
      taxCreditEligible: true,
      acceleration: 5.125,
      bodyType: "SUV",
    });
    const message = "Year must be 2020 or later";
    expect(bad).toEqual([{ row: 4, column: "year", message, value: "1999" }]);
  });

  test("whose figures are never read as thousands or refused, whatever the decimal sign", async () => {
    const rowOf = (price: number | string) => ["Kia", "EV6", `T${price}`, 2025, "SUV", price];
    const rows = [HEADER, rowOf(45.99), rowOf(1.234)];
    const file = await workbook(rows);
    const column = { price: { field: "price", decimal: "comma" } };
    for (const mapping of [{}, column, { columns: {}, decimal: "comma" }]) {
      const prices = (await read(file, mapping)).rows.map(({ input }) => input.price);
      expect(prices).toEqual([45.99, 1.234]);
    }
    // They do not decide how to read a text next to them either.
    const text = await workbook([...rows, rowOf("45.990")]);
    expect((await read(text)).bad).toMatchObject([{ column: "price", value: "45.990" }]);
  });

  test("without names that Excel has turned into errors or dates", async () => {
    const march = new Date("2026-03-09T00:00:00Z");
    const lost = [
      HEADER,
      ["Kia", "#REF!", "Wind", 2025, "SUV", 1],
      ["Saab", march, "A", 2025, "SUV", 1],
    ];
    expect((await read(await workbook(lost))).bad).toEqual([
      { row: 1, column: "model", message: "This is a formula error", value: "#REF!" },
      { row: 2, column: "model", message: "This is a date, not a text", value: "2026-03-09" },
    ]);
  });

  test("with the values that were saved with its formulas, which are not run", async () => {
    const cells = new Map([["1,5", { value: 48900, formula: "1+1", formulaResult: 48900 }]]);
    const data = [HEADER, ["Kia", "EV6", "Wind", 2025, "SUV", null]];
    const sheet = { name: "Cars", rows: data, cells };
    const file = Buffer.from(await writeXlsx({ sheets: [sheet] }));
    expect((await read(file)).names).toEqual(["Kia", "Wind", 48900]);
  });
});

describe("a workbook is refused", () => {
  const refused = (bytes: Buffer) => expect(read(bytes)).rejects;

  test("that is cut off, or a file that is not a workbook", async () => {
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await refused(old).toThrow("The workbook cannot be read.");
    await refused(Buffer.from("PK\u0003\u0004nothing")).toThrow("The workbook cannot be read.");
    const cut = (await workbook([HEADER])).subarray(0, 600);
    await refused(cut).toThrow("The workbook cannot be read.");
  });

  test("that declares or hides that it is too large", async () => {
    const file = await workbook([HEADER, ["Kia", "EV6", "Wind", 2025, "SUV", 1]]);
    // The last mention of the name is in the list of parts, 46 bytes into its entry.
    const entry = file.lastIndexOf(Buffer.from("xl/worksheets/sheet1.xml")) - 46;
    const says = (unpacked: number) => {
      const changed = Buffer.from(file);
      changed.writeUInt32LE(unpacked, entry + 24);
      return changed;
    };
    await refused(says(65 * 1024 * 1024)).toThrow("holds more than 64 MB");
    await refused(says(0)).toThrow("The workbook cannot be read.");
    await refused(says(0xffffffff)).toThrow("holds more than 64 MB");
  });

  test("whose rows are further down than a sheet goes, or go back up", async () => {
    const car = ["Kia", "EV6", "Wind", "2025", "SUV", "1"];
    const last = workbookOfRows([
      [1, HEADER],
      [1_048_576, car],
    ]);
    expect((await read(last)).rows).toMatchObject([{ row: 1_048_575 }]);
    for (const at of [1_048_577, 1, "x"]) {
      const file = workbookOfRows([
        [1, HEADER],
        [at, car],
      ]);
      await refused(file).toThrow("The workbook cannot be read.");
    }
  });

  test("with too many cells in a row", async () => {
    const wide = await workbook([HEADER, Array.from({ length: 1001 }, () => 1)]);
    await refused(wide).toThrow("A row of the workbook has more than 1000 cells.");
  });

  test("that unpacks to more than it declares", async () => {
    const rows = Array.from({ length: 2000 }, () => ["Kia", "EV6", "x".repeat(40), 2025, "SUV", 1]);
    const file = await workbook([HEADER, ...rows]);
    // Replace the size that each part declares, in both places, with a small one.
    const marks = [
      ["PK\u0001\u0002", 24],
      ["PK\u0003\u0004", 22],
    ] as const;
    for (const [mark, offset] of marks) {
      for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) {
        if (file.readUInt32LE(at + offset) > 10_000) file.writeUInt32LE(10_000, at + offset);
      }
    }
    await refused(file).toThrow("The workbook cannot be read.");
  });
});
