import { expect, test } from "vitest";
import { readUpload } from "../../../../test/spooled-files.ts";
import type { DecimalSign } from "../../../domain/read-number.ts";
import type { FieldMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import { readConstant } from "../mapping/import-mapping.server.ts";
import type { CsvColumn } from "./columns.schema.ts";
import { annotateColumns, describeMapping, suggestMappings } from "./describe-columns.server.ts";
import { ROUNDED_TO_0 } from "./units.server.ts";
import { eachFirst } from "../../../../test/each-first.ts";

const WHOLE_NAME = { split: ["make", "model", "trim"] } as ImportMapping["columns"][string];
const unknown = (header: string) => ({ header, field: "unknown" as const });
const sampled = (header: string, ...samples: string[]): CsvColumn => ({
  ...unknown(header),
  samples,
});

const known = (field: "make" | "model" | "price" | "range", ...samples: string[]): CsvColumn => ({
  header: field,
  field,
  samples,
});

test("fields that the file already has are not suggested", () => {
  const columns = [known("make", "Kia"), unknown("Brand")];
  expect([...suggestMappings(columns)]).toEqual([]);
});

test("a column whose name may mean a field says why it is not suggested", () => {
  const columns = [
    known("make"),
    unknown("Brand"),
    sampled("Type", "BEV"),
    sampled("0-100 km/h", "7.1"),
    unknown("County"),
    unknown("Gross weight (kg)"),
  ];
  expect(annotateColumns(columns, { columns: {} }).map((column) => column.notSuggested)).toEqual([
    undefined,
    "Skipped: Make is read from “make”.",
    "Skipped, but it tells which cars are electric.",
    "Skipped: its figures are 0-100 km/h; we store 0-60 mph.",
    undefined,
    "Skipped: gross weight is not curb weight.",
  ]);
});

test("a figure that can be read in two ways is in doubt until the sign of its column is given", () => {
  const column: CsvColumn = { header: "Price", field: "price", decimal: "point" };
  const columns = [{ ...column, example: "68.600", samples: ["68.600"] }];
  const read = (given: object) =>
    describeMapping(columns, { columns: { Price: { field: "price", unit: "USD", ...given } } });
  expect(read({}).columns[0]).toMatchObject({ isDoubtful: true, stored: ["$68.60"] });
  const [given] = read({ decimal: "comma" }).columns;
  expect(given).toMatchObject({ isDoubtful: false, stored: ["$68,600"] });
});

test.each<[what: string, columns: CsvColumn[], header: string | undefined]>([
  ["by makes and their aliases", [sampled("Name", "VW ID.7 Pro", "Tesla Model 3")], "Name"],
  ["whatever it is called", [sampled("x", "Škoda Enyaq 85", "BYD Seal Design")], "x"],
  ["by its header, with one known make", [sampled("Car", "Kia EV6 GT", "Acme Bolt")], "Car"],
  ["below our name of the model", [known("model", "Kia EV6 GT", "VW ID.7")], "model"],
  [
    "beside makes, where the model repeats them and no column is the trim",
    [sampled("Brand", "Kia"), known("model", "Kia EV6 GT")],
    "model",
  ],
  [
    "beside models, where no column is the trim",
    [sampled("Make", "Kia"), known("model", "EV6 Wind"), sampled("baseModel", "EV6")],
    "model",
  ],
  ["with the year in front", [sampled("Car", "2026 Hyundai Ioniq 5 XRT", "2025 Kia EV9")], "Car"],
  ["below a name of the make", [sampled("Brand", "Kia EV6 Wind", "Kia EV9 Light")], "Brand"],
  ["not by one known make alone", [sampled("x", "Kia EV6 GT", "Acme Bolt")], undefined],
  ["not where makes stand alone", [sampled("Name", "Kia", "BYD")], undefined],
  ["beside makes alone", [sampled("Brand", "Kia"), sampled("Name", "EV6 GT")], "Name"],
  [
    "not beside makes, models and trims",
    ["Brand", "Model", "Trim", "Name"].map((header) => sampled(header, "Kia EV6 GT")),
    undefined,
  ],
])("whole names are suggested %s", (_how, columns, header) => {
  const [whole] = [...suggestMappings(columns)].find(([, mapped]) => "split" in mapped) ?? [];
  expect(whole).toBe(header);
});

test.each([
  ["2024 BYD Seal", "make model trim year"],
  ["Peugeot 2008", "make model trim"],
])("whole names beside %s are suggested to be split into %s", (name, parts) => {
  const columns = [sampled("Name", "Kia EV6 (2025)", name)];
  expect([...suggestMappings(columns).values()]).toEqual([{ split: parts.split(" ") }]);
});

test("a column with the name of a field is suggested in the unit that its cells name", () => {
  const columns = [known("price", "€45,990"), known("range", "310 mi", "290 mi")];
  expect([...suggestMappings(columns)]).toEqual([["price", { field: "price", unit: "euros" }]]);
  expect([...suggestMappings([known("range", "310", "480 km")])]).toEqual([
    ["range", { field: "range", unit: "km" }],
  ]);
});

test("a column without a name is suggested by values that are of one field only", () => {
  const unnamed = (header: string, ...samples: string[]): CsvColumn => ({
    ...sampled(header, ...samples),
    isUnnamed: true,
  });
  const columns = [
    unnamed("A", "Kia", "skoda"),
    unnamed("B", "EV6"),
    unnamed("C", "2025", "2026"),
    unnamed("D", "SUV", "Limousine"),
    unnamed("E", "4WD"),
    unnamed("F", "2024"),
    unnamed("G", "310"),
  ];
  expect(Object.fromEntries(suggestMappings(columns))).toEqual({
    A: { field: "make" },
    C: { field: "year" },
    D: { field: "bodyType" },
    E: { field: "driveType" },
  });
});

test.each<[FieldMapping, string, string | undefined]>([
  [{ field: "range", unit: "km" }, "500", "311 mi"],
  [{ field: "range", unit: "km" }, "far", undefined],
  [{ field: "price", unit: "euros" }, "45.990,00", undefined],
  [{ field: "price", unit: "euros", rate: "1.1" }, "45.990,00", "$50,589"],
  [{ field: "bodyType" }, "Saloon", "Sedan"],
  [{ field: "driveType" }, "4WD", "AWD"],
  [{ field: "bodyType", values: { kombi: "Crossover" } }, "Kombi", "Crossover"],
  [{ field: "range", unit: "km", values: { far: "500" } }, "far", "311 mi"],
  [{ field: "range", unit: "km", values: { far: 500 } }, "far", "500 mi"],
  [{ field: "taxCreditEligible" }, "y", "Yes"],
  [{ field: "price" }, "$45,990", "$45,990"],
  [{ field: "price" }, "$45,990.00", "$45,990"],
  [{ field: null }, "x", undefined],
])("a sample is shown as it would be stored: %j %s", (mapped, sample, stored) => {
  const columns = [sampled("x", sample)];
  const described = describeMapping(columns, { columns: { x: mapped }, usualWords: true });
  expect(described.columns[0]?.stored[0] ?? undefined).toBe(stored);
});

test.each<[FieldMapping, string, DecimalSign | undefined, string | undefined]>([
  [{ field: "price" }, "45.990", "point", "Enter 45990 or 45.99"],
  [{ field: "price" }, "$45.990", undefined, "Enter 45990 or 45.99"],
  [{ field: "price" }, "45.990", "comma", undefined],
  [{ field: "price", unit: "euros", rate: "1.08" }, "45.990", "point", "Enter 45990 or 45.99"],
  [{ field: "range", unit: "km" }, "1.234", "point", "Enter 1234 or 1.23"],
  [{ field: "curbWeight", unit: "tonnes" }, "1.455", "point", undefined],
  [{ field: "zeroToSixty" }, "4,8", "point", "Enter 4.8"],
  [{ field: "zeroToSixty" }, "4,8", undefined, undefined],
  [{ field: "zeroToSixty" }, "4.850", "point", undefined],
  [{ field: "range" }, "far", "point", "This is not a number"],
  [{ field: "range", unit: "km" }, "0.01", "point", ROUNDED_TO_0],
  [{ field: "range" }, "-", "point", undefined],
  [{ field: "trim" }, "45.990", "point", undefined],
])("a repair is refused like other typed figures: %j %s %s", (mapped, text, decimal, problem) => {
  const cells = [{ row: 1, column: "x", text }];
  const mapping = { columns: { x: mapped }, cells, ...(decimal && { decimal }) };
  const { texts } = describeMapping([sampled("x")], mapping);
  expect(texts[0]?.problem).toBe(problem);
});

test.each(
  eachFirst([
    [["1.08", 1.08, "$1.08", "1,08"], undefined],
    [["0", "1001", undefined], "Enter the exchange rate for euros."],
  ]),
)("a rate %s is asked for: %s", (rate, note) => {
  const mapped = { field: "price", unit: "euros", ...(rate !== undefined && { rate }) } as const;
  const { columns } = describeMapping([sampled("x")], { columns: { x: mapped } });
  const asked = { needsRate: note !== undefined, note: note ?? "Converted from euros" };
  expect(columns[0]).toMatchObject(asked);
});

test.each([
  ["price", "45.990", "comma", 45_990],
  ["price", "45.990", "point", undefined],
  ["price", "45.99", "point", 45.99],
  ["price", "45.990", undefined, undefined],
  ["price", "45990,5", undefined, 45_990.5],
  ["price", "dear", undefined, undefined],
  ["price", " - ", undefined, null],
  ["trim", "45.990", undefined, "45.990"],
] as const)(
  "one value for all rows, %s %j with a decimal %s, is %j",
  (field, text, sign, value) => {
    expect(readConstant(field, text, sign).value).toBe(value);
  },
);

const VARIANT = { Variant: { field: "trim" as const } };
const REST = { constants: { year: "2025", bodyType: "SUV" } };

test.each<[what: string, mapping: Partial<ImportMapping>, missing: string[]]>([
  ["nothing", { columns: VARIANT, ...REST }, []],
  ["required fields", { constants: { year: " " } }, ["Trim", "Year", "Body Type"]],
  ["what a whole name holds", { columns: { make: WHOLE_NAME }, ...REST }, []],
  [
    "a rate",
    { columns: { ...VARIANT, PriceEuro: { field: "price", unit: "euros" } }, ...REST },
    ["the rate of PriceEuro"],
  ],
  [
    "a currency",
    { columns: { ...VARIANT, "List price [?]": { field: "price" } }, ...REST },
    ["the currency of List price [?]"],
  ],
  [
    "a figure that can be two",
    { columns: VARIANT, constants: { ...REST.constants, price: "45.990" } },
    ["a figure for Price ($)"],
  ],
])("%s is missing before a file can be checked", (_what, mapping, missing) => {
  const others = ["Variant", "PriceEuro", "List price [?]"].map(unknown);
  const columns = [known("make"), known("model"), ...others];
  expect(describeMapping(columns, { columns: {}, ...mapping }).missing).toEqual(missing);
});

test("a long header is shortened where its answer is missing", () => {
  const header = "A".repeat(300);
  const columns = { [header]: { field: "price", unit: "yen" } as const };
  const { missing } = describeMapping([unknown(header)], { columns });
  expect(missing[0]).toBe(`the rate of ${"A".repeat(39)}…`);
});

test.each([
  [["€68.600", "57.647"], "comma", [75_460, 63_412]],
  [["€68,600", "€57.647"], "point", [75_460, 63]],
])("of two readings the possible one is taken and shown: %j", async (prices, decimal, stored) => {
  const cells = prices.map((price) => `"${price}"`);
  const header = "make,model,trim,year,bodyType";
  const lines = cells.map((price, at) => `Kia,EV3,Air ${at},2025,SUV,${price}`);
  const columns = { price: { field: "price", unit: "euros", rate: 1.1 } } as const;
  const mapping = { columns, usualWords: true };
  const file = await readUpload([`${header},price`, ...lines].join("\n"), mapping);
  const figures = file.rows.map(({ input }) => Math.round(input.price ?? 0));
  expect(figures).toEqual(stored);
  expect(file.columns.at(-1)).toMatchObject({ decimal });
  expect(file.columns.at(-1)?.example).toBeUndefined();
  const shown = describeMapping([{ header: "price", field: "price", samples: prices }], mapping);
  const texts = shown.columns[0]?.stored ?? [];
  expect(texts.map((text) => Math.round(Number(text?.replaceAll(/[$,]/g, ""))))).toEqual(stored);
});
