/**
 * The fields as they are stored and entered: schema, types, columns, calls, form, table and files are derived
 * from them. The fields that shoppers see are in shown-fields.ts, so that they download none of this.
 */
import type { FieldEntry } from "./field-kinds.ts";
import { FURTHER_FIELDS } from "./fields-further.ts";
import { BODY_TYPES, DRIVE_TYPES } from "./field-options.ts";

/** The fields of a row (vehicles.md#row-fields). */
const SPECIFIED_FIELDS = {
  make: {
    kind: "name",
    label: "Make",
    maxCharacters: 60,
    required: true,
    ofModel: true,
    meaning: "brand, as its maker spells it",
    form: "Vehicle",
    grid: { label: "Make", widthPx: 132, ofHeader: true },
  },
  model: {
    kind: "name",
    label: "Model",
    maxCharacters: 80,
    required: true,
    ofModel: true,
    meaning: "name of the model",
    form: "Vehicle",
    grid: { label: "Model", widthPx: 152, ofHeader: true },
  },
  trim: {
    kind: "name",
    label: "Trim",
    maxCharacters: 120,
    required: true,
    meaning: "name of the trim",
    form: "Vehicle",
    grid: { label: "Trim", widthPx: 196 },
  },
  year: {
    kind: "figure",
    label: "Year",
    min: 2020, // vehicles.md#field-rules
    max: 2030,
    isWhole: true,
    required: true,
    meaning: "model year",
    form: "Vehicle",
    grid: { label: "Year", widthPx: 80 },
  },
  price: {
    kind: "figure",
    label: "Price",
    formLabel: "Price ($)",
    max: 10_000_000,
    hasThousands: true,
    unit: "US dollars",
    symbol: "$",
    meaning:
      "price in the United States, without destination charges unless the sources say otherwise",
    filterEnds: ["minPrice", "maxPrice"],
    form: "Price and range",
    grid: { label: "Price", widthPx: 108 },
  },
  range: {
    kind: "figure",
    label: "Range",
    formLabel: "Range (mi)",
    max: 2_000,
    hasThousands: true,
    unit: "miles",
    symbol: "mi",
    meaning: "EPA range on a full battery, or the maker’s estimate where the EPA has none",
    filterEnds: ["minRange", "maxRange"],
    form: "Price and range",
    grid: { label: "Range", widthPx: 92, decimals: "some" },
  },
  charging: {
    kind: "figure",
    label: "Charging speed",
    formLabel: "Charging Speed (min, 10–80%)",
    max: 1_440, // a day
    unit: "minutes",
    symbol: "min",
    meaning: "time to charge from 10 to 80 % at a DC fast charger",
    filter: "maxCharging",
    form: "Charging and battery",
    grid: { label: "10-80%", widthPx: 104, decimals: "some" },
  },
  acceleration: {
    kind: "figure",
    label: "Acceleration",
    formLabel: "Acceleration (0-60 mph)",
    max: 120,
    unit: "seconds",
    symbol: "s",
    meaning: "time from 0 to 60 mph",
    form: "Performance",
    grid: { label: "Acceleration", widthPx: 128, decimals: 1 },
  },
  bodyType: {
    kind: "choice",
    label: "Body type",
    formLabel: "Body Type",
    options: BODY_TYPES,
    required: true,
    ofModel: true,
    meaning: "shape of the body",
    form: "Vehicle",
    grid: { label: "Body Type", widthPx: 128 },
  },
  image: {
    kind: "image",
    label: "Image",
    formLabel: "Image URL",
    meaning: "address of a picture",
    nullMeans: "no picture; pages show a drawing",
    form: "Picture",
    grid: { label: "Image URL", widthPx: 300 },
  },
  zeroToSixty: {
    kind: "figure",
    label: "0-60 time",
    formLabel: "0-60 Time (seconds)",
    max: 120,
    takesText: true,
    unit: "seconds",
    symbol: "s",
    meaning: "time from 0 to 60 mph, preferred over acceleration when above 0",
    filter: "acceleration",
    form: "Performance",
    grid: { label: "0-60 (sec)", widthPx: 100, decimals: 1, hasUnitInLabel: true },
  },
  topSpeed: {
    kind: "figure",
    label: "Top speed",
    formLabel: "Top Speed (mph)",
    max: 500,
    unit: "mph",
    symbol: "mph",
    meaning: "highest speed",
    form: "Performance",
    grid: { label: "Top Speed", widthPx: 128, decimals: "some" },
  },
  driveType: {
    kind: "choice",
    label: "Drive type",
    formLabel: "Drive Type",
    options: DRIVE_TYPES,
    meaning: "driven wheels: rear (RWD), all (AWD) or front (FWD)",
    filter: "drive",
    form: "Vehicle",
    grid: { label: "Drive Type", widthPx: 104 },
  },
  seatingCapacity: {
    kind: "figure",
    label: "Seats",
    formLabel: "Seating Capacity",
    min: 2, // vehicles.md#row-fields, vehicles.md#field-rules hold the minimum on the server too
    max: 9,
    tooLow: "Minimum 2 seats",
    tooHigh: "Maximum 9 seats",
    isWhole: true,
    trimName: "seating",
    meaning: "number of seats",
    filter: "minSeats",
    form: "Space",
    grid: { label: "Seating", widthPx: 88 },
  },
  cargoSpace: {
    kind: "figure",
    label: "Cargo space",
    formLabel: "Cargo Space (cu ft)",
    max: 2_000,
    unit: "cubic feet",
    symbol: "cu ft",
    trimName: "cargoCapacity",
    meaning: "cargo volume",
    filter: "cargo",
    form: "Space",
    grid: { label: "Cargo Space", widthPx: 140, decimals: 2 },
  },
  batteryCapacity: {
    kind: "figure",
    label: "Battery capacity",
    formLabel: "Battery Capacity (kWh)",
    max: 2_000,
    unit: "kWh",
    symbol: "kWh",
    trimName: "battery",
    meaning: "capacity of the battery, as published",
    form: "Charging and battery",
    grid: { label: "Battery", widthPx: 116, decimals: 2 },
  },
  maxChargingSpeed: {
    kind: "figure",
    label: "Max charging speed",
    formLabel: "Max Charging Speed (kW)",
    max: 5_000,
    hasThousands: true,
    unit: "kW",
    symbol: "kW",
    meaning: "peak power at a DC fast charger",
    form: "Charging and battery",
    grid: { label: "Charging Speed", widthPx: 152, decimals: 2 },
  },
  taxCreditEligible: {
    kind: "flag",
    label: "Tax credit",
    formLabel: "Tax Credit Eligible",
    meaning:
      "whether it qualified for the federal tax credit of $7,500, which ended on September 30, 2025",
    nullMeans: "unknown; a trim then has the flag of its model",
    filter: "taxCredit",
    form: "Price and range",
    grid: { label: "Tax Credit", widthPx: 112 },
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;

/** The names of all fields, in the order of an exported file. */
export const FIELDS = { ...SPECIFIED_FIELDS, ...FURTHER_FIELDS };

export type FieldName = keyof typeof FIELDS;

// An object literal has exactly the keys of its type.
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export function isFieldName(name: unknown): name is FieldName {
  return typeof name === "string" && Object.hasOwn(FIELDS, name);
}

/** Returns the entry of a field, including properties that only some kinds have. */
export function entryOf(name: FieldName): FieldEntry {
  return FIELDS[name];
}

/** Returns the description of a field for the API reference. */
export function meaningOf(entry: FieldEntry): string {
  const { meaning, nullMeans } = entry;
  const unit = entry.kind === "figure" && entry.unit;
  return `${unit ? `${unit}: ` : ""}${meaning}${nullMeans ? `. null: ${nullMeans}` : ""}`;
}

export const REQUIRED_FIELDS = FIELD_NAMES.filter((name) => entryOf(name).required);

/** The label of each field in the form, the activity and the import (vehicles.md#row-fields). */
export const FIELD_LABELS = Object.fromEntries(
  FIELD_NAMES.map((name) => {
    const { label, formLabel = label } = entryOf(name);
    return [name, formLabel];
  }),
  // Every name of the table has a label.
) as Readonly<Record<FieldName, string>>;

/** Moves the given names to the front and keeps the others in order. */
export function inOrder<Name extends string>(first: readonly Name[], all: readonly Name[]): Name[] {
  return [...first, ...all.filter((name) => !first.includes(name))];
}
