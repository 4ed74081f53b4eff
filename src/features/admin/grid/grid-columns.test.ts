import { describe, expect, test } from "vitest";

import {
  type CellValue,
  columnOf,
  completeText,
  type FieldColumn,
  GRID_COLUMNS,
  type GridField,
  NARROW_COLUMNS,
  PHONE_COLUMNS,
  cellToText,
  parseCellText,
  formatCell,
} from "./grid-columns.ts";
import { makeRow } from "../../../../test/admin-rows.ts";

function column(field: GridField): FieldColumn {
  const found = columnOf(field);
  if (!found) throw new Error(`There is no column for ${field}.`);
  return found;
}

test("the columns stand in the order of grid.md#columns, further facts after them", () => {
  expect(GRID_COLUMNS.map(({ label }) => label)).toEqual([
    ..."#|Make|Model|Trim|Year|Body Type|Price|Range|0-60 (sec)|Top Speed|Seating".split("|"),
    ..."Cargo Space|Battery|Charging Speed|Drive Type|Tax Credit|Actions|Image URL".split("|"),
    ..."Consumption|Charge port|AC charging|Full charge at home|Power|Torque".split("|"),
    ..."Curb weight|Length|Width|Height|Wheelbase|Ground clearance|Towing|Front trunk".split("|"),
    ..."Battery warranty|Sources|Checked on|10-80%|Acceleration".split("|"),
  ]);
});

test.each<[GridField, CellValue, string]>([
  ["trim", "Long Range", "Long Range"],
  ["price", 42_490, "$42,490"],
  ["price", 0, "N/A"],
  ["range", 363, "363"],
  ["zeroToSixty", 4.85, "4.8"],
  ["zeroToSixty", 0, "N/A"],
  ["topSpeed", 1_024, "1,024"],
  ["seatingCapacity", null, "N/A"],
  ["cargoSpace", 28.7, "28.70"],
  ["batteryCapacity", 77, "77.00"],
  ["maxChargingSpeed", 250.456, "250.46"],
  ["consumption", 28, "28.0"],
  ["length", 184.84, "184.8"],
  ["checkedOn", "2026-11-23", "2026-11-23"],
  ["driveType", "AWD", "AWD"],
  ["taxCreditEligible", true, "Yes"],
  ["taxCreditEligible", null, "N/A"],
])("shown: %s %j is %s", (field, value, text) => {
  expect(formatCell(column(field), value)).toBe(text);
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
    ["price", "", null],
    ["price", "0", 0],
    ["zeroToSixty", "3.1", 3.1],
    ["range", " 300 ", 300],
    ["seatingCapacity", "n/a", null],
    ["bodyType", "pickup truck", "Pickup Truck"],
    ["consumption", "28.06", 28.1],
    ["source", "EPA 2026; Kia", "EPA 2026; Kia"],
    ["source", "N/A", null],
    ["checkedOn", "2026-11-23", "2026-11-23"],
    ["driveType", "awd", "AWD"],
    ["taxCreditEligible", "TRUE", true],
    ["taxCreditEligible", "no", false],
    ["taxCreditEligible", "", null],
    ["image", "https://pictures.example/a.webp", "https://pictures.example/a.webp"],
  ])("%s from %j is %j", (field, text, value) => {
    expect(parseCellText(column(field), text)).toEqual({ value });
  });

  test.each<[GridField, string, string]>([
    ["make", " ", "Make is required"],
    ["price", "cheap", "Price must be a number"],
    ["price", "42,5", "Enter 42.5"],
    ["year", "2019", "Year must be 2020 or later"],
    ["year", "", "Year is required"],
    ["seatingCapacity", "10", "Maximum 9 seats"],
    ["checkedOn", "2026-02-30", "Checked on must be a date such as 2026-11-23"],
  ])("%s from %j is refused: %s", (field, text, message) => {
    expect(parseCellText(column(field), text)).toEqual({ message });
  });

  test("copied or edited text is read back as the same value in every column", () => {
    const row = makeRow({ image: "/images/upload/1.webp" });
    for (const each of GRID_COLUMNS) {
      if (each.field === null) continue;
      const value = row[each.field];
      expect(parseCellText(each, cellToText(value))).toEqual({ value });
    }
  });
});

test.each([
  ["bodyType", "S", "S"],
  ["bodyType", "sed", "Sedan"],
  ["chargePort", "N", "NACS"],
  ["chargePort", "N/A", "N/A"],
  ["chargePort", "C", "C"],
] as const)("a choice is completed if only one begins so: %s %s", (field, typed, text) => {
  expect(completeText(columnOf(field).options ?? [], typed)).toBe(text);
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
