import { describe, expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { inputs } from "../../../../test/catalogue.ts";
import { openTestImport } from "../../../../test/import.ts";
import { readUpload } from "../../../../test/spooled-files.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { readMapping } from "./import-mapping.server.ts";

const NAMES = { make: "Kia", model: "EV6", trim: "Wind", year: "2025", bodyType: "SUV" };

/** Reads one row with these cells in addition to its names. */
async function read(cells: Readonly<Record<string, string>>, mapping: object, delimiter = ",") {
  const row = { ...NAMES, ...cells };
  const line = (texts: string[]) => texts.map((text) => `"${text}"`).join(delimiter);
  const file = `${line(Object.keys(row))}\n${line(Object.values(row))}\n`;
  const { rows, bad, leftOut } = await readUpload(file, mapping);
  return { input: rows[0]?.input, bad, leftOut };
}

describe("a figure is converted from the unit that is said", () => {
  test.each<[keyof EvInput, string, string, unknown]>([
    ["range", "km", "500", 310.7],
    ["range", "miles", "311", 311],
    ["topSpeed", "km/h", "180", 111.8],
    ["cargoSpace", "litres", "520", 18.4],
    ["maxChargingSpeed", "hp", "100", 74.6],
    ["horsepower", "kW", "150", 201],
    ["horsepower", "metric hp", "204 PS", 201],
    ["charging", "hours", "0.5", 30],
    ["charging", "minutes", "0.5 h", 30],
    ["homeCharging", "minutes", "630", 10.5],
    ["consumption", "kWh/100 km", "18", 29],
    ["consumption", "Wh/km", "180", 29],
    ["consumption", "MPGe", "116", 29.1],
    ["consumption", "kWh/100 km", "18 kWh per 100 km", 29],
    ["cargoSpace", "cubic feet", "25.6 cu ft", 25.6],
    ["cargoSpace", "cubic feet", "25.6 ft³", 25.6],
    ["cargoSpace", "litres", "520 L", 18.4],
    ["length", "inches", "188.5″", 188.5],
    ["length", "metres", "4.695 m", 184.8],
    ["length", "mm", "4 695 mm", 184.8],
    ["torque", "lb-ft", "258 lb-ft", 258],
    ["torque", "lb-ft", "258 ft·lbs", 258],
    ["torque", "Nm", "350 N·m", 258],
    ["curbWeight", "pounds", "4,409 lbs.", 4409],
    ["acceleration", "seconds", "4.5 sec.", 4.5],
    ["topSpeed", "km/h", "180 kph", 111.8],
    ["horsepower", "metric hp", "204 KM", 201],
    ["length", "mm", "4695", 184.8],
    ["curbWeight", "kg", "2000", 4409],
    ["range", "km", "n/a", null],
  ])("%s in %s: %j is %j", async (field, unit, cell, stored) => {
    const { input, bad } = await read({ x: cell }, { x: { field, unit } });
    expect(bad).toEqual([]);
    expect(input?.[field]).toBe(stored);
  });

  test.each([
    ["45.990,50 €", 50_590],
    ["45 990 €", 50_589],
    ["45.990,-", 50_589],
  ])("in a file with the decimal sign of its country: %s", async (x, price) => {
    const { input } = await read({ x }, { x: { field: "price", unit: "euros", rate: 1.1 } }, ";");
    expect(input?.price).toBe(price);
  });

  test.each<[header: string, said: object, cell: string, price: number]>([
    ["price", { unit: "euros", rate: 1.1 }, "€ 45,990", 50_589],
    ["price", { unit: "euros", rate: 1.1 }, "EUR 45,990", 50_589],
    ["price", { unit: "EUR", rate: 1.1 }, "€45,990", 50_589],
    ["price", { unit: "Canadian dollars", rate: 0.5 }, "$45,990", 22_995],
    ["price", { unit: "Canadian dollars", rate: 0.5 }, "CA$45,990", 22_995],
    ["price", { unit: "Australian dollars", rate: 0.5 }, "A$ 45,990", 22_995],
    ["price", { unit: "yen", rate: 0.5 }, "¥45,990", 22_995],
    ["price", { unit: "Danish kroner", rate: 0.5 }, "45,990 kr", 22_995],
    ["price", { unit: "PLN", rate: 0.25 }, "345 700 zł", 86_425],
    ["price", { unit: "INR", rate: 0.012 }, "₹45,99,000", 55_188],
    ["price", { unit: "NZD", rate: 0.6 }, "NZ$50,000", 30_000],
    ["price", { unit: "CZK", rate: 0.043 }, "1 000 000 Kč", 43_000],
    ["price", { unit: "CHF", rate: 1.2 }, "50'000.-", 60_000],
    ["price", { unit: "SEK", rate: 0.1 }, "500 000 kr", 50_000],
    ["price", { unit: "USD" }, "US$ 45,990", 45_990],
    ["price (Lakhs)", { unit: "rupees", rate: 0.012 }, "15", 18_000],
    ["price (Lakhs)", { unit: "INR", rate: 0.012 }, "17.4", 20_880],
    ["price (Lakhs)", { unit: "INR", rate: 0.012 }, "15 lakh", 18_000],
    ["price (Lakhs)", { unit: "INR", rate: 0.012 }, "₹ 0.15 crore", 18_000],
    ["Lakhs", { unit: "INR", rate: 0.012 }, "15", 18_000],
    ["price", { unit: "INR", rate: 0.012 }, "₹45 lakh", 54_000],
    ["price", { unit: "INR", rate: 0.012 }, "₹1.2 Crore", 144_000],
    ["price", { unit: "INR", rate: 0.012 }, "₹ 1.2 Cr", 144_000],
    ["価格（万円）", { unit: "yen", rate: 0.01 }, "605", 60_500],
    ["price", { unit: "yen", rate: 0.01 }, "605万円", 60_500],
    ["가격(만원)", { unit: "won", rate: 0.001 }, "4,571만원", 45_710],
    ["Base MSRP (k$)", { unit: "USD" }, "45.9", 45_900],
    ["Price in 1000 EUR", { unit: "EUR", rate: 1.1 }, "45.9", 50_490],
    ["Preis TEUR", { unit: "EUR", rate: 1.1 }, "45.9", 50_490],
    ["Price (million KRW)", { unit: "KRW", rate: 0.0007 }, "50", 35_000],
    ["price", { unit: "EUR", rate: 1.1 }, "45.9 tsd. €", 50_490],
    ["price", {}, "$45.9k", 45_900],
  ])("%s as %j: %s is $%d", async (header, said, cell, price) => {
    const mapping = { [header]: { field: "price", ...said } };
    const { input, bad } = await read({ [header]: cell }, mapping);
    expect(bad).toEqual([]);
    expect(input?.price).toBe(price);
  });

  test.each<[keyof EvInput, object, string]>([
    ["range", { unit: "km" }, "310 mi"],
    ["price", { unit: "euros", rate: 1.1 }, "$45,990"],
    ["price", { unit: "rupees", rate: 0.012 }, "45 bushels"],
    ["range", { unit: "km" }, "45 lakh"],
    ["price", { unit: "Danish kroner", rate: 0.15 }, "45,990 SEK"],
  ])(
    "and a figure of %s in another unit than its column is refused: %j, %s",
    async (field, said, x) => {
      const { input, bad } = await read({ x }, { x: { field, ...said } });
      expect(input).toBeUndefined();
      expect(bad).toMatchObject([{ row: 1, column: "x", value: x }]);
    },
  );

  test.each([undefined, "0", "1,08,5", ""])(
    "and a currency is shown among the columns until its rate is usable: %j",
    async (rate) => {
      const x = { field: "price", unit: "euros", ...(rate !== undefined && { rate }) };
      await expect(read({ x: "45990" }, { x })).rejects.toMatchObject({
        status: 422,
        rows: [{ row: 0, column: "x", message: "Enter its exchange rate" }],
        columns: expect.arrayContaining([expect.objectContaining({ header: "x", unit: "euros" })]),
      });
    },
  );

  test.each<[string, keyof EvInput, string, string]>([
    ["Range_Km", "range", "The column name says km. Choose its unit", "miles"],
    ["Engine power [KM]", "horsepower", "The column name says metric hp. Choose its unit", "hp"],
    ["Price [PLN]", "price", "The column name says PLN. Choose its unit and rate", "US dollars"],
    ["Price CHF", "price", "The column name says Swiss francs. Choose its unit and rate", "USD"],
  ])(
    "and none is taken as ours when the name says another: %s",
    async (header, field, message, ours) => {
      await expect(read({ [header]: "500" }, { [header]: field })).rejects.toMatchObject({
        status: 422,
        rows: [{ row: 0, column: header, message }],
      });
      const { input } = await read({ [header]: "500" }, { [header]: { field, unit: ours } });
      expect(input?.[field]).toBe(500);
    },
  );

  test("waits for the currency of a name that multiplies", async () => {
    await expect(read({ "MSRP (k$)": "45" }, { "MSRP (k$)": "price" })).rejects.toMatchObject({
      rows: [{ column: "MSRP (k$)", message: "The column name says thousands. Choose its unit" }],
    });
  });

  test.each<[keyof EvInput, object, string]>([
    ["price", { unit: "INR", rate: 0.012 }, "15"],
    ["range", { unit: "km" }, "0.05"],
    ["curbWeight", { unit: "kg" }, "0.2 kg"],
    ["charging", { unit: "seconds" }, "18"],
  ])("of %s as %j: %s would be 0, so it is bad", async (field, said, x) => {
    const { input, bad } = await read({ x }, { x: { field, ...said } });
    expect(input).toBeUndefined();
    const message = "This would be stored as 0. Check the column's unit and rate";
    expect(bad).toEqual([{ row: 1, column: "x", message, value: x }]);
    expect((await read({ x: "0" }, { x: { field, ...said } })).input?.[field]).toBe(0);
  });
});

test("values are mapped once, in any letter case", async () => {
  const mapping = {
    body: { field: "bodyType", values: { saloon: "Sedan", "4-door": "Sedan" } },
    bodyType: null,
    drive: { field: "driveType", values: { "Front Wheel Drive": "FWD", "?": null } },
  };
  const saloon = (await read({ body: " Saloon", drive: "front wheel drive" }, mapping)).input;
  expect(saloon).toMatchObject({ bodyType: "Sedan", driveType: "FWD" });
  const other = (await read({ body: "4-DOOR", drive: "?" }, mapping)).input;
  expect(other).toMatchObject({ bodyType: "Sedan", driveType: null });
});

describe("what a figure's text stands for is read as its column's cells are", () => {
  const meaning = (far: unknown) => ({ field: "range", unit: "km", values: { far } });

  test.each([
    ["500", 310.7],
    ["500 km", 310.7],
    ["-", null],
    [500, 500],
    [null, null],
  ])("%j is %j", async (far, stored) => {
    expect((await read({ x: "Far" }, { x: meaning(far) })).input?.range).toBe(stored);
  });

  test("with the decimal sign of the file, without affecting its detection", async () => {
    const x = { field: "price", values: { dear: "45.990", cheap: "45,5" } };
    const comma = { columns: { x }, decimal: "comma" };
    expect((await read({ x: "dear" }, comma, ";")).input?.price).toBe(45_990);
    expect((await read({ x: "cheap" }, { x }, ";")).input?.price).toBe(45.5);
    expect((await read({ x: "dear" }, { x }, ";")).bad).toMatchObject([{ column: "x" }]);
    expect((await read({ x: "dear" }, { x })).input?.price).toBe(45.99);
  });

  test("and so is the replacement of a single cell", async () => {
    const columns = { Range_Km: { field: "range", unit: "km" } };
    const cells = [{ row: 1, column: "range_km", text: "500" }];
    const row = { Range_Km: "940 mi", trim: "#N/A" };
    expect(await read(row, { columns, cells })).toMatchObject({
      input: undefined,
      bad: [{ column: "trim", message: "This is a formula error" }],
    });
    const both = [...cells, { row: 1, column: "trim", text: "GT" }];
    const { input } = await read(row, { columns, cells: both });
    expect(input).toMatchObject({ range: 310.7, trim: "GT" });
    const missing = { columns, cells: [{ row: 1, column: "Price", text: "1" }] };
    await expect(read(row, missing)).rejects.toThrow(
      "Price (a repaired cell is in this column, which is missing)",
    );
  });
});

test("the letter case of a column's name does not matter", async () => {
  const mapping = {
    columns: { Range: { field: "range", unit: "km" }, Fuel: null },
    rules: [{ column: "FUEL", isNot: ["electric"] }],
  };
  expect((await read({ range: "500", fuel: "electric" }, mapping)).input?.range).toBe(310.7);
  expect(await read({ range: "500", fuel: "hybrid" }, mapping)).toMatchObject({ leftOut: 1 });
});

test.each<[rule: object, cells: Record<string, string>, leftOut: number]>([
  [{ column: "fuel", isNot: ["electric"] }, { fuel: "Hybrid" }, 1],
  [{ column: "fuel", isNot: ["electric"] }, { fuel: "Electric " }, 0],
  [{ column: "fuel", is: ["Hybrid"] }, { fuel: "hybrid" }, 1],
  [{ column: "fuel", empty: true }, { fuel: " " }, 1],
  [{ column: "fuel", empty: true }, { fuel: "N/A" }, 1],
  [{ column: "fuel", empty: true }, { fuel: "electric" }, 0],
  [{ column: "year", below: 2026 }, { year: "2025" }, 1],
  [{ column: "year", below: 2025 }, { year: "2025" }, 0],
  [{ column: "range", above: 299 }, { range: "~300 mi" }, 1],
  [{ column: "range", above: 300 }, { range: "300" }, 0],
  [{ column: "range", below: 1 }, { range: "" }, 0],
  [{ column: "fuel", below: 10 }, { fuel: "9.5" }, 1],
  [{ column: "fuel", below: 10 }, { fuel: "electric" }, 0],
])("rows are left out by the rule %j: %j", async (rule, cells, leftOut) => {
  expect(await read(cells, { columns: {}, rules: [rule] })).toMatchObject({ leftOut });
});

test.each([{}, { below: 1, above: 2 }, { empty: true, is: ["a"] }])(
  "a rule has one condition, not %j",
  (conditions) => {
    const mapping = { columns: {}, rules: [{ column: "fuel", ...conditions }] };
    expect(() => readMapping(JSON.stringify(mapping))).toThrow("mapping must be JSON");
  },
);

describe("a mapping is refused", () => {
  test.each<[string, object, string]>([
    ["range", { field: "range", unit: "litres" }, "Range is not read in litres"],
    ["range", { field: "range", unit: "furlongs" }, "Range is not read in furlongs"],
    ["trim", { field: "trim", unit: "km" }, "Trim is not read in km"],
    ["price", { field: "price", rate: 2 }, "a rate belongs to a foreign currency"],
    ["bodyType", { field: "bodyType", values: { x: "Car" } }, "Body type must be one of"],
    ["price", { field: "price", values: { x: "dear" } }, "Price must be a number"],
    ["x", { field: null, values: { x: "Car" } }, "a column that is left out has no values"],
  ])("%s: %j", (header, column, reason) => {
    expect(() => readMapping(JSON.stringify({ [header]: column }))).toThrow(
      `mapping: ${header}: ${reason}`,
    );
  });

  test.each([
    '{"x":{"split":["make"]}}',
    '{"columns":{},"rules":[{"column":"x"}]}',
    '{"columns":{},"constants":{"nothing":1}}',
    "[]",
    "null",
  ])("%s", (text) => {
    expect(() => readMapping(text)).toThrow("mapping must be JSON");
  });

  test("with an invalid constant", () => {
    const text = JSON.stringify({ columns: {}, constants: { year: 1990 } });
    expect(() => readMapping(text)).toThrow("mapping: constants: Year must be 2020 or later.");
  });
});

describeOnEachEngine("an import with a mapping", ({ open }) => {
  test("stores what the check has shown, from a metric sheet with names in one column", async () => {
    const { upload, names } = await openTestImport(await open(), inputs({ trim: "Performance" }));
    const file =
      "Fahrzeug;Reichweite (km);Preis;Kofferraum (l);Antrieb\n" +
      "Tesla Model 3 Long Range;629;45.970,00;594;elektrisch\n" +
      "Kia Niro Plug-in;65;39.290,00;348;Hybrid\n";
    const mapping = {
      columns: {
        Fahrzeug: { split: ["make", "model", "trim"] },
        "Reichweite (km)": { field: "range", unit: "km" },
        Preis: { field: "price", unit: "euros", rate: 1.08 },
        "Kofferraum (l)": { field: "cargoSpace", unit: "litres" },
      },
      constants: { year: 2025, bodyType: "Sedan" },
      rules: [{ column: "Antrieb", isNot: ["elektrisch"] }],
    };
    const stored = { model: "Model 3", range: 390.8, price: 49648, cargoSpace: 21, year: 2025 };
    const check = await upload(file, { query: "?dryRun=true", mapping });
    expect(check.body).toMatchObject({ added: [stored], invalid: [], leftOut: 1 });
    expect(check.body.columns?.slice(0, 2)).toMatchObject([
      { header: "Fahrzeug", field: null, split: ["make", "model", "trim"] },
      { header: "Reichweite (km)", field: "range", unit: "km" },
    ]);
    const { status, body } = await upload(file, { mapping });
    expect([status, body.leftOut]).toEqual([200, 1]);
    expect(body.added).toMatchObject([stored]);
    const both = ["Tesla Model 3 Performance 2025", "Tesla Model 3 Long Range 2025"];
    expect(await names()).toEqual(both);
  });

  test("is refused before the file is read when the mapping makes no sense", async () => {
    const { upload, names } = await openTestImport(await open());
    const mapping = { price: { field: "price", unit: "furlongs" } };
    const { status, body } = await upload("make,model\n", { mapping });
    expect([status, body.error]).toEqual([400, "mapping: price: Price is not read in furlongs."]);
    const twice = { columns: {}, constants: { year: 2025 }, rules: [{ column: "no", is: ["x"] }] };
    const refused = await upload("make,model,trim,year,bodyType\n", { mapping: twice });
    expect([refused.status, refused.body.rows]).toEqual([
      422,
      [
        { row: 0, column: "year", message: "It has a column and one value for all rows" },
        { row: 0, column: "no", message: "A rule names this column, which is missing" },
      ],
    ]);
    expect(await names()).toEqual([]);
  });
});
