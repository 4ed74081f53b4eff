import { describe, expect, test } from "vitest";
import { inputFromCells } from "./ev-cells.ts";
import { FIELD_NAMES, type FieldName } from "./fields.ts";
import { EvInput, readTypedValue } from "./ev-input.ts";
import { eachFirst } from "../../test/each-first.ts";

const least = { make: "Kia", model: "EV6", trim: "Wind", year: 2025, bodyType: "Crossover" };

function issuesOf(input: unknown): Array<[string, string]> {
  const result = EvInput.safeParse(input);
  return (result.error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]);
}

test("a picture as data has seven million characters at most", () => {
  const start = "data:image/png;base64,";
  // Base64 comes in groups of four characters.
  const issuesWith = (groups: number) =>
    issuesOf({ ...least, image: start + "AAAA".repeat(groups) });
  expect(issuesWith(Math.floor((7_000_000 - start.length) / 4))).toEqual([]);
  const invalid = [["image", "Image must be a valid URL"]];
  expect(issuesWith(Math.ceil((7_000_001 - start.length) / 4))).toEqual(invalid);
});

const OPTIONAL = FIELD_NAMES.filter((name) => !(name in least));

test.each(OPTIONAL)("an empty %s is absent", (field) => {
  for (const empty of ["", "  ", null, undefined]) {
    expect(EvInput.parse({ ...least, [field]: empty })).toMatchObject({ [field]: null });
  }
});

test.each([
  ["make", "", "Make is required"],
  ["make", undefined, "Make is required"],
  ["make", 5, "Make must be text"],
  ["make", "x".repeat(61), "Make must have 60 characters or fewer"],
  ["make", "Ki\0a", "Make must be plain text on one line"],
  ["make", "\u200b\u2060\u202e", "Make is required"],
  ["model", "", "Model is required"],
  ["model", "\ud800", "Model must be plain text on one line"],
  ["trim", "", "Trim is required"],
  ["trim", "x".repeat(121), "Trim must have 120 characters or fewer"],
  ["year", undefined, "Year is required"],
  ["year", "soon", "Year must be a number"],
  ["year", "2025", "Year must be a number"],
  ["year", 2019, "Year must be 2020 or later"],
  ["year", 2031, "Year must be 2030 or earlier"],
  ["year", 2025.5, "Year must be a whole number"],
  ["price", -1, "Price must be positive"],
  ["price", "1", "Price must be a number"],
  ["price", Number.POSITIVE_INFINITY, "Price must be a number"],
  ["price", 10_000_001, "Price must be 10,000,000 or less"],
  ["price", 0.3, "Price must be 0 or at least 1"],
  ["range", -1, "Range must be positive"],
  ["range", 0.04, "Range must be 0 or at least 1"],
  ["range", 2_001, "Range must be 2,000 or less"],
  ["charging", -1, "Charging speed must be positive"],
  ["acceleration", 0.04, "Acceleration must be 0 or at least 0.1"],
  ["zeroToSixty", -0.1, "0-60 time must be positive"],
  ["zeroToSixty", "0.04", "0-60 time must be 0 or at least 0.1"],
  ["zeroToSixty", "quick", "0-60 time must be a number"],
  ["zeroToSixty", true, "0-60 time must be a number"],
  ["topSpeed", -1, "Top speed must be positive"],
  ["cargoSpace", -1, "Cargo space must be positive"],
  ["batteryCapacity", -1, "Battery capacity must be positive"],
  ["maxChargingSpeed", -1, "Max charging speed must be positive"],
  ["seatingCapacity", 10, "Maximum 9 seats"],
  ["seatingCapacity", 1, "Minimum 2 seats"],
  ["seatingCapacity", 4.5, "Seats must be a whole number"],
  ["seatingCapacity", "five", "Seats must be a number"],
  ["bodyType", undefined, "Body type is required"],
  [
    "bodyType",
    "Truck",
    "Body type must be one of Sedan, SUV, Pickup Truck, Crossover, Sports Car, Hatchback, Minivan",
  ],
  ["driveType", "4WD", "Drive type must be RWD, AWD or FWD"],
  ["taxCreditEligible", "yes", "Tax credit must be true or false"],
  ["chargePort", "Tesla", "Charge port must be NACS, CCS or CHAdeMO"],
  ["consumption", 9.9, "Consumption must be 10 or more"],
  ["consumption", 150.01, "Consumption must be 150 or less"],
  ["acChargingSpeed", 50.1, "AC charging must be 50 or less"],
  ["homeCharging", 101, "Full charge at home must be 100 or less"],
  ["horsepower", 0.3, "Power must be 0 or at least 1"],
  ["horsepower", 3_001, "Power must be 3,000 or less"],
  ["torque", 5_001, "Torque must be 5,000 or less"],
  ["curbWeight", 20_001, "Curb weight must be 20,000 or less"],
  ["length", 400.1, "Length must be 400 or less"],
  ["width", 401, "Width must be 400 or less"],
  ["height", 401, "Height must be 400 or less"],
  ["wheelbase", -1, "Wheelbase must be positive"],
  ["groundClearance", 401, "Ground clearance must be 400 or less"],
  ["towing", 30_001, "Towing must be 30,000 or less"],
  ["frunk", 51, "Front trunk must be 50 or less"],
  ["batteryWarranty", "x".repeat(61), "Battery warranty must have 60 characters or fewer"],
  ["source", "x".repeat(501), "Sources must have 500 characters or fewer"],
  ["source", "\ud800", "Sources must be plain text on one line"],
  ["checkedOn", "23.11.2026", "Checked on must be a date such as 2026-11-23"],
  ["checkedOn", "2026-02-29", "Checked on must be a date such as 2026-11-23"],
  ["checkedOn", "1989-12-31", "Checked on must be from 1990-01-01 to 2100-01-01"],
])("%s %j: %s", (field, value, message) => {
  expect(issuesOf({ ...least, [field]: value })).toEqual([[field, message]]);
});

