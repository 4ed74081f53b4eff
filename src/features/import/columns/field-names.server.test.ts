import { describe, expect, test } from "vitest";
import type { FieldName } from "../../../domain/fields.ts";
import { fieldNamed, headerUnit, suggestFields } from "./field-names.server.ts";

const none: ReadonlySet<string> = new Set();
const suggestionFor = (header: string) => suggestFields([{ header }], none).get(header);

describe("a header with another name is probably", () => {
  test.each<[string, FieldName]>([
    ["Brand", "make"],
    ["Charge port", "chargePort"],
    ["Charging_Port", "chargePort"],
    ["Connector", "chargePort"],
    ["Manufacturer", "make"],
    ["Model Name", "model"],
    ["Model_Year", "year"],
    ["model-year", "year"],
    ["Variant", "trim"],
    ["Trim Level", "trim"],
    ["MSRP", "price"],
    ["Base MSRP", "price"],
    ["Price ($)", "price"],
    ["Price in USD", "price"],
    ["MSRP (US$)", "price"],
    ["price_usd", "price"],
    ["PriceUSD", "price"],
    ["Base Price (USD)", "price"],
    ["Range (mi)", "range"],
    ["range_miles", "range"],
    ["RangeMi", "range"],
    ["EPA Range", "range"],
    ["Electric Range", "range"],
    ["EPA Range (miles)", "range"],
    ["0-60", "zeroToSixty"],
    ["0-60 mph (s)", "zeroToSixty"],
    ["0 to 60 mph", "zeroToSixty"],
    ["0_60_sec", "zeroToSixty"],
    ["0-60 (sec)", "zeroToSixty"],
    ["0–60 Time (seconds)", "zeroToSixty"],
    ["Acceleration (0-60 mph)", "acceleration"],
    ["AccelSec", "acceleration"],
    ["accelleration", "acceleration"],
    ["Body Type", "bodyType"],
    ["Body Style", "bodyType"],
    ["BodyStyle", "bodyType"],
    ["body_type", "bodyType"],
    ["car_body_type", "bodyType"],
    ["Drivetrain", "driveType"],
    ["Drive Type", "driveType"],
    ["Seats", "seatingCapacity"],
    ["number_of_seats", "seatingCapacity"],
    ["Seating", "seatingCapacity"],
    ["Battery (kWh)", "batteryCapacity"],
    ["Battery_kWh", "batteryCapacity"],
    ["battery_capacity_kWh", "batteryCapacity"],
    ["BatteryCapacityKWh", "batteryCapacity"],
    ["Usable Battery KWH", "batteryCapacity"],
    ["Capacity (kWh)", "batteryCapacity"],
    ["Top Speed", "topSpeed"],
    ["topspeed mph", "topSpeed"],
    ["TopSpeedMph", "topSpeed"],
    ["Max speed (miles per hour)", "topSpeed"],
    ["Image URL", "image"],
    ["charge_time_min", "charging"],
    ["Charging (min)", "charging"],
    ["Charging Time 10-80% (minutes)", "charging"],
    ["fast_charging_time_min", "charging"],
    ["10-80 % (min)", "charging"],
    ["Charging Speed (min, 10–80%)", "charging"],
    ["Max Charging Speed (kW)", "maxChargingSpeed"],
    ["Charging Speed", "maxChargingSpeed"],
    ["Charging Rate DC Fast (kW)", "maxChargingSpeed"],
    ["Charging Speed (kW)", "maxChargingSpeed"],
    ["Fast charge kW", "maxChargingSpeed"],
    ["FastChargekW", "maxChargingSpeed"],
    ["fast_charging_power_kw_dc", "maxChargingSpeed"],
    ["Charging_Power_kW", "maxChargingSpeed"],
    ["DC Fast Charging (kW)", "maxChargingSpeed"],
    ["Cargo Volume", "cargoSpace"],
    ["Cargo (cu ft)", "cargoSpace"],
    ["cargo_cuft", "cargoSpace"],
    ["Trunk Volume (cu. ft.)", "cargoSpace"],
    ["Cargo ft³", "cargoSpace"],
    ["Federal Tax Credit", "taxCreditEligible"],
    ["Tax Credit", "taxCreditEligible"],
    ["Consumption (kWh/100 mi)", "consumption"],
    ["energy_consumption_kwh_per_100_mi", "consumption"],
    ["Full charge at home (hours)", "homeCharging"],
    ["Horsepower", "horsepower"],
    ["Power (hp)", "horsepower"],
    ["Torque (lb-ft)", "torque"],
    ["Kerb weight (lbs)", "curbWeight"],
    ["Overall length (in)", "length"],
    ["Width (inches)", "width"],
    ["Towing Capacity (lb)", "towing"],
    ["Frunk", "frunk"],
    ["Towing (pounds)", "towing"],
    ["Sources", "source"],
    ["source", "source"],
    ["checked_on", "checkedOn"],
    ["PlugType", "chargePort"],
    ["fast_charge_port", "chargePort"],
    ["Maximum DC charging power [kW]", "maxChargingSpeed"],
    ["DC-Ladeleistung (kW)", "maxChargingSpeed"],
    ["Marque", "make"],
    ["Año", "year"],
  ])("%s: %s", (header, field) => {
    expect(suggestionFor(header)).toEqual({ field });
    expect(headerUnit(header, field)).toEqual({});
  });
});

