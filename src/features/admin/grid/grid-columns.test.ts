import { describe, expect, test } from "vitest";

import {
  type CellValue,
  columnOf,
  type FieldColumn,
  GRID_COLUMNS,
  type GridField,
  isOptional,
  NARROW_COLUMNS,
  PHONE_COLUMNS,
  cellToText,
  readCell,
  formatCell,
  toggled,
} from "./grid-columns.ts";
import { FURTHER_NAMES } from "../../../domain/fields/further.admin.ts";
import { makeRow } from "../../../../test/admin-rows.ts";

function column(field: GridField): FieldColumn {
  const found = columnOf(field);
  if (!found) throw new Error(`There is no column for ${field}.`);
  return found;
}

test("the columns stand in the order of grid.md#columns, further facts after them", () => {
  expect(GRID_COLUMNS.map(({ label }) => label)).toEqual([
    "#",
    "Make",
    "Model",
    "Trim",
    "Year",
    "Body Type",
    "Price",
    "Range",
    "0-60 (sec)",
    "Top Speed",
    "Seating",
    "Cargo Space",
    "Battery",
    "Charging Speed",
    "Drive Type",
    "Tax Credit",
    "Actions",
    "Image URL",
    "Consumption",
    "Charge port",
    "AC charging",
    "Full charge at home",
    "Power",
    "Torque",
    "Curb weight",
    "Length",
    "Width",
    "Height",
    "Wheelbase",
    "Ground clearance",
    "Towing",
    "Front trunk",
    "Battery warranty",
    "Sources",
    "Checked on",
    "10-80%",
    "Acceleration",
  ]);
});

describe("shown", () => {
  test.each<[GridField, CellValue, string]>([
    ["trim", "Long Range", "Long Range"],
    ["year", 2025, "2025"],
    ["price", 42_490, "$42,490"],
    ["price", 0, "N/A"],
    ["price", null, "N/A"],
    ["range", 363, "363"],
    ["range", 362.5, "362.5"],
    ["zeroToSixty", 4.85, "4.8"],
    ["zeroToSixty", 5, "5.0"],
    ["zeroToSixty", 0, "N/A"],
    ["topSpeed", 1_024, "1,024"],
    ["seatingCapacity", 5, "5"],
    ["seatingCapacity", null, "N/A"],
    ["cargoSpace", 28.7, "28.70"],
    ["batteryCapacity", 77, "77.00"],
    ["maxChargingSpeed", 250.456, "250.46"],
    ["consumption", 28, "28.0"],
    ["curbWeight", 4_661, "4,661"],
    ["length", 184.84, "184.8"],
    ["source", null, "N/A"],
    ["checkedOn", "2026-11-23", "2026-11-23"],
    ["driveType", "AWD", "AWD"],
    ["driveType", null, "N/A"],
    ["taxCreditEligible", true, "Yes"],
    ["taxCreditEligible", false, "No"],
    ["taxCreditEligible", null, "N/A"],
  ])("%s %j is %s", (field, value, text) => {
    expect(formatCell(column(field), value)).toBe(text);
  });
});

test("seats are chosen from a list, years are typed", () => {
  expect(column("seatingCapacity").options).toHaveLength(9);
  expect(column("year").options).toBeUndefined();
});