test.each([
  ["price", 0],
  ["zeroToSixty", 0],
  ["seatingCapacity", 9],
  ["year", 2020],
  ["year", 2030],
  ["bodyType", "Minivan"],
  ["chargePort", "CHAdeMO"],
  ["consumption", 10],
  ["consumption", 150],
  ["length", 400],
  ["towing", 30_000],
  ["batteryWarranty", "x".repeat(60)],
  ["source", "x".repeat(500)],
  ["checkedOn", "2024-02-29"],
  ["checkedOn", "1990-01-01"],
  ["checkedOn", "2100-01-01"],
])("%s may be %j", (field, value) => {
  expect(EvInput.parse({ ...least, [field]: value })).toMatchObject({ [field]: value });
});

test("names lose their surrounding space and zeroToSixty may be text", () => {
  const read = EvInput.parse({ ...least, make: " Kia ", zeroToSixty: " 3.10 " });
  expect(read).toMatchObject({ make: "Kia", zeroToSixty: 3.1 });
});

describe("image", () => {
  test.each([
    "https://images.example.com/ev6.jpg?w=800",
    "HTTPS://images.example.com/ev6.jpg",
    "https://images.example.com/w_300,h_200/ev6.jpg",
    "https://images.example.com/?of=https://a.test/1.jpg",
    "/images/upload/f_auto,q_auto:good,w_800/abc-123.webp",
    "/images/upload/abc",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/avif;base64,AAAA",
  ])("%s is one", (image) => {
    expect(EvInput.parse({ ...least, image }).image).toBe(image);
  });

  test.each([
    "http://images.example.com/ev6.jpg",
    "javascript:alert(1)",
    "https://",
    "https:///ev6.jpg",
    "https://exa mple.com",
    "//images.example.com/ev6.jpg",
    "/images/cars/kia/ev6.webp",
    "/images/upload/../../etc/passwd",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:image/png,plain",
    "data:text/html;base64,AAAA",
    "ev6.jpg",
    "https://a.test/1.jpg, https://a.test/2.jpg",
    "https://a.test/1.jpg https://a.test/2.jpg",
    "https://a.test/1.jpg|http://a.test/2.jpg",
    `https://x.test/${"a".repeat(2_048)}`,
    5,
  ])("%s is not", (image) => {
    expect(issuesOf({ ...least, image })).toEqual([["image", "Image must be a valid URL"]]);
  });
});

test("unknown fields are refused, and named", () => {
  expect(issuesOf({ ...least, colour: "red" })).toEqual([["", "Unknown field: colour"]]);
  expect(issuesOf({ ...least, a: 1, b: 2 })).toEqual([["", "Unknown fields: a, b"]]);
  expect(issuesOf([])).toEqual([["", "An EV must be an object with its fields"]]);
});

test("all that is wrong is said at once", () => {
  expect(issuesOf({ ...least, make: "", price: -1, year: 1999 })).toEqual([
    ["make", "Make is required"],
    ["year", "Year must be 2020 or later"],
    ["price", "Price must be positive"],
  ]);
});

test("cells of text become the values that the schema judges", () => {
  const cells = { make: " 2 ", year: "2025", price: "64500.50", range: "about 300", image: " " };
  expect(inputFromCells({ ...cells, taxCreditEligible: "TRUE", topSpeed: "1e3" })).toEqual({
    make: "2",
    year: 2025,
    price: 64500.5,
    range: "about 300",
    image: null,
    taxCreditEligible: true,
    topSpeed: "1e3",
  });
});

test("consumption has one decimal, text is one line", () => {
  const row = { ...least, consumption: 28.06, source: " EPA 2026;\n  Kia " };
  expect(EvInput.parse(row)).toMatchObject({ consumption: 28.1, source: "EPA 2026; Kia" });
});

describe("a typed figure", () => {
  test.each<[string, FieldName, number | null]>(
    eachFirst([
      [["45,990", "$45,990", "45\u00A0990", "45\u202F990", "４５，９９０"], "price", 45_990],
      [["45’990.50"], "price", 45_990.5],
      [["45,990.125"], "price", 45_990.125],
      [["310 mi"], "range", 310],
      [["3.456"], "zeroToSixty", 3.456],
      [["24.300"], "consumption", 24.3],
      [["N/A", " "], "price", null],
    ]),
  )("%j is stored, of %s, as %j", (text, field, value) => {
    expect(readTypedValue(field, text)).toEqual({ value });
  });

  test.each<[string, FieldName, string]>(
    eachFirst([
      [["45.990", "$45.990"], "price", "Enter 45990 or 45.99"],
      [["1234.567"], "price", "Enter 1234567 or 1234.57"],
      [["0.500"], "price", "Enter 500 or 0.5"],
      [["310.000"], "range", "Enter 310"],
      [["1.234 mi"], "range", "Enter 1234 or 1.23"],
      [["1.020"], "horsepower", "Enter 1020 or 1.02"],
      [["45.990,00"], "price", "Enter 45990"],
      [["1.045.990"], "price", "Enter 1045990"],
      [["1,5"], "price", "Enter 1.5"],
      [["-45.990", "\u221245"], "price", "Price must be positive"],
      [["4.5.6", "45k", "45²"], "price", "Price must be a number"],
      [["450 km"], "range", "Range must be a number"],
      [["3,456"], "zeroToSixty", "0-60 time must be 120 or less"],
      [["2.026"], "year", "Year must be a whole number"],
    ]),
  )("%j is refused, of %s: %s", (text, field, message) => {
    expect(readTypedValue(field, text)).toEqual({ message });
  });
});
