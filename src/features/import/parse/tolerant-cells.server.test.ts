import { describe, expect, test } from "vitest";
import type { FieldName } from "../../../domain/fields.ts";
import { type DecimalSign } from "../../../domain/read-number.ts";
import { A_RANGE } from "../import-reasons.ts";
import { readUpload } from "../../../../test/spooled-files.ts";
import { describeMapping } from "../columns/describe-columns.server.ts";
import type { EvInput } from "../../../domain/ev-input.ts";

const RIGHT: Partial<Record<FieldName, string>> = {
  make: "Kia",
  model: "EV6",
  trim: "Wind",
  year: "2025",
  bodyType: "SUV",
};

interface FileOptions {
  delimiter?: string;
  mapping?: object;
  decimal?: DecimalSign;
}

/** Reads a file with these rows; every cell is quoted. */
async function read(rows: readonly Partial<Record<FieldName, string>>[], asked: FileOptions = {}) {
  const { delimiter = ",", mapping = {}, decimal } = asked;
  const fields = Object.keys({ ...RIGHT, ...rows[0] });
  const lines = rows.map((row) => {
    const cells: Record<string, string> = { ...RIGHT, ...row };
    return fields.map((field) => `"${cells[field] ?? ""}"`).join(delimiter);
  });
  const whole = "columns" in mapping ? mapping : { columns: mapping };
  const text = [fields.join(delimiter), ...lines].join("\n");
  return readUpload(text, { ...whole, ...(decimal && { decimal }) });
}

test("marks around figures are left out and counted", async () => {
  const cells = ["~310", "300+", "300+ mi", "290"];
  const { rows, notes } = await read(cells.map((range) => ({ range })));
  expect(rows.map(({ input }) => input.range)).toEqual([310, 300, 300, 290]);
  expect(notes).toEqual([
    {
      column: "range",
      message: "Marks around the figure are left out",
      isCertain: true,
      count: 3,
      cells: cells.slice(0, 3).map((value, at) => ({ row: at + 1, value })),
    },
  ]);
});

test.each([
  ["Range (WLTP)", "WLTP"],
  ["nedc_range", "NEDC"],
  ["EPA range", undefined],
])("a range headed %s is noted as one of %s", async (header, cycle) => {
  const mapping = { [header]: "range" };
  const { notes } = await read([{ [header]: "310" }, { [header]: "" }], { mapping });
  const message = `${cycle} ranges are stored as they are; EPA ranges are usually shorter`;
  const note = { column: header, message, count: 1, cells: [{ row: 1, value: "310" }] };
  expect(notes).toEqual(cycle ? [note] : []);
});

describe("a range of two figures", () => {
  const ranges = ["$42,990-$52,990", "15–20k", "60,000 to 50,000"].map((price) => ({ price }));
  const rows = [...ranges, { price: "$45,990" }];
  const readWith = (range: string) => read(rows, { mapping: { price: { field: "price", range } } });

  test("is bad until the column says which to read", async () => {
    const { badRows, columns } = await read(rows);
    expect(badRows.map(({ issues }) => issues[0]?.message)).toEqual(
      ranges.map(() => "This is a range. Choose its lower or its upper figure for the column"),
    );
    expect(columns.find(({ header }) => header === "price")?.ranges).toEqual({
      example: "$42,990-$52,990",
      lower: "$42,990",
      upper: "$52,990",
    });
  });

  test.each([
    ["lower", [42_990, 15_000, 50_000, 45_990]],
    ["upper", [52_990, 20_000, 60_000, 45_990]],
    ["skip", [null, null, null, 45_990]],
  ])("is read by its %s figure", async (range, prices) => {
    const { rows: stored, badRows, columns, notes } = await readWith(range);
    expect(stored.map(({ input }) => input.price)).toEqual(prices);
    expect(badRows).toEqual([]);
    expect(columns.some(({ ranges: asked }) => asked)).toBe(false);
    const counted = { message: `The ${range} figure of a range is stored`, count: 3 };
    expect(notes).toMatchObject(range === "skip" ? [] : [counted]);
  });

  test("is shown as the cell has it, and as it would be stored", async () => {
    const mapping = { consumption: { field: "consumption", unit: "MPGe" } };
    const { columns } = await read([{ consumption: "88/93" }], { mapping });
    expect(columns.find(({ header }) => header === "consumption")?.ranges).toEqual({
      example: "88/93",
      lower: "88 MPGe → 38.3 kWh/100 mi",
      upper: "93 MPGe → 36.2 kWh/100 mi",
    });
  });

  test("may be of years, durations, or in the column's unit and decimal sign", async () => {
    const figures = { range: "450-500 km", charging: "0:30-0:45", batteryCapacity: "77,4/82" };
    const mapping = {
      year: { field: "year", range: "upper" },
      range: { field: "range", unit: "km", range: "lower" },
      charging: { field: "charging", range: "upper" },
      batteryCapacity: { field: "batteryCapacity", range: "lower" },
    };
    const { rows: stored } = await read([{ year: "2024-2026", ...figures }], {
      delimiter: ";",
      mapping,
    });
    const converted = { year: 2026, range: 279.6, charging: 45, batteryCapacity: 77.4 };
    expect(stored[0]?.input).toMatchObject(converted);
  });

  test("is no date, no negative figure and no name", async () => {
    for (const text of ["2025-03", "-5", "9-3 X", "1-2-3"]) {
      const { columns } = await read([{ year: text }, { range: text }]);
      expect([text, columns.some(({ ranges: asked }) => asked)]).toEqual([text, false]);
    }
  });
});

