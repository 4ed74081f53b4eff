import { describe, expect, test } from "vitest";
import type { FieldName } from "../../../domain/fields.ts";
import { headerUnit, suggestFields } from "./field-names.server.ts";

const none: ReadonlySet<string> = new Set();
const suggestionFor = (header: string) => suggestFields([{ header }], none).get(header);

/** Headers with bars between them. */
const listed = (headers: string) => headers.split(" | ");

describe("a header with another name is probably", () => {
  const NAMES: Partial<Record<FieldName, string>> = {
    make: "Brand | Manufacturer | Marque",
    chargePort: "Charge port | Charging_Port | Connector | PlugType | fast_charge_port",
    model: "Model Name",
    year: "Model_Year | model-year | Año",
    trim: "Variant | Trim Level",
    price:
      "MSRP | Base MSRP | Price ($) | Price in USD | MSRP (US$) | price_usd | PriceUSD | " +
      "Base Price (USD) | Starting at | New list price | Ex-showroom",
    range:
      "Range (mi) | Claimed Range | Claimed range (MIDC) | Real World Range | range_miles | RangeMi | EPA Range | Electric Range | EPA Range (miles)",
    zeroToSixty: "0-60 | 0-60 mph (s) | 0 to 60 mph | 0_60_sec | 0-60 (sec) | 0–60 Time (seconds)",
    acceleration: "Acceleration (0-60 mph) | AccelSec",
    bodyType: "Body Type | Body Style | BodyStyle | body_type | car_body_type",
    driveType: "Drivetrain | Drive Type",
    seatingCapacity: "Seats | number_of_seats | Seating",
    batteryCapacity:
      "Battery (kWh) | Battery_kWh | battery_capacity_kWh | BatteryCapacityKWh | " +
      "Usable Battery KWH | Capacity (kWh)",
    topSpeed: "Top Speed | topspeed mph | TopSpeedMph | Max speed (miles per hour)",
    image: "Image URL",
    charging:
      "charge_time_min | Charging (min) | Charging Time 10-80% (minutes) | " +
      "fast_charging_time_min | 10-80 % (min) | Charging Speed (min, 10–80%)",
    maxChargingSpeed:
      "Max Charging Speed (kW) | Charging Speed | Charging Rate DC Fast (kW) | " +
      "Charging Speed (kW) | Fast charge kW | FastChargekW | fast_charging_power_kw_dc | " +
      "Charging_Power_kW | DC Fast Charging (kW) | Maximum DC charging power [kW] | " +
      "DC-Ladeleistung (kW)",
    cargoSpace: "Cargo Volume | Cargo (cu ft) | cargo_cuft | Trunk Volume (cu. ft.) | Cargo ft³",
    taxCreditEligible: "Federal Tax Credit | Tax Credit",
    consumption: "Consumption (kWh/100 mi) | energy_consumption_kwh_per_100_mi",
    homeCharging: "Full charge at home (hours)",
    horsepower: "Horsepower | Power (hp)",
    torque: "Torque (lb-ft) | Peak torque",
    curbWeight: "Kerb weight (lbs)",
    length: "Overall length (in)",
    width: "Width (inches)",
    towing: "Towing Capacity (lb) | Towing (pounds) | Braked tow",
    frunk: "Frunk",
    source: "Sources | source",
    checkedOn: "checked_on",
  };
  test.each(
    Object.entries(NAMES).flatMap(([field, headers]) =>
      listed(headers).map((header) => [header, field] as [string, FieldName]),
    ),
  )("%s: %s", (header, field) => {
    expect(suggestionFor(header)).toEqual({ field });
    expect(headerUnit(header, field)).toEqual({});
  });
});

describe("a header with another unit is suggested with it, to be converted", () => {
  const NAMES: readonly [FieldName, string, string][] = [
    [
      "range",
      "km",
      "Range_Km | RangeKm | range_km | Range (km) | Electric range [kilometres] | " +
        "Range (WLTP) [km]",
    ],
    ["price", "euros", "PriceEuro | Price (€) | price_eur | PriceinGermany (Euro)"],
    ["price", "euros", "Starting price k€ | Grundpreis (T€) | Price in 1000 EUR"],
    ["price", "US dollars", "Base MSRP (k$) | MSRP (M$)"],
    ["price", "Canadian dollars", "MSRP CA$"],
    ["price", "Swedish kronor", "Price SEK"],
    ["price", "yuan", "Price CNY"],
    ["price", "Swiss francs", "Price in Swiss francs | Price (CHF)"],
    ["price", "rupees", "Price ₹"],
    ["price", "TRY", "Price ₺"],
    ["price", "NZD", "Price NZ$"],
    ["price", "THB", "Price (Thai baht)"],
    ["charging", "hours", "Charging_Time_hr"],
    ["maxChargingSpeed", "hp", "Charging Power (hp)"],
    ["consumption", "mi/kWh", "Efficiency (mi/kWh)"],
  ];
  test.each(
    NAMES.flatMap(([field, unit, headers]) =>
      listed(headers).map((header) => [header, field, unit] as const),
    ),
  )("%s", (header, field, unit) => {
    expect(suggestionFor(header)).toEqual({ field, unit });
    expect(headerUnit(header, field)).toEqual({ unit });
  });
});

