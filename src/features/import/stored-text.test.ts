import { expect, test } from "vitest";
import type { FieldName } from "../../domain/fields.ts";
import { catalogueWords, fileText, storedText } from "./stored-text.ts";

test.each<[FieldName, string | number | boolean | null, string]>([
  // Nothing is rounded away, so a price in thousands is noticed.
  ["price", 45.99, "$45.99"],
  ["price", 27_500.4, "$27,500.40"],
  ["price", 45_990, "$45,990"],
  ["range", 310, "310 mi"],
  ["charging", 18.5, "18.5 min"],
  ["cargoSpace", 27.25, "27.25 cu ft"],
  ["maxChargingSpeed", 1_250, "1,250 kW"],
  ["year", 2025, "2025"],
  ["bodyType", "SUV", "SUV"],
  ["taxCreditEligible", false, "No"],
  ["price", null, "N/A"],
])("%s %j is shown as %s", (field, value, text) => {
  expect(storedText(field, value)).toBe(text);
});

test.each<[string, FieldName, string | undefined, string]>([
  ["507", "range", "km", "507 km"],
  ["27,990", "price", "euros", "27,990 euros"],
  ["507", "range", "miles", "507"],
  ["507", "range", undefined, "507"],
  ["315 mi", "range", "km", "315 mi"],
  ["abc", "price", "euros", "abc"],
  ["-", "range", "km", "-"],
  ["£51,000", "price", "euros", "£51,000"],
])("%s of the file in the column %s (%s) is shown as %s", (text, field, unit, shown) => {
  expect(fileText(text, { field, ...(unit !== undefined && { unit }) })).toBe(shown);
});

test("a figure in ten thousands is shown as such", () => {
  const column = { field: "price", unit: "yen", multiple: 10_000 } as const;
  expect(fileText("308.2", column)).toBe("308.2 × 10,000 yen");
});

test("values from the catalogue are shown with their unit only once", () => {
  expect(catalogueWords({ field: "charging", least: 15, most: 75 })).toBe(
    "Nearly all cars have 15–75 min",
  );
  expect(catalogueWords({ field: "price", least: 28_140, most: 2_500_000 })).toBe(
    "Nearly all cars have $28,140–$2,500,000",
  );
});