describe("a header with another unit is suggested with it, to be converted", () => {
  test.each<[string, FieldName, string]>([
    ["Range_Km", "range", "km"],
    ["RangeKm", "range", "km"],
    ["range_km", "range", "km"],
    ["Range (km)", "range", "km"],
    ["Electric range [kilometres]", "range", "km"],
    ["TopSpeed_KmH", "topSpeed", "km/h"],
    ["top_speed_kmh", "topSpeed", "km/h"],
    ["Top Speed (km/h)", "topSpeed", "km/h"],
    ["Max speed kph", "topSpeed", "km/h"],
    ["PriceEuro", "price", "euros"],
    ["Price (€)", "price", "euros"],
    ["price_eur", "price", "euros"],
    ["Price £", "price", "British pounds"],
    ["List price (GBP)", "price", "British pounds"],
    ["MSRP CA$", "price", "Canadian dollars"],
    ["Price SEK", "price", "Swedish kronor"],
    ["Price CNY", "price", "yuan"],
    ["Price [PLN]", "price", "PLN"],
    ["Price (zł)", "price", "PLN"],
    ["price_pln", "price", "PLN"],
    ["PricePLN", "price", "PLN"],
    ["Price in Swiss francs", "price", "Swiss francs"],
    ["Price (CHF)", "price", "Swiss francs"],
    ["Price ₹", "price", "rupees"],
    ["Price (kr)", "price", "kronor"],
    ["Price ₺", "price", "TRY"],
    ["Price NZ$", "price", "NZD"],
    ["Price (Thai baht)", "price", "THB"],
    ["Engine power [KM]", "horsepower", "metric hp"],
    ["cargo_volume_l", "cargoSpace", "litres"],
    ["cargo_l", "cargoSpace", "litres"],
    ["Boot space (litres)", "cargoSpace", "litres"],
    ["Charging_Time_hr", "charging", "hours"],
    ["Charging Power (hp)", "maxChargingSpeed", "hp"],
    ["Energy_Consumption_kWh_per_100km", "consumption", "kWh/100 km"],
    ["Efficiency_WhKm", "consumption", "Wh/km"],
    ["torque_nm", "torque", "Nm"],
    ["length_mm", "length", "mm"],
    ["Curb weight (kg)", "curbWeight", "kg"],
    ["Power (kW)", "horsepower", "kW"],
    ["PriceinGermany (Euro)", "price", "euros"],
    ["purchase_price_gbp", "price", "British pounds"],
    ["Range (WLTP) [km]", "range", "km"],
    ["Boot capacity (VDA) [l]", "cargoSpace", "litres"],
    ["Maximum torque [Nm]", "torque", "Nm"],
    ["Höchstgeschwindigkeit (km/h)", "topSpeed", "km/h"],
    ["Toppfart (km/t)", "topSpeed", "km/h"],
    ["Cena katalogowa (zł)", "price", "PLN"],
    ["Efficiency (mi/kWh)", "consumption", "mi/kWh"],
  ])("%s", (header, field, unit) => {
    expect(suggestionFor(header)).toEqual({ field, unit });
    expect(headerUnit(header, field)).toEqual({ unit });
  });
});

