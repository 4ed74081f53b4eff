import { describe, expect, test } from "vitest";
import { suggestFields } from "./column-suggestions.ts";

const none: ReadonlySet<string> = new Set();
const suggestionFor = (header: string) => suggestFields([header], none).get(header);

describe("a header of another name is probably", () => {
  test.each([
    ["Brand", "make"],
    ["Manufacturer", "make"],
    ["Model Name", "model"],
    ["Model_Year", "year"],
    ["model-year", "year"],
    ["MSRP", "price"],
    ["Price ($)", "price"],
    ["Base Price (USD)", "price"],
    ["Range (mi)", "range"],
    ["EPA Range", "range"],
    ["0-60", "zeroToSixty"],
    ["0-60 mph (s)", "zeroToSixty"],
    ["Body Style", "bodyType"],
    ["body_type", "bodyType"],
    ["Drivetrain", "driveType"],
    ["Seats", "seatingCapacity"],
    ["Battery (kWh)", "batteryCapacity"],
    ["Top Speed", "topSpeed"],
    ["topspeed mph", "topSpeed"],
    ["Trim Level", "trim"],
    ["Image URL", "image"],
    ["Max Charging Speed (kW)", "maxChargingSpeed"],
    ["Federal Tax Credit", "taxCreditEligible"],
    ["Cargo Volume", "cargoSpace"],
    ["accelleration", "acceleration"],
  ])("%s: %s", (header, field) => {
    expect(suggestionFor(header)).toBe(field);
  });

  test.each(["Notes", "source", "", "x", "Warranty", "色"])("nothing: %s", (header) => {
    expect(suggestionFor(header)).toBeUndefined();
  });
});

test("each field is suggested once, to the likeliest header, and none that is taken", () => {
  const suggested = suggestFields(["Price USD", "Price (USD) old", "Brand"], new Set(["make"]));
  expect([...suggested]).toEqual([["Price USD", "price"]]);
});
