import { describe, expect, test } from "vitest";

import type { Ev, Trim } from "../../domain/vehicle.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { UNKNOWN_FIGURES } from "../../../test/unknown-facts.ts";
import { sampleEv, sampleTrim } from "../../../test/sample-cars.ts";
import { SPECIFIED } from "../../domain/fields/specified.ts";
import { leadFigures, specGroups } from "./spec-table.tsx";
import { structuredData, vehicleDescription } from "./structured-data.ts";
import { serializeJson } from "../../ui/json-script.tsx";

const TRIM = sampleTrim({
  rowId: 7,
  year: 2026,
  trim: "Long Range RWD",
  price: 42_490,
  range: 363,
  charging: 27,
  acceleration: 5.1,
  zeroToSixty: 4.9,
  seating: 5,
  driveType: "RWD",
  topSpeed: 125,
  cargoCapacity: 24.8,
  battery: 77,
  maxChargingSpeed: 250,
  chargePort: "NACS",
});
const MISSING = { ...UNKNOWN_FIGURES, range: 0, zeroToSixty: 0, seating: 0, chargePort: null };
const BLANK = { ...TRIM, ...MISSING, index: 1, rowId: 8, trim: "Blank" };
const NAME = { id: 3, make: "Tesla", model: "Model 3", year: 2026 };
const RATING = { averageRating: 4.46, reviewCount: 12 };
const EV = sampleEv({ ...NAME, ...RATING, taxCreditEligible: true }, TRIM, BLANK);

describe("specGroups", () => {
  const group = (title: string, values: Record<string, string>) => ({
    title,
    rows: Object.entries(values).map(([label, value]) => ({ label, value })),
  });

  const FACTS = {
    consumption: 25,
    acChargingSpeed: 11.5,
    homeCharging: 7.5,
    horsepower: 320,
    torque: 446,
    curbWeight: 4_661,
    length: 184.8,
    width: 74.4,
    height: 61,
    wheelbase: 114.2,
    groundClearance: 6.1,
    towing: 2_700,
    frunk: 0.7,
    batteryWarranty: "8 yr / 100,000 mi",
    source: "EPA 2026",
    checkedOn: "2026-11-23",
  };

  test("says every fact with its unit, by what people ask", () => {
    // 42,490 / 363 = 117.05
    expect(specGroups(EV, { ...TRIM, ...FACTS })).toMatchObject([
      group("Range and battery", {
        Range: "363 miles",
        Consumption: "25.0 kWh/100 mi",
        "Battery capacity": "77 kWh",
        "Battery warranty": "8 yr / 100,000 mi",
      }),
      group("Charging", {
        "Fast charging, 10-80%": "27 min",
        "Peak charging": "250 kW",
        "Charge port": "NACS",
        "AC charging": "11.5 kW",
        "Full charge at home, 240 V": "7.5 h",
      }),
      group("Performance", {
        "0-60 mph": "4.90s",
        "Top speed": "125 mph",
        "Drive type": "RWD",
        Power: "320 hp",
        Torque: "446 lb-ft",
        Towing: "2,700 lb",
      }),
      group("Space", {
        Seating: "5 seats",
        Cargo: "24.8 cu ft",
        "Front trunk": "0.7 cu ft",
        "Body type": "Sedan",
      }),
      group("Size and weight", {
        Length: "184.8 in",
        "Width, without mirrors": "74.4 in",
        Height: "61 in",
        Wheelbase: "114.2 in",
        "Ground clearance": "6.1 in",
        "Curb weight": "4,661 lb",
      }),
      group("Price and tax credit", {
        Price: "$42,490",
        "Value for money": "$117 per mile of range",
        "Model year": "2026",
        "$7,500 tax credit": "Qualified until Sep 30, 2025",
      }),
    ]);
  });

  test("follows the unit of distance", () => {
    const groups = specGroups(EV, { ...TRIM, ...FACTS }, DISTANCE_FORMATS.km);
    const texts = groups.flatMap(({ rows }) => rows.map(({ value }) => value));
    for (const text of ["15.5 kWh/100 km", "469 cm", "$73 per km of range"]) {
      expect(texts).toContain(text);
    }
    expect(texts).toContain("4,661 lb");
    expect(texts).toContain("0.7 cu ft");
  });

  test("says N/A for a missing field of the specification, and nothing of further facts", () => {
    expect(specGroups({ ...EV, taxCreditEligible: null }, BLANK)).toMatchObject([
      group("Range and battery", { Range: "N/A", "Battery capacity": "N/A" }),
      group("Charging", { "Fast charging, 10-80%": "N/A", "Peak charging": "N/A" }),
      group("Performance", { "0-60 mph": "N/A", "Top speed": "N/A", "Drive type": "N/A" }),
      group("Space", { Seating: "N/A", Cargo: "N/A", "Body type": "Sedan" }),
      group("Price and tax credit", {
        Price: "N/A",
        "Model year": "2026",
        "$7,500 tax credit": "N/A",
      }),
    ]);
  });
});