test.each<[string, FieldName, string]>([
  ["Charging Time (kW)", "charging", "in kW; we store minutes"],
  ["FastCharge_KmH", "charging", "in km/h; we store minutes"],
  ["Battery (Ah)", "batteryCapacity", "in Ah; we store kWh"],
  ["0-100 km/h (s)", "zeroToSixty", "0-100 km/h; we store 0-60 mph"],
  ["0-62 mph", "zeroToSixty", "0-62 mph; we store 0-60 mph"],
  ["acceleration_0_100_s", "acceleration", "0-100 km/h; we store 0-60 mph"],
])(
  "a header with a unit of another kind gets no suggestion, but a reason: %s",
  (header, field, issue) => {
    expect(suggestionFor(header)).toEqual({ field, issue });
    expect(headerUnit(header, field)).toEqual({ issue });
  },
);

test.each(
  [
    ["Notes", "Remarks", "", "x", "Warranty", "色", "Vehicle ID", "VIN", "km", "kW"],
    ["RapidCharge", "PowerTrain", "Vehicle Type", "battery_type", "number_of_cells"],
    ["Maintenance_Cost_USD", "Electric Vehicle Type", "Mileage_km"],
    ["Price in Germany", "rangeCity", "Fast charging", "Battery_Health_%", "DOL Vehicle ID"],
    ["Electricity_Cost_USD_per_kWh", "Min Range", "Segment", "Gross weight (kg)"],
  ].flat(),
)("nothing is suggested for: %s", (header) => {
  expect(suggestionFor(header)).toBeUndefined();
});

test.each<[string, string, FieldName | undefined]>([
  ["WB", "2900", "wheelbase"],
  ["L", "4695", "length"],
  ["L", "526", undefined],
  ["Autonomy", "641 km", "range"],
  ["AC kW", "11", "acChargingSpeed"],
  ["DC kW", "260", "maxChargingSpeed"],
  ["AC charge time", "7 h", "homeCharging"],
  ["Boot/frunk", "570", "cargoSpace"],
  ["Cap", "94.9", "batteryCapacity"],
  ["Cap", "5", undefined],
  ["Nm", "605", "torque"],
  ["WB", "11 kW", undefined],
  ["WB", "2900 mm", "wheelbase"],
  ["Pot kW", "180", "horsepower"],
  ["Tow", "£500", undefined],
  ["Efficiency", "92%", undefined],
  ["Battery size", "400 V", undefined],
])(
  "an ambiguous name needs a unit or figures that tell it, and none of another kind: %s of %s",
  (header, cell, field) => {
    const suggested = suggestFields([{ header, samples: [cell, "-"] }], none);
    expect(suggested.get(header)?.field).toBe(field);
  },
);

test("minutes in the cells tell a time from a power", () => {
  const suggest = (...samples: string[]) => {
    const header = "Charging (DC fast)";
    return suggestFields([{ header, samples }], new Set()).get(header);
  };
  expect(suggest("20 min (10-80%)", "24 min")).toEqual({ field: "charging" });
  expect(suggest("150 kW")).toEqual({ field: "maxChargingSpeed" });
  expect(suggest("150")).toBeUndefined();
});

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
  ["a full name before an abbreviation", ["Rng mi", "Range (km)"], [["Range (km)", "range"]]],
  ["a bare name before that of a tax", ["P11D", "Price incl. VAT"], [["Price incl. VAT", "price"]]],
])("of several headers: %s", (_name, headers, expected) => {
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

test("a unit that does not fit a field causes a warning", () => {
  expect(headerUnit("Range_Km", "charging")).toEqual({ issue: "in km; we store minutes" });
  expect(headerUnit("Range_Km", "seatingCapacity")).toEqual({ issue: "in km; this has no unit" });
  expect(headerUnit("Miles", "range")).toEqual({});
});
