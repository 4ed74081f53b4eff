/**
 * Fields beyond the specification that people decide by: charging, size, efficiency and country of origin.
 */
import type { FieldEntry } from "./field-kinds.ts";
import { CHARGE_PORTS } from "./field-options.ts";

function inches<const Label extends string>(label: Label, widthPx: number) {
  return {
    kind: "figure",
    label,
    formLabel: `${label} (in)`,
    max: 400,
    unit: "inches",
    symbol: "in",
    form: "Space",
    grid: { label, widthPx, decimals: 1 },
  } as const;
}

/** The further fields, in the order of exported files and of the administrators' table. */
export const FURTHER_FIELDS = {
  consumption: {
    kind: "figure",
    label: "Consumption",
    formLabel: "Consumption (kWh/100 mi)",
    min: 10,
    max: 150,
    isRounded: true,
    unit: "kWh/100 mi",
    symbol: "kWh/100 mi",
    meaning: "kWh/100 mi, EPA combined, at the wall; rounded to one decimal",
    form: "Price and range",
    grid: { label: "Consumption", widthPx: 184, decimals: 1 },
  },
  chargePort: {
    kind: "choice",
    label: "Charge port",
    options: CHARGE_PORTS,
    meaning: "of DC fast charging",
    form: "Charging and battery",
    grid: { label: "Charge port", widthPx: 120 },
  },
  acChargingSpeed: {
    kind: "figure",
    label: "AC charging",
    formLabel: "AC charging (kW)",
    max: 50,
    unit: "kW",
    symbol: "kW",
    form: "Charging and battery",
    grid: { label: "AC charging", widthPx: 136, decimals: 1 },
  },
  homeCharging: {
    kind: "figure",
    label: "Full charge at home",
    formLabel: "Full charge at home (hours)",
    max: 100,
    unit: "hours",
    symbol: "h",
    meaning: "hours at 240 V, EPA",
    form: "Charging and battery",
    grid: { label: "Full charge at home", widthPx: 176, decimals: 1 },
  },
  horsepower: {
    kind: "figure",
    label: "Power",
    formLabel: "Power (hp)",
    max: 3_000,
    hasThousands: true,
    unit: "hp",
    symbol: "hp",
    form: "Performance",
    grid: { label: "Power", widthPx: 96, decimals: "some" },
  },
  torque: {
    kind: "figure",
    label: "Torque",
    formLabel: "Torque (lb-ft)",
    max: 5_000,
    hasThousands: true,
    unit: "lb-ft",
    symbol: "lb-ft",
    form: "Performance",
    grid: { label: "Torque", widthPx: 112, decimals: "some" },
  },
  curbWeight: {
    kind: "figure",
    label: "Curb weight",
    formLabel: "Curb weight (lb)",
    max: 20_000,
    hasThousands: true,
    unit: "pounds",
    symbol: "lb",
    form: "Space",
    grid: { label: "Curb weight", widthPx: 128, decimals: "some" },
  },
  length: inches("Length", 104),
  width: { ...inches("Width", 100), meaning: "inches, without mirrors" },
  height: inches("Height", 104),
  wheelbase: inches("Wheelbase", 128),
  groundClearance: inches("Ground clearance", 168),
  towing: {
    kind: "figure",
    label: "Towing",
    formLabel: "Towing (lb)",
    max: 30_000,
    hasThousands: true,
    unit: "pounds",
    symbol: "lb",
    form: "Performance",
    grid: { label: "Towing", widthPx: 104, decimals: "some" },
  },
  frunk: {
    kind: "figure",
    label: "Front trunk",
    formLabel: "Front trunk (cu ft)",
    max: 50,
    unit: "cubic feet",
    symbol: "cu ft",
    form: "Space",
    grid: { label: "Front trunk", widthPx: 140, decimals: 1 },
  },
  batteryWarranty: {
    kind: "text",
    label: "Battery warranty",
    maxCharacters: 60,
    meaning: "as 8 yr / 100,000 mi",
    form: "Charging and battery",
    grid: { label: "Battery warranty", widthPx: 176 },
  },
  source: {
    kind: "text",
    label: "Sources",
    maxCharacters: 500,
    meaning: "where the figures come from, in words",
    form: "Sources",
    grid: { label: "Sources", widthPx: 300 },
  },
  checkedOn: {
    kind: "date",
    label: "Checked on",
    meaning: "the date when the figures were last checked against the sources",
    form: "Sources",
    grid: { label: "Checked on", widthPx: 120 },
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;

// An object literal has exactly the keys of its type.
export const FURTHER_NAMES = Object.keys(FURTHER_FIELDS) as (keyof typeof FURTHER_FIELDS)[];
