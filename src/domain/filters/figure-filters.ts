/** Filters for figures with bounds; `filters.ts` has the others and the order. */
import { formatBattery, formatCargo, formatPower } from "../format.ts";
import {
  CM_PER_INCH,
  formatHorsepower,
  formatHours,
  formatLength,
  formatPounds,
  formatTorque,
} from "../shown-formats.ts";
import { present, wholeMiles, zeroToSixtyOf } from "../trims.ts";
import { bounds, type BoundsFilter } from "./filter-kinds.ts";
import { ACCELERATION_SECONDS, CARGO_CUBIC_FEET, TOP_SPEED_MPH } from "./limits.ts";

/** Titles of panel sections shared by several filters (finding.md#filter-panel). */
export const SECTION_TITLES = {
  rangeAndPrice: "Range and price",
  seating: "Seating",
  charging: "Charging",
  space: "Space and size",
  performance: "Performance",
} as const;

/** A measure of the body in inches; visitors who use kilometers type it in centimeters. */
function size(
  name: "length" | "width" | "height" | "wheelbase" | "groundClearance",
  title: string,
  rest: Pick<BoundsFilter, "example"> & Partial<Pick<BoundsFilter, "order">>,
) {
  return bounds({
    title,
    section: SECTION_TITLES.space,
    valueOf: (trim) => present(trim[name]),
    format: formatLength,
    typed: ({ unit }) =>
      unit === "km" ? { unit: "cm", scale: CM_PER_INCH } : { unit: "in", decimals: 1 },
    limits: { min: 0, max: 400 },
    ...rest,
  });
}

export const RANGE_FIGURES = {
  battery: bounds({
    title: "Battery",
    section: SECTION_TITLES.rangeAndPrice,
    valueOf: ({ battery }) => present(battery),
    format: formatBattery,
    typed: () => ({ unit: "kWh", decimals: 1 }),
    limits: { min: 0, max: 500 },
    example: [60, 100],
  }),
};

export const CHARGING_FIGURES = {
  maxChargingSpeed: bounds({
    title: "Peak charging",
    section: SECTION_TITLES.charging,
    valueOf: ({ maxChargingSpeed }) => present(maxChargingSpeed),
    format: formatPower,
    typed: () => ({ unit: "kW", decimals: 1 }),
    limits: { min: 0, max: 2_000 },
    example: [150, 350],
  }),
  acChargingSpeed: bounds({
    title: "AC charging",
    section: SECTION_TITLES.charging,
    valueOf: ({ acChargingSpeed }) => present(acChargingSpeed),
    format: formatPower,
    typed: () => ({ unit: "kW", decimals: 1 }),
    limits: { min: 0, max: 50 },
    example: [7.2, 11],
  }),
  homeCharging: bounds({
    title: "Full charge at home",
    section: SECTION_TITLES.charging,
    lacking: "home charging time",
    valueOf: ({ homeCharging }) => present(homeCharging),
    format: formatHours,
    typed: () => ({ unit: "h", decimals: 1 }),
    limits: { min: 0, max: 100 },
    order: "asc",
    example: [8, 12],
  }),
};

export const SPACE_FIGURES = {
  cargo: bounds({
    title: "Cargo space",
    section: SECTION_TITLES.space,
    lacking: "cargo figure",
    valueOf: ({ cargoCapacity }) => present(cargoCapacity),
    format: formatCargo,
    chip: "Cargo",
    typed: () => ({ unit: "cu ft", decimals: 1 }),
    limits: { min: 0, max: 1_000 },
    slider: CARGO_CUBIC_FEET,
    example: [20, 40],
  }),
  frunk: bounds({
    title: "Front trunk",
    section: SECTION_TITLES.space,
    valueOf: ({ frunk }) => present(frunk),
    format: formatCargo,
    typed: () => ({ unit: "cu ft", decimals: 1 }),
    limits: { min: 0, max: 50 },
    example: [2, 7],
  }),
  length: size("length", "Length", { order: "asc", example: [165, 190] }),
  width: size("width", "Width", { order: "asc", example: [70, 76] }),
  height: size("height", "Height", { order: "asc", example: [58, 64] }),
  wheelbase: size("wheelbase", "Wheelbase", { order: "asc", example: [110, 120] }),
  groundClearance: size("groundClearance", "Ground clearance", { example: [6, 9] }),
  curbWeight: bounds({
    title: "Curb weight",
    section: SECTION_TITLES.space,
    valueOf: ({ curbWeight }) => present(curbWeight),
    format: formatPounds,
    typed: () => ({ unit: "lb" }),
    limits: { min: 0, max: 20_000 },
    order: "asc",
    example: [4_000, 5_500],
  }),
};

export const PERFORMANCE_FIGURES = {
  acceleration: bounds({
    title: "0-60 mph",
    section: SECTION_TITLES.performance,
    lacking: "0-60 time",
    valueOf: zeroToSixtyOf,
    format: (seconds) => `${seconds.toFixed(1)}s`,
    chip: "0-60",
    ends: ["Quickest 0-60", "Slowest 0-60"],
    typed: () => ({ unit: "s", decimals: 1 }),
    limits: { min: 0, max: 60 },
    slider: ACCELERATION_SECONDS,
    order: "asc",
    example: [4, 6],
  }),
  topSpeed: bounds({
    title: "Top speed",
    section: SECTION_TITLES.performance,
    lacking: "top-speed figure",
    valueOf: ({ topSpeed }) => wholeMiles(topSpeed),
    format: (mph, { formatTopSpeed }) => formatTopSpeed(mph),
    ends: ["Lowest top speed", "Highest top speed"],
    typed: ({ unit, perMile }) => ({ unit: unit === "km" ? "km/h" : "mph", scale: perMile }),
    limits: { min: 0, max: 300 },
    slider: TOP_SPEED_MPH,
    example: [120, 150],
  }),
  horsepower: bounds({
    title: "Power",
    section: SECTION_TITLES.performance,
    valueOf: ({ horsepower }) => present(horsepower),
    format: formatHorsepower,
    typed: () => ({ unit: "hp" }),
    limits: { min: 0, max: 3_000 },
    example: [300, 500],
  }),
  torque: bounds({
    title: "Torque",
    section: SECTION_TITLES.performance,
    valueOf: ({ torque }) => present(torque),
    format: formatTorque,
    typed: () => ({ unit: "lb-ft" }),
    limits: { min: 0, max: 5_000 },
    example: [300, 500],
  }),
  towing: bounds({
    title: "Towing",
    section: SECTION_TITLES.performance,
    valueOf: ({ towing }) => present(towing),
    format: formatPounds,
    typed: () => ({ unit: "lb" }),
    limits: { min: 0, max: 30_000 },
    example: [3_500, 5_000],
  }),
};
