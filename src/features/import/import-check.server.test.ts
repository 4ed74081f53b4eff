import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../db/database.server.ts";
import { describeOnEachEngine, freshSqlite } from "../../../test/databases.ts";
import { inputs } from "../../../test/catalogue.ts";
import { FIELD_NAMES, REQUIRED_FIELDS } from "../../domain/fields.ts";
import { ImportAnswerSchema, RefusalAnswer } from "./import.schema.ts";
import { csv, EV6, EV9, openTestImport } from "../../../test/import.ts";

const KNOWN = inputs(
  { make: "Kia", model: "Niro", trim: "A", year: 2024, price: 40_000, charging: 15, range: 250 },
  { make: "Kia", model: "Niro", trim: "B", year: 2025, price: 80_000, charging: 75, range: 0 },
);

describeOnEachEngine("the check of a file", ({ open }) => {
  test("marks figures far outside the catalogue's and stops nobody", async () => {
    const { upload, names } = await openTestImport(await open(), KNOWN);
    const file = csv(
      EV6,
      EV9.replace(",24,", ",940,"),
      "Kia,EV9,Wind,2025,0,,,,SUV,",
      "Kia,EV9,GT,2031,9,9,9,,SUV,",
    );
    const { status, body } = await upload(file, { query: "?dryRun=true" });
    expect(status).toBe(200);
    expect(ImportAnswerSchema.parse(body)).toEqual(body);
    const bad = { row: 4, make: "", model: "", trim: "", year: 0, value: 9 };
    const price = { field: "price", count: 0, inBadRows: 1, rows: [bad] };
    const far = { least: 250, most: 250, count: 1, inBadRows: 1, lowest: 9, highest: 310 };
    const ev6 = { row: 1, make: "Kia", model: "EV6", trim: "Wind", year: 2025, value: 310 };
    const slow = { least: 15, most: 75, count: 1, inBadRows: 1, lowest: 9, highest: 940 };
    const ev9 = { row: 2, make: "Kia", model: "EV9", trim: "Land", year: 2025, value: 940 };
    expect(body.unusual).toMatchObject([
      price,
      { field: "range", column: "range", ...far, rows: [ev6, bad] },
      { field: "charging", column: "charging", ...slow, rows: [ev9, bad] },
    ]);
    expect((await upload(file, { query: "?invalid=skip" })).status).toBe(200);
    expect(await names()).toContain("Kia EV9 Land 2025");
  });

  test("marks what would be changed, and one value for all rows", async () => {
    const { upload } = await openTestImport(await open(), KNOWN);
    const query = "?dryRun=true&existing=update";
    const file = "make,model,trim,year,bodyType,range\nKia,Niro,A,2024,SUV,990\n";
    const mapping = { columns: {}, constants: { charging: 940 } };
    const { body } = await upload(file, { query, mapping });
    expect(body.updated).toHaveLength(1);
    expect(body.unusual.map(({ field, column, rows }) => [field, column, rows[0]?.value])).toEqual([
      ["range", "range", 990],
      ["charging", "", 940],
    ]);
  });

  test("is short, however long the file", async () => {
    const { upload } = await openTestImport(await open(), KNOWN);
    const rows = Array.from({ length: 3_000 }, (_, at) => `Kia,EV${at},W,2025,1,2,3,x,SUV,`);
    const { body, text } = await upload(csv(...rows), { query: "?dryRun=true&list=10" });
    expect(body.reasons).toEqual([
      {
        column: "acceleration",
        message: "Acceleration must be a number",
        count: 3_000,
        cells: [1, 2, 3, 4, 5].map((row) => ({ row, value: "x" })),
        values: [{ value: "x", count: 3_000 }],
      },
    ]);
    const good = rows.map((row) => row.replace("x", "5"));
    const { body: checked } = await upload(csv(...good), { query: "?dryRun=true&list=10" });
    expect(checked.unusual.map(({ field }) => field)).toEqual(["price", "range", "charging"]);
    for (const one of checked.unusual)
      expect(one).toMatchObject({ count: 3_000, rows: { length: 20 } });
    expect(text.length).toBeLessThan(10_000);
  });

  test("says what each column is and which lines stand above", async () => {
    const { upload } = await openTestImport(await open());
    const file =
      "EV price list 2025;;;;;;\nBrand;model;trim;year;bodyType;acceleration;x\nKia;EV6;A;2025;suv;5,1;\n";
    const mapping = { Brand: "make", x: null };
    const { body } = await upload(file, { query: "?dryRun=true", mapping });
    expect(body).toMatchObject({
      added: [{ row: 1, make: "Kia", bodyType: "SUV", acceleration: 5.1 }],
      titles: ["EV price list 2025"],
      columns: [
        { header: "Brand", field: "make" },
        { header: "model", field: "model" },
        { header: "trim", field: "trim" },
        { header: "year", field: "year" },
        { header: "bodyType", field: "bodyType" },
        { header: "acceleration", field: "acceleration", decimal: "comma" },
        { header: "x", field: null },
      ],
    });
    expect(ImportAnswerSchema.parse(body)).toEqual(body);
    const refused = await upload(file);
    expect(refused.body).toMatchObject({ titles: ["EV price list 2025"] });
    expect(RefusalAnswer.parse(refused.body)).toEqual(refused.body);
  });
});

