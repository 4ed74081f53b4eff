/** The rules, form and column of the fields beyond the specification, in the order of exported files. */
import type { TwinEntry } from "../field-kinds.ts";
import { CHARGE_PORTS } from "../field-options.ts";
import { keysOf } from "../records.ts";

function side(meaning: string, widthPx: number) {
  return { kind: "figure", meaning, form: "Space", grid: { widthPx, decimals: 1 } } as const;
}

/** The further fields, in the order of exported files and of the administrators' table. */
export const FURTHER_ENTRIES = {
  consumption: {
    kind: "figure",
    isRounded: true,
    meaning: "EPA combined consumption at the wall, rounded to one decimal",
    filter: "maxConsumption",
    form: "Charging and battery",
    grid: { widthPx: 184, decimals: 1 },
  },
  chargePort: {
    kind: "choice",
    options: CHARGE_PORTS,
    meaning: "port for DC fast charging",
    filter: "port",
    form: "Charging and battery",
    grid: { widthPx: 120 },
  },
  acChargingSpeed: {
    kind: "figure",
    meaning: "power when charging with AC",
    form: "Charging and battery",
    grid: { widthPx: 136, decimals: 1 },
  },
  homeCharging: {
    kind: "figure",
    label: "Full charge at home",
    formLabel: "Full charge at home (hours)",
    meaning: "time for a full charge at 240 V, EPA",
    form: "Charging and battery",
    grid: { widthPx: 176, decimals: 1 },
  },
  horsepower: {
    kind: "figure",
    meaning: "power of the motors",
    form: "Performance",
    grid: { widthPx: 96, decimals: "some" },
  },
  torque: {
    kind: "figure",
    meaning: "torque of the motors",
    form: "Performance",
    grid: { widthPx: 112, decimals: "some" },
  },
  curbWeight: {
    kind: "figure",
    meaning: "weight without passengers and cargo",
    form: "Space",
    grid: { widthPx: 128, decimals: "some" },
  },
  length: side("from the front to the rear", 104),
  width: { ...side("width without mirrors", 100), label: "Width" },
  height: side("from the ground to the roof", 104),
  wheelbase: side("distance between the axles", 128),
  groundClearance: side("distance between the ground and the lowest part", 168),
  towing: {
    kind: "figure",
    meaning: "maximum weight of a trailer",
    form: "Performance",
    grid: { widthPx: 104, decimals: "some" },
  },
  frunk: {
    kind: "figure",
    meaning: "volume of the front trunk",
    form: "Space",
    grid: { widthPx: 140, decimals: 1 },
  },
  batteryWarranty: {
    kind: "text",
    meaning: "warranty of the battery, such as 8 yr / 100,000 mi",
    form: "Charging and battery",
    grid: { widthPx: 176 },
  },
  source: {
    kind: "text",
    label: "Sources",
    maxCharacters: 500,
    meaning: "where the figures come from, in words",
    nullMeans: "no sources named",
    form: "Sources",
    grid: { widthPx: 300 },
  },
  checkedOn: {
    kind: "date",
    label: "Checked on",
    meaning: "day on which the figures were last compared with their sources",
    nullMeans: "not recorded",
    form: "Sources",
    grid: { widthPx: 120 },
  },
} as const satisfies Readonly<Record<string, TwinEntry>>;

export const FURTHER_NAMES = keysOf(FURTHER_ENTRIES);