describe("a cell is understood", () => {
  const READ: readonly [FieldName, EvInput[FieldName], ...cells: string[]][] = [
    ["bodyType", "SUV", "suv"],
    ["bodyType", "Pickup Truck", "PICKUP truck"],
    ["driveType", "AWD", "awd"],
    ["taxCreditEligible", true, "Y", "☑️"],
    ["taxCreditEligible", false, "0", "❌"],
    ["taxCreditEligible", null, "N/A"],
    ["price", 45_990, "$45,990", "45\u2019990", "45\u2009990", "from $45,990", "$45,990[3]"],
    ["price", 45_990, "45,990 (est.)", "45,990.-", "US$45,990", "45,990 USD"],
    ["price", 45_990.5, "$ 45,990.50", "45\u00A0990.50"],
    // In a comma-separated file, commas group digits and the point is the decimal sign.
    ["price", 45.99, "45.990"],
    ["price", 1_045_990, "1,045,990"],
    ["price", 1_234_567, "12,34,567"],
    ["price", 45_000, "4.5e4"],
    ["price", null, "n/a", " – "],
    ["charging", 30, "30'", "0:30", "30 min (60 kW)", "30 min[citation needed]"],
    ["charging", 28, "00:28:00"],
    ["charging", 65, "1h 05min"],
    ["homeCharging", 8.5, "8:30", "8h30"],
    ["homeCharging", 8, "PT8H"],
    ["homeCharging", 8.17, "8h 10m"],
    ["range", 310, "≈ 310 mi*", "up to 310", "310 mi (499 km)[13]", "310[b]", "310[2][3]"],
    ["horsepower", 213, "213 hp (159 kW; 216 PS)"],
    ["range", 305, "305 miles"],
    ["range", null, ""],
    ["cargoSpace", 25.6, "25.6 cu. ft."],
    ["acceleration", 5.1, "5.1"],
    ["image", null, "N/A"],
    ["checkedOn", "2026-11-23", "2026-11-23", "11/23/2026"],
    ["checkedOn", "2026-11-03", "3.11.2026"],
    // A name that an export has marked as text is read back as it was.
    ["trim", "-", "'-"],
    ["trim", "N/A", "'N/A"],
    ["trim", "'N/A", "''N/A"],
  ];

  test.each(
    READ.flatMap(([field, value, ...cells]) => cells.map((cell) => [field, cell, value] as const)),
  )("%s %j is %j", async (field, cell, value) => {
    const { rows, badRows } = await read([{ [field]: cell }]);
    expect(badRows).toEqual([]);
    expect(rows[0]?.input[field]).toBe(value);
  });

  test.each<[FieldName, string, string]>([
    ["price", "€45,990", "This is in euros; choose euros as the column's unit"],
    ["range", "491 km", "This is in km; choose km as the column's unit"],
    ["cargoSpace", "50 [l]", "This is in litres; choose litres as the column's unit"],
    ["range", "491 furlongs", "Range must be a number"],
    ["length", "15 in 8", "Length must be a number"],
    ["charging", "420 min (7 kW)", "Charging speed must be a number"],
    ["horsepower", "213 hp (159 kW; 300 PS)", "Power must be a number"],
    ["price", "45,99", "Price must be a number"],
    ["price", "1,23,45", "Price must be a number"],
    ["price", "45 99", "Price must be a number"],
    ["price", "45.990,50", "Price must be a number"],
    ["price", "-5", "Price must be positive"],
    ["price", "0.3", "Price must be 0 or at least 1"],
    ["range", "$310", "Range must be a number"],
    ["bodyType", "saloon", "Body type must be one of"],
    ["taxCreditEligible", "maybe", "Tax credit must be true or false"],
    ["trim", "N/A", "Trim is required"],
  ])("or refused with its value: %s %j", async (field, cell, message) => {
    const { badRows } = await read([{ [field]: cell }]);
    expect(badRows.flatMap(({ issues }) => issues)).toEqual([
      { row: 1, column: field, message: expect.stringContaining(message), value: cell },
    ]);
  });
});