// The database makes no difference, and the file is large.
test("the check of a file ends each list where it gets too long, whatever its rows hold", async () => {
  const database = await openDatabase(await freshSqlite(), () => undefined);
  onTestFinished(() => database.close());
  const { upload } = await openTestImport(database);
  const end = `${"W".repeat(80)},2025,Boat`;
  const others = FIELD_NAMES.filter((field) => !REQUIRED_FIELDS.includes(field));
  const blank = others.map(() => "").join(",");
  const rows = Array.from({ length: 18_000 }, (_, at) => `Kia,EV${at},${end},${blank}`);
  const file = [`${REQUIRED_FIELDS.join(",")},${others.join(",")}`, ...rows].join("\n");
  const { body, text } = await upload(file, { query: "?dryRun=true&list=20000" });
  expect(body.counts?.invalid).toBe(18_000);
  expect(body.invalid).toHaveLength(18_000);
  expect(body.bad.length).toBeGreaterThan(12_000);
  expect(body.bad.length).toBeLessThan(18_000);
  expect(text.length).toBeLessThan(22_000_000);
});

describeOnEachEngine("a file with figures that can be read both ways", ({ open }) => {
  const HEADER = "make;model;trim;year;bodyType;price";
  const FILE = `${HEADER}\nKia;EV6;Wind;2025;SUV;45.990\nKia;EV6;GT;2025;SUV;61000\n`;

  test("is refused with row, column, value and ways to fix it", async () => {
    const { upload, names } = await openTestImport(await open());
    for (const query of ["", "?invalid=skip"]) {
      const { status, body } = await upload(FILE, { query });
      expect(status).toBe(422);
      expect(body.error).toBe(
        "Nothing was added: “45.990” in row 1, column price can be 45,990 or 45.99. Say which with decimal=comma or decimal=point, or write the figures without thousands separators.",
      );
      expect(body.rows).toMatchObject([{ row: 1, column: "price", value: "45.990" }]);
      expect(RefusalAnswer.parse(body)).toEqual(body);
    }
    expect(await names()).toEqual([]);
  });

  test("is refused at once when too many cells are ambiguous, also in a dry run", async () => {
    const { upload } = await openTestImport(await open());
    const rows = Array.from({ length: 20_001 }, (_, at) => `Kia;EV6;${at};2025;SUV;45.990\n`);
    const { status, body } = await upload(`${HEADER}\n${rows.join("")}`, { query: "?dryRun=true" });
    expect(status).toBe(422);
    expect(body.error).toContain("“45.990” in row 1, column price can be 45,990 or 45.99.");
    expect(body.columns).toContainEqual({
      header: "price",
      field: "price",
      decimal: "unclear",
      example: "45.990",
      readings: ["$45.99", "$45,990"],
      samples: ["45.990"],
    });
  });

  test("is imported once the decimal sign is given, for the file or the column", async () => {
    const { upload } = await openTestImport(await open());
    const { body } = await upload(FILE, { decimal: "comma" });
    expect(body.added.map(({ price }) => price)).toEqual([45_990, 61_000]);
    const mapping = { price: { field: "price", decimal: "point" } };
    const again = await upload(FILE.replaceAll("EV6", "EV9"), { mapping });
    expect(again.body.added.map(({ price }) => price)).toEqual([45.99, 61_000]);
  });

  test("the given decimal sign must make sense", async () => {
    const { upload } = await openTestImport(await open());
    const { status, body } = await upload(FILE, { decimal: "dot" });
    expect([status, body.error]).toEqual([400, "decimal must be comma or point."]);
    const error = "mapping must be JSON: each header with its field, or null.";
    for (const price of [{ field: "price", decimal: "dot" }, { field: "cost" }, "cost"]) {
      const refused = await upload(FILE, { mapping: { price } });
      expect(refused).toMatchObject({ status: 400, body: { error } });
    }
  });
});

describeOnEachEngine("a file with models", ({ open }) => {
  test("that go on after one of the catalogue is split", async () => {
    const { upload } = await openTestImport(await open(), KNOWN);
    const file =
      "make,model,year,bodyType\nKia,Niro SX,2026,SUV\nKia,Niro,2026,SUV\nKia,NIRO EX,2026,SUV\n";
    const mapping = { columns: {}, usualWords: true };
    const query = "?dryRun=true";
    const { columns } = (await upload(file, { query, mapping })).body;
    expect(columns?.[1]?.suggested).toEqual({ split: ["make", "model", "trim"] });
  });
});