describe("read", () => {
  test.each<[GridField, string, CellValue]>([
    ["trim", "  Long Range ", "Long Range"],
    ["price", "42490", 42_490],
    ["price", "$42,490", 42_490],
    ["price", "1,234,567.50", 1_234_567.5],
    ["price", "$999", 999],
    ["price", "", null],
    ["price", "N/A", null],
    ["price", "0", 0],
    ["zeroToSixty", "3.1", 3.1],
    ["zeroToSixty", "", null],
    ["range", " 300 ", 300],
    ["year", "2026", 2026],
    ["seatingCapacity", "7", 7],
    ["seatingCapacity", "n/a", null],
    ["bodyType", "pickup truck", "Pickup Truck"],
    ["consumption", "28.06", 28.1],
    ["source", "EPA 2026; Kia", "EPA 2026; Kia"],
    ["source", "N/A", null],
    ["checkedOn", "2026-11-23", "2026-11-23"],
    ["driveType", "awd", "AWD"],
    ["driveType", "", null],
    ["taxCreditEligible", "TRUE", true],
    ["taxCreditEligible", "no", false],
    ["taxCreditEligible", "1", true],
    ["taxCreditEligible", "", null],
    ["image", "https://pictures.example/a.webp", "https://pictures.example/a.webp"],
    ["image", "", null],
  ])("%s from %j is %j", (field, text, value) => {
    expect(readCell(column(field), text)).toEqual({ value });
  });

  test.each<[GridField, string, string]>([
    ["make", " ", "Make is required"],
    ["trim", "", "Trim is required"],
    ["price", "cheap", "Price must be a number"],
    ["price", "42,5", "Enter 42.5"],
    ["price", "-1", "Price must be positive"],
    ["zeroToSixty", "fast", "0-60 time must be a number"],
    ["zeroToSixty", "-3", "0-60 time must be positive"],
    ["year", "2019", "Year must be 2020 or later"],
    ["year", "2031", "Year must be 2030 or earlier"],
    ["year", "", "Year is required"],
    ["seatingCapacity", "10", "Maximum 9 seats"],
    ["seatingCapacity", "1", "Minimum 2 seats"],
    ["consumption", "0", "Consumption must be 10 or more"],
    ["checkedOn", "2026-02-30", "Checked on must be a date such as 2026-11-23"],
    ["driveType", "4x4", "Drive type must be RWD, AWD or FWD"],
    ["taxCreditEligible", "perhaps", "Tax credit must be true or false"],
    ["image", "http://pictures.example/a.webp", "Image must be a valid URL"],
  ])("%s from %j is refused: %s", (field, text, message) => {
    expect(readCell(column(field), text)).toEqual({ message });
  });

  test("copied or edited text is read back as the same value in every column", () => {
    const row = makeRow({ image: "/images/upload/1.webp" });
    for (const each of GRID_COLUMNS) {
      if (each.field === null) continue;
      const value = row[each.field];
      expect(readCell(each, cellToText(value))).toEqual({ value });
    }
  });
});

test("what may be empty", () => {
  const optional = GRID_COLUMNS.flatMap(({ field }) => (field && isOptional(field) ? [field] : []));
  expect(optional).not.toContain("make");
  expect(optional).toEqual([
    "price",
    "range",
    "zeroToSixty",
    "topSpeed",
    "seatingCapacity",
    "cargoSpace",
    "batteryCapacity",
    "maxChargingSpeed",
    "driveType",
    "taxCreditEligible",
    "image",
    ...FURTHER_NAMES,
    "charging",
    "acceleration",
  ]);
});

test.each([
  [true, false],
  [false, true],
  [null, true],
])("a flag %s toggles to %s", (value, next) => {
  expect(toggled(value)).toBe(next);
});

test("a narrow window has price and range right after the trim, and price beside pinned actions", () => {
  const labels = NARROW_COLUMNS.map(({ label }) => label);
  const first = ["#", "Make", "Model", "Trim", "Price", "Range", "Year", "Body Type"];
  expect(labels.slice(0, 8)).toEqual(first);
  expect(labels.toSorted()).toEqual(GRID_COLUMNS.map(({ label }) => label).toSorted());
  const width = (count: number) =>
    NARROW_COLUMNS.slice(0, count).reduce((sum, { widthPx }) => sum + widthPx, 0);
  const actions = GRID_COLUMNS.find(({ label }) => label === "Actions")?.widthPx ?? 0;
  // The gutters are 16 px at 640 px and 24 px at 768 px.
  expect(width(5) + actions).toBeLessThanOrEqual(640 - 32 - 2);
  expect(width(7) + actions).toBeLessThanOrEqual(768 - 48);
});

test("a phone has the same columns, starting with those it shows first", () => {
  const labels = PHONE_COLUMNS.map(({ label }) => label);
  expect(labels.slice(0, 7)).toEqual(["#", "Trim", "Price", "Range", "Make", "Model", "Year"]);
  expect(labels.toSorted()).toEqual(GRID_COLUMNS.map(({ label }) => label).toSorted());
  const first = PHONE_COLUMNS.slice(0, 4).reduce((sum, { widthPx }) => sum + widthPx, 0);
  expect(first).toBeLessThanOrEqual(375);
});