const DOUBT = "This can be read two ways, with a decimal point and with a decimal comma";

describe("where no comma divides the cells", () => {
  test.each<[string, FieldName, string[], (number | null)[], DecimalSign | undefined]>([
    ["a decimal comma is found", "acceleration", ["5,1", "4"], [5.1, 4], "comma"],
    ["a decimal point is found", "acceleration", ["5.1", "4"], [5.1, 4], "point"],
    ["one tells of those before", "price", ["45.990", "1.045.990"], [45_990, 1_045_990], "comma"],
    ["and of those after it", "price", ["45990,50", "45.990"], [45_990.5, 45_990], "comma"],
    ["either way", "price", ["45.990", "45990.5"], [45.99, 45_990.5], "point"],
    ["a group never begins with 0", "cargoSpace", ["0.500", "1.200"], [0.5, 1.2], "point"],
    ["what no field holds is not meant", "acceleration", ["5.100", "4.900"], [5.1, 4.9], "point"],
    ["whole figures need no sign", "price", ["45990", "-"], [45_990, null], undefined],
  ])("%s", async (_name, field, cells, values, sign) => {
    const cars = cells.map((cell, at) => ({ [field]: cell, trim: `${at}` }));
    const file = await read(cars, { delimiter: ";" });
    expect(file.badRows).toEqual([]);
    expect(file.rows.map(({ input }) => input[field])).toEqual(values);
    expect(file.columns.find((column) => column.field === field)?.decimal).toBe(sign);
  });

  test.each([";", "\t"])("a figure that can be read both ways is none: %j", async (delimiter) => {
    const prices = ["45.990", "45990", "39,990"].map((price) => ({ price }));
    const { rows, badRows, columns } = await read(prices, { delimiter });
    expect(rows.map(({ row }) => row)).toEqual([2]);
    expect(badRows.flatMap(({ issues }) => issues)).toEqual([
      { row: 1, column: "price", message: DOUBT, value: "45.990" },
      { row: 3, column: "price", message: DOUBT, value: "39,990" },
    ]);
    const unclear = { header: "price", field: "price", decimal: "unclear", example: "45.990" };
    expect(columns.find(({ header }) => header === "price")).toMatchObject(unclear);
  });

  test("the given decimal sign applies, and a cell that does not fit it is refused", async () => {
    const { badRows } = await read([{ acceleration: "5.1" }], { delimiter: ";", decimal: "comma" });
    const issue = { message: "Acceleration must be a number", value: "5.1" };
    expect(badRows[0]?.issues).toMatchObject([issue]);
  });

  test("a figure beyond its limits still decides the sign, and is then bad", async () => {
    const cells = ["1.999", "1.500.000", "1.999"];
    const cars = cells.map((batteryCapacity, at) => ({
      trim: `${at}`,
      batteryCapacity,
      price: "1",
    }));
    const { rows, badRows } = await read(cars, { delimiter: ";" });
    expect(rows.map(({ input }) => input.batteryCapacity)).toEqual([1_999, 1_999]);
    expect(badRows.map(({ row }) => row)).toEqual([2]);
  });
});

test.each([
  [["€68.600", "€72.200"], "€68.600"],
  [["68.60", "72.200"], undefined],
  [["1.600", "1,250"], undefined],
])("points in a comma-separated file may group digits: %j", async (prices, example) => {
  const { columns } = await read(prices.map((price) => ({ price })));
  expect(columns.find(({ field }) => field === "price")).toMatchObject({ decimal: "point" });
  expect(columns.find(({ field }) => field === "price")?.example).toBe(example);
});

test("a decimal comma in a comma-separated file is read once it is given", async () => {
  const { rows } = await read([{ price: "45.990,50" }], { decimal: "comma" });
  expect(rows[0]?.input.price).toBe(45_990.5);
});