describe("leadFigures", () => {
  const labels = (trim: Partial<Trim>) =>
    leadFigures({ ...TRIM, ...trim }, DISTANCE_FORMATS.miles).map(({ label }) => label);
  const USUAL = ["Range", "Price", "0-60 mph", "Fast charging, 10-80%"];

  test.each<[string, Partial<Trim>, string[]]>([
    ["nothing", {}, USUAL],
    ["the charging time", { charging: null }, [...USUAL.slice(0, 3), "Peak charging"]],
    [
      "the 0-60 and charging times",
      { charging: 0, acceleration: null, zeroToSixty: null },
      ["Range", "Price", "Peak charging", "Battery"],
    ],
    [
      "all that is asked first",
      { range: null, price: 0, charging: null, acceleration: 0, zeroToSixty: 0 },
      ["Peak charging", "Battery", "Top speed", "Seating"],
    ],
    ["all but the cargo space", { ...BLANK, cargoCapacity: 24.8 }, ["Cargo"]],
    ["everything", BLANK, []],
  ])("where %s is missing", (_missing, trim, expected) => {
    expect(labels(trim)).toEqual(expected);
  });

  test("follow the unit of distance", () => {
    const [range] = leadFigures(TRIM, DISTANCE_FORMATS.km);
    expect(range).toMatchObject({ label: "Range", value: "584 km" });
  });
});

test.each([
  [true, false, "Qualified until Sep 30, 2025"],
  [false, true, "Did not qualify"],
  [null, true, "Qualified until Sep 30, 2025"],
  [null, false, "Did not qualify"],
  [null, null, null],
])("a trim's tax credit %s over its vehicle's %s reads %s", (trim, vehicle, label) => {
  const { words } = SPECIFIED.taxCreditEligible;
  const ev = sampleEv({ id: 1, taxCreditEligible: vehicle });
  expect(words(ev, { ...TRIM, taxCreditEligible: trim })).toBe(label);
});

describe("structuredData", () => {
  const read = (ev: Ev, trim: Trim, publicUrl: string | null = null): Record<string, unknown> =>
    JSON.parse(serializeJson(structuredData(ev, trim, "/car.jpg", publicUrl)));

  test("names the car and its price", () => {
    expect(read(EV, TRIM, "https://ev.example")).toMatchObject({
      "@type": ["Car", "Product"],
      name: "Tesla Model 3",
      url: "https://ev.example/ev/3",
      image: "https://ev.example/car.jpg",
      vehicleConfiguration: "Long Range RWD",
      offers: { "@type": "Offer", price: 42_490, priceCurrency: "USD" },
      aggregateRating: { ratingValue: 4.5, reviewCount: 12 },
    });
  });

  test("gives the span of prices of several trims", () => {
    const ev = { ...EV, trims: [TRIM, { ...BLANK, price: 60_000 }] };
    expect(read(ev, TRIM).offers).toMatchObject({
      "@type": "AggregateOffer",
      lowPrice: 42_490,
      highPrice: 60_000,
      offerCount: 2,
    });
  });

  test("leaves out what is missing, and keeps addresses as paths without an origin", () => {
    const data = read({ ...EV, trims: [BLANK], averageRating: null, reviewCount: 0 }, BLANK);
    expect(data.url).toBe("/ev/3");
    for (const field of ["offers", "aggregateRating", "vehicleSeatingCapacity"]) {
      expect(data).not.toHaveProperty(field);
    }
  });

  test("cannot end its script element", () => {
    const model = "</script><script>alert(1)</script>";
    const data = structuredData({ ...EV, model }, TRIM, "/car.jpg", null);
    expect(serializeJson(data)).not.toContain("<");
    expect(read({ ...EV, model }, TRIM).model).toBe(model);
  });
});

test.each([
  [
    TRIM,
    "Tesla Model 3 Long Range RWD: 363 miles of range, a price of $42,490 and 0-60 mph in 4.9s. " +
      "Specifications, prices and reviews of all 2 trims.",
  ],
  [BLANK, "Tesla Model 3 Blank. Specifications, prices and reviews of all 2 trims."],
])("describes a trim by the figures it has (%#)", (trim, text) => {
  expect(vehicleDescription(EV, trim)).toBe(text);
});