describe("a header with a unit of another kind gets no suggestion, but a reason", () => {
  test.each<[string, FieldName, string]>([
    ["Charging Time (kW)", "charging", "in kW; we store minutes"],
    ["FastCharge_KmH", "charging", "in km/h; we store minutes"],
    ["Battery (Ah)", "batteryCapacity", "in Ah; we store kWh"],
    ["Base MSRP (k$)", "price", "in thousands; we store US dollars"],
    ["Starting price k€", "price", "in thousands; we store US dollars"],
    ["Price in 1000 EUR", "price", "in thousands; we store US dollars"],
    ["0-100 km/h (s)", "zeroToSixty", "0-100 km/h; we store 0-60 mph"],
    ["0-62 mph", "zeroToSixty", "0-62 mph; we store 0-60 mph"],
    ["acceleration_0_100_s", "acceleration", "0-100 km/h; we store 0-60 mph"],
  ])("%s", (header, field, issue) => {
    expect(suggestionFor(header)).toEqual({ field, issue });
    expect(headerUnit(header, field)).toEqual({ issue });
  });
});

describe("nothing is suggested for", () => {
  test.each(
    [
      ["Notes", "Remarks", "", "x", "Warranty", "色", "Vehicle ID", "VIN", "km", "kW"],
      ["RapidCharge", "PowerTrain", "Vehicle Type", "battery_type", "number_of_cells"],
      ["Maintenance_Cost_USD", "Electric Vehicle Type", "Mileage_km"],
      ["Price in Germany", "rangeCity", "Fast charging", "Battery_Health_%", "DOL Vehicle ID"],
      ["Electricity_Cost_USD_per_kWh", "Min Range", "Segment"],
    ].flat(),
  )("%s", (header) => {
    expect(suggestionFor(header)).toBeUndefined();
  });
});

describe("of several headers", () => {
  test.each<[string, string[], [string, FieldName][]]>([
    ["one of each field", ["Price USD", "Price (USD) old"], [["Price USD", "price"]]],
    ["our own label first", ["Body Style", "Body Type"], [["Body Type", "bodyType"]]],
    [
      "our own label, wherever it stands",
      ["Battery", "kWh pack", "Battery Size"],
      [["Battery", "batteryCapacity"]],
    ],
    [
      "the one in our unit",
      ["Range_km", "Range_mi", "Top speed"],
      [
        ["Range_mi", "range"],
        ["Top speed", "topSpeed"],
      ],
    ],
  ])("%s", (_name, headers, expected) => {
    const suggested = suggestFields(
      headers.map((header) => ({ header })),
      new Set(["make"]),
    );
    const taken = headers.flatMap((header) => {
      const { field, issue } = suggested.get(header) ?? {};
      return field && !issue ? [[header, field]] : [];
    });
    expect(taken).toEqual(expected);
  });

  test("none that is already the field of another column", () => {
    expect(suggestFields([{ header: "Brand" }], new Set(["make"])).size).toBe(0);
  });
});

test("a unit that does not fit a field causes a warning", () => {
  expect(headerUnit("Range_Km", "charging")).toEqual({ issue: "in km; we store minutes" });
  expect(headerUnit("Range_Km", "seatingCapacity")).toEqual({ issue: "in km; this has no unit" });
  expect(headerUnit("Miles", "range")).toEqual({});
});

test("names are recognized with any unit, to find the header of a file", () => {
  expect(["Brand", "Model", "Range_Km", "Nonsense"].map(fieldNamed)).toEqual([
    "make",
    "model",
    "range",
    undefined,
  ]);
});
