/** The fields of the specification as shoppers see, compare and filter them; their twins are in specified.admin.ts. */
import { BODY_TYPES, DRIVE_TYPES } from "../field-options.ts";
import { SECTION_TITLES } from "../filters/filter-kinds.ts";
import { formatAcceleration, formatPrice, formatSeats, formatSeconds } from "../format.ts";
import type { ShownEntry } from "../shown-kinds.ts";
import { isTaxCreditEligible, present, wholeMiles, zeroToSixtyOf } from "../trims.ts";
import { ACCELERATION_SECONDS } from "../filters/slider-scales.ts";

/** By the name in public trims. N/A is shown for an unknown one (one-car.md#specifications). */
export const SPECIFIED = {
  price: {
    label: "Price",
    max: 10_000_000,
    hasThousands: true,
    unit: "US dollars",
    symbol: "$",
    format: formatPrice,
    lead: "Price",
    compare: { better: "lower", bar: true },
  },
  range: {
    label: "Range",
    max: 2_000,
    hasThousands: true,
    unit: "miles",
    symbol: "mi",
    ranked: ({ range }) => wholeMiles(range),
    format: (miles, { formatRange }) => formatRange(miles),
    lead: "Range",
    compare: { better: "higher", bar: true },
  },
  charging: {
    label: "Fast charging, 10-80%",
    max: 1_440, // a day
    unit: "minutes",
    symbol: "min",
    lead: "Fast charging, 10-80%",
    compare: { label: "Fast Charging", better: "lower", bar: true },
  },
  bodyType: { label: "Body type", options: BODY_TYPES, words: ({ bodyType }) => bodyType },
  zeroToSixty: {
    label: "0-60 mph",
    max: 120,
    unit: "seconds",
    symbol: "s",
    fields: ["acceleration", "zeroToSixty"],
    value: zeroToSixtyOf,
    decimals: 1,
    format: formatAcceleration,
    // As precisely as it is known (one-car.md#specifications, limits-and-texts.md#number-formats).
    exact: formatSeconds,
    lead: "0-60 mph",
    compare: { label: "Acceleration (0-60)", better: "lower", bar: true },
    filter: {
      name: "acceleration",
      section: SECTION_TITLES.performance,
      lacking: "0-60 time",
      chip: "0-60 in",
      endLabels: ["Quickest 0-60", "Slowest 0-60"],
      limits: { min: 0, max: 60 },
      slider: ACCELERATION_SECONDS,
      order: "asc",
      example: [4, 6],
    },
  },
  topSpeed: {
    label: "Top speed",
    max: 500,
    symbol: "mph",
    ranked: ({ topSpeed }) => wholeMiles(topSpeed),
    format: (mph, { formatTopSpeed }) => formatTopSpeed(mph),
    lead: "Top speed",
    compare: { better: "higher", bar: true },
    filter: {
      section: SECTION_TITLES.performance,
      lacking: "top-speed figure",
      endLabels: ["Lowest top speed", "Highest top speed"],
      typed: ({ unit, perMile }) => ({ unit: unit === "km" ? "km/h" : "mph", times: perMile }),
      limits: { min: 0, max: 300 },
      slider: { min: 100, max: 200, step: 1, minGap: 1 }, // finding.md#sliders
      example: [120, 150],
    },
  },
  driveType: {
    label: "Drive type",
    options: DRIVE_TYPES,
    words: (_ev, { driveType }) => driveType,
  },
  seating: {
    label: "Seating",
    min: 2, // vehicles.md#row-fields, vehicles.md#field-rules hold the minimum on the server too
    max: 9,
    fields: ["seatingCapacity"],
    format: formatSeats,
    lead: "Seating",
    compare: { better: "higher", bar: false },
  },
  cargoCapacity: {
    label: "Cargo",
    max: 2_000,
    unit: "cubic feet",
    symbol: "cu ft",
    fields: ["cargoSpace"],
    decimals: 1,
    lead: "Cargo",
    compare: { better: "higher", bar: true },
    filter: {
      name: "cargo",
      section: SECTION_TITLES.space,
      lacking: "cargo figure",
      limits: { min: 0, max: 1_000 },
      slider: { min: 0, max: 100, step: 1, minGap: 1 }, // finding.md#sliders
      example: [20, 40],
    },
  },
  battery: {
    label: "Battery capacity",
    max: 2_000,
    symbol: "kWh",
    fields: ["batteryCapacity"],
    decimals: 1,
    lead: "Battery",
    compare: { label: "Battery", bar: false },
    filter: {
      title: "Battery",
      section: SECTION_TITLES.rangeAndPrice,
      limits: { min: 0, max: 500 },
      example: [60, 100],
    },
  },
  maxChargingSpeed: {
    label: "Peak charging",
    max: 5_000,
    hasThousands: true,
    symbol: "kW",
    decimals: 1,
    lead: "Peak charging",
    compare: { better: "higher", bar: true },
    filter: {
      section: SECTION_TITLES.charging,
      limits: { min: 0, max: 2_000 },
      example: [150, 350],
    },
  },
  taxCreditEligible: {
    label: "$7,500 tax credit",
    isFlag: true,
    // The trim's flag overrides the vehicle's (vehicles.md#row-fields).
    words: (ev, trim) => {
      const isEligible = trim.taxCreditEligible ?? ev.taxCreditEligible;
      return isEligible === null ? null : taxCreditInWords(isEligible);
    },
    compare: {
      label: "Tax credit",
      words: (ev, trim) => taxCreditInWords(isTaxCreditEligible(ev, trim)),
    },
  },
  year: {
    label: "Model year",
    words: (_ev, { year }) => (present(year) === null ? null : String(year)),
    compare: { label: "Year" },
  },
} as const satisfies Readonly<Record<string, ShownEntry>>;

function taxCreditInWords(isEligible: boolean): string {
  return isEligible ? "Qualified until Sep 30, 2025" : "Did not qualify";
}