describe("on the screen", () => {
  const EUROS = { unit: "euros", rate: 1 };
  const TONNES = { unit: "tonnes" };
  const AS_ON_SCREEN = { columns: {}, usualWords: true };
  const HEADER = "make;model;trim;year;bodyType";
  const carOf = (cell: string) => `Kia;EV6;${cell};2025;SUV;${cell}`;
  /** Reads lines of cars with one more column. */
  const readColumn = (column: string, lines: readonly string[], mapping: object) =>
    readUpload([`${HEADER};${column}`, ...lines].join("\n"), { ...AS_ON_SCREEN, ...mapping });
  async function readCell(field: FieldName, cell: string, given: object = {}) {
    const columns = { [field]: { field, ...given } };
    const car = { ...RIGHT, [field]: cell };
    const text = `${Object.keys(car).join(";")}\n${Object.values(car).join(";")}\n`;
    const { rows, bad } = await readUpload(text, { ...AS_ON_SCREEN, columns });
    return bad[0]?.message ?? rows[0]?.input[field];
  }

  test.each<[FieldName, string, object, unknown]>([
    ["curbWeight", "1455 kg", TONNES, 3_208],
    ["curbWeight", "1,455kg", TONNES, 3_208],
    ["range", "480 km", {}, 298.3],
    ["width", "6 ft 4 in", { unit: "mm" }, 76],
    ["width", `6' 4"`, {}, 76],
    ["horsepower", "150 (204)", { unit: "kW" }, 201],
    ["horsepower", "201 hp (150 kW)", {}, 201],
    ["horsepower", "536 HP @ 6,000 rpm", {}, 536],
    ["range", "310 est", {}, 310],
    ["price", "£29,495 OTR", { unit: "GBP", rate: 1 }, 29_495],
    ["price", "Rs. 24.38 Lakh", { unit: "rupees", rate: 1 }, 2_438_000],
    ["seatingCapacity", "5 seats", {}, 5],
    ["year", "MY26", {}, 2026],
    ["year", "'26", {}, 2026],
    ["price", "549 990 kr¹", { unit: "SEK", rate: 1 }, 549_990],
    ["price", "47 490 € (1)", EUROS, 47_490],
    ["range", "320 km (1)", { unit: "km" }, 198.8],
    ["range", "320 km (1)", {}, 198.8],
    ["range", "47,6 mil", {}, 295.8],
    ["cargoSpace", "3.1 ft³", {}, 3.1],
    ["cargoSpace", "333l (7 seats)", { unit: "litres" }, 11.8],
    ["batteryCapacity", "87 kWh net", {}, 87],
    ["consumption", "16,8 kWh/100", { unit: "kWh/100 km" }, 27],
    ["consumption", "16,8 kWh/100", {}, 27],
    ["consumption", "1,75 kWh/mil", {}, 28.2],
    ["consumption", "18,7–21,7 kWh/100 km", { range: "lower" }, 30.1],
    ["price", "489 900:-", { unit: "SEK", rate: 0.1 }, 48_990],
    ["curbWeight", "1 ton", {}, 2_205],
    ["towing", "11k lb", {}, 11_000],
    ["zeroToSixty", "7,4s", {}, 7.4],
    ["zeroToSixty", "<3s", {}, 3],
    ["year", "’26", {}, 2026],
    ["year", "26", {}, 2026],
    ["seatingCapacity", "5+2", {}, 7],
    ["trim", "GT-Line²", {}, "GT-Line"],
    ["seatingCapacity", "5 (7)", {}, "Seats must be a number"],
    ["taxCreditEligible", "None", {}, false],
    ["taxCreditEligible", "Eligible", {}, true],
    ["taxCreditEligible", "$7,500", {}, true],
    ["taxCreditEligible", "$0", {}, false],
    // One of the readings is no car.
    ["curbWeight", "4,700", {}, 4_700],
    ["price", "$29,990", {}, 29_990],
    ["price", "$4.990", {}, DOUBT],
    ["price", "$45,990 CAD", {}, "This is in Canadian dollars. Enter the price in US dollars"],
    ["price", "£29,495", EUROS, "This is in British pounds. Enter the price in euros"],
    ["curbWeight", "1840", TONNES, "Curb weight must be 20,000 lb or less (9.1 tonnes)"],
  ])("%s %j with %j is %j", async (field, cell, given, value) => {
    expect(await readCell(field, cell, given)).toBe(value);
  });

  async function readCargo(cells: readonly string[], given: object = {}) {
    const lines = cells.map((cell, at) => `Kia;EV6;Wind ${at};2025;SUV;${cell}`);
    const columns = { cargo: { field: "cargoSpace", ...given } };
    return readColumn("cargo", lines, { columns });
  }
  const CARGO = ["21.9/86.9 cu ft", "26.4", "840 L", "104.7 cu. ft.", "28", "120.9 cubic feet"];

  test.each([
    [CARGO, undefined],
    [["26.4", "28", "29", "840 L", "860 litres", "30 cu ft"], "litres"],
    [["26.4", "28", "29", "840 L"], "litres"],
  ])("the unit of %j is that of most cells that name one: %s", async (cells, unit) => {
    const { columns } = await readCargo(cells);
    const mapping = { columns: { cargo: { field: "cargoSpace" as const } } };
    expect(describeMapping(columns, mapping).columns.at(-1)?.found).toBe(unit);
  });

  test("a range in another unit than its column is asked about like any other", async () => {
    const { rows, columns } = await readCargo(CARGO, { unit: "litres" });
    const ranges = { example: "21.9/86.9 cu ft", lower: "21.9 cu ft", upper: "86.9 cu ft" };
    expect(columns.at(-1)?.ranges).toEqual(ranges);
    expect(rows).toHaveLength(5);
  });

  test("a value typed for a cell may have a unit of its own", async () => {
    const typed = (text: string) => ({ unit: "litres", values: { "26.4": text } });
    const converted = await readCargo(["26.4", "840 L"], typed("21.9 cu ft"));
    expect(converted.rows.map(({ input }) => input.cargoSpace)).toEqual([21.9, 29.7]);
    const { rows, bad } = await readCargo(["26.4", "840 L"], typed("21.9 furlongs"));
    expect(rows).toHaveLength(1);
    expect(bad).toMatchObject([{ row: 1, message: "Cargo space must be a number" }]);
  });

  describe("bare cells in a column with several units", () => {
    const MESSAGE = "No unit in the cell, and the column has several: read as";

    test("are noted with the column's", async () => {
      const { notes } = await readCargo(["840 L", "26.4", "86.9 cu ft"], { unit: "litres" });
      expect(notes).toContainEqual({
        column: "cargo",
        message: `${MESSAGE} liters`,
        count: 1,
        cells: [{ row: 2, value: "26.4" }],
      });
    });

    test("are noted even if the other unit comes late", async () => {
      const { notes } = await readCargo([...Array<string>(60).fill("26.4"), "26 cu ft", "840 L"]);
      expect(notes[0]).toMatchObject({ message: `${MESSAGE} cubic feet`, count: 60 });
    });

    test("are noted beside cells that say their figure in two units", async () => {
      const mapping = { columns: { speed: "topSpeed" }, usualWords: true };
      const cells = ["117 mph (188 km/h)", "180 km/h", "124"];
      const cars = cells.map((speed, at) => ({ trim: `${at}`, speed }));
      const { rows, notes } = await read(cars, { mapping });
      expect(rows.map(({ input }) => input.topSpeed)).toEqual([117, 111.8, 124]);
      expect(notes).toContainEqual(expect.objectContaining({ message: `${MESSAGE} mph` }));
    });

    test("are noted even if the cell of the other currency was repaired", async () => {
      const lines = ["29.990 €", "£51,000", "52.990"].map(carOf);
      const columns = { price: { field: "price", unit: "euros", rate: 1.1, decimal: "comma" } };
      const cells = [{ row: 2, column: "price", text: "59000" }];
      const { rows, notes } = await readColumn("price", lines, { columns, cells });
      expect(rows).toHaveLength(3);
      expect(notes).toMatchObject([{ message: `${MESSAGE} euros`, cells: [{ row: 3 }] }]);
    });

    test("are noted before conversions, in rows that are still bad too", async () => {
      const lines = ["840 L", "26.4", "1 m3"].map(
        (cell, at) => `Kia;EV6;${at};${at === 2 ? "soon" : 2025};SUV;${cell}`,
      );
      const columns = { cargo: { field: "cargoSpace" } };
      const { notes } = await readColumn("cargo", lines, { columns });
      expect(notes).toMatchObject([
        { message: `${MESSAGE} cubic feet` },
        { message: "Converted from liters, as the cell says", isCertain: true },
        { message: "Converted from cubic meters, as the cell says", cells: [{ row: 3 }] },
      ]);
    });

    test("are not noted if the others name the column's in several spellings", async () => {
      const { notes } = await readCargo(["104.7 cu. ft.", "26.4", "120.9 cubic feet"]);
      expect(notes).toEqual([]);
    });
  });

  test("a text typed among decimal commas is the only figure that a car can have", async () => {
    const lines = ["2.235 kg", "1.812,5 kg", "1,734"].map(
      (cell) => `Kia;EV6;${cell};2025;SUV;${cell}`,
    );
    const columns = { weight: { field: "curbWeight", unit: "kg" } } as const;
    const cells = [{ row: 3, column: "weight", text: "1,734 kg" }];
    const file = await readColumn("weight", lines, { columns, cells });
    expect(file.rows.map(({ input }) => input.curbWeight)).toEqual([4_927, 3_996, 3_823]);
    const { texts } = describeMapping(file.columns, { ...AS_ON_SCREEN, columns, cells });
    expect(texts).toMatchObject([{ text: "1,734 kg", stored: "3,823 lb" }]);
  });

  test("a bound is told in the ten thousands of its column", async () => {
    const columns = { "価格（万円）": { field: "price", unit: "yen", rate: 0.0067 } };
    const lines = ["Acme;Yen;One;2026;SUV;3100000"];
    const { bad } = await readColumn("価格（万円）", lines, { columns });
    expect(bad[0]?.message).toBe("Price must be $10,000,000 or less (149,253.7 × 10,000 yen)");
  });

  test("one of several seat counts is a range, and a total is below the cars", async () => {
    const lines = ["Kia;EV9;Land;2025;SUV;6 or 7", "Average;;;2025;;5.5"];
    const columns = { seats: { field: "seatingCapacity" } };
    const file = await readColumn("seats", lines, { columns });
    expect(file.bad).toMatchObject([{ row: 1, message: A_RANGE }]);
    expect(file.columns.at(-1)?.ranges).toEqual({ example: "6 or 7", lower: "6", upper: "7" });
    expect(file.notes).toMatchObject([{ column: "", cells: [{ row: 2 }] }]);
  });

  test("lines that aren’t cars are left out and counted, and hybrids too", async () => {
    const hybrids = [carOf("PHEV"), carOf("Hybrid"), "Subtotal;3;;;;", "* zzgl. 990 €;;;;;"];
    const lines = ["SUVs;;;;;", carOf("EV"), `${HEADER};Fuel`, ...hybrids];
    const file = await readColumn("Fuel", lines, { columns: { Fuel: null } });
    expect(file.bad).toEqual([]);
    const cells = [1, 3, 6, 7].map((row) => ({ row }));
    expect(file.notes).toMatchObject([{ column: "", count: 4, cells }]);
    expect(file.columns.at(-1)).toMatchObject({
      electric: ["EV", "Electric", "BEV"],
      notElectric: { rows: 2, example: "PHEV", values: ["PHEV", "Hybrid"] },
    });
  });

  test("a footnote among whole names is no car", async () => {
    const lines = ["Seat heat = standard; * as of 2026,,,,,", "Seat Mii,Electric,2025,SUV,1,"];
    const columns = { Name: { split: ["make", "model"] } };
    const text = `Name,trim,year,bodyType,price,range\n${lines.join("\n")}\n`;
    const { rows, bad, notes } = await readUpload(text, { ...AS_ON_SCREEN, columns });
    expect(rows.map(({ input }) => input.model)).toEqual(["Mii"]);
    expect(bad).toEqual([]);
    expect(notes).toMatchObject([{ column: "", count: 1, cells: [{ row: 1 }] }]);
  });

  test("another decimal sign is read only beside another unit", async () => {
    const lines = ["45,99;2275", "45990;1,8 t", "49990;310,29"];
    const columns = {
      price: { field: "price", decimal: "point" },
      weight: { field: "curbWeight", decimal: "point" },
    };
    const text = `${HEADER};price;weight\n${lines.map((line) => `Kia;EV3;Air;2025;SUV;${line}\n`).join("")}`;
    const { rows, bad } = await readUpload(text, { ...AS_ON_SCREEN, columns });
    expect(bad).toMatchObject([
      { row: 1, column: "price" },
      { row: 3, column: "weight" },
    ]);
    expect(rows.map(({ input }) => input.curbWeight)).toEqual([3_968]);
  });
});
