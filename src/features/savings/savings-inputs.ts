/** Bounds, defaults and wording of the calculator (readings 5, Savings). */
import { type DistanceUnit, toKilometers, toMiles } from "../../vehicle/distance.ts";
import { formatNumber } from "../../vehicle/format.ts";

export interface SavingsInput {
  readonly parameter: string;
  readonly label: string;
  readonly prefix?: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
  readonly usual: number;
  readonly source: string;
  readonly slider?: { readonly min: number; readonly max: number; readonly step: number };
  /** where distances are in kilometers (readings 7); the value stays in miles */
  readonly km?: Pick<SavingsInput, "unit" | "slider"> & {
    readonly label?: string;
    readonly toShown: (value: number) => number;
    readonly toValue: (shown: number) => number;
  };
}

/** Liters for 100 km of miles per US gallon, and the reverse. */
const turnEconomy = (figure: number) => 235.214583 / figure;
/** More digits for a value typed in kilometers, so that it reads as typed. */
const DIGITS_OF_KM = 2;

export const SAVINGS_INPUTS = {
  milesPerYear: {
    parameter: "saveMiles",
    label: "Miles a year",
    unit: "mi",
    min: 500,
    max: 100_000,
    decimals: 0,
    usual: 12_000,
    source: "About what an American car is driven in a year.",
    slider: { min: 2000, max: 30_000, step: 500 },
    km: {
      label: "Kilometers a year",
      unit: "km",
      slider: { min: 3000, max: 48_000, step: 1000 },
      toShown: toKilometers,
      toValue: toMiles,
    },
  },
  gasPrice: {
    parameter: "saveGas",
    label: "Gas price",
    prefix: "$",
    unit: "/gal",
    min: 0.5,
    max: 20,
    decimals: 2,
    usual: 3.2,
    source: "About the U.S. average for regular gasoline; enter what you pay.",
    slider: { min: 2, max: 7, step: 0.05 },
  },
  electricityPrice: {
    parameter: "saveKwh",
    label: "Electricity price",
    prefix: "$",
    unit: "/kWh",
    min: 0.01,
    max: 2,
    decimals: 3,
    usual: 0.17,
    source:
      "About the U.S. average for homes; fast chargers on the road cost two to three times that.",
    slider: { min: 0.05, max: 0.6, step: 0.01 },
  },
  years: {
    parameter: "saveYears",
    label: "Years you keep it",
    unit: "years",
    min: 1,
    max: 30,
    decimals: 0,
    usual: 8,
    source: "About how long a new car stays with its first owner.",
    slider: { min: 1, max: 15, step: 1 },
  },
  gasCarMpg: {
    parameter: "saveMpg",
    label: "Gas car’s economy",
    unit: "mpg",
    min: 5,
    max: 150,
    decimals: 1,
    usual: 27,
    source: "New vehicles of model year 2023, EPA Automotive Trends Report.",
    km: { unit: "L/100 km", toShown: turnEconomy, toValue: turnEconomy },
  },
  gasCarPrice: {
    parameter: "saveCar",
    label: "Gas car’s price",
    prefix: "$",
    unit: "",
    min: 1000,
    max: 500_000,
    decimals: 0,
    usual: 30_000,
    source: "About what a compact SUV costs.",
  },
  chargingLossPercent: {
    parameter: "saveLoss",
    label: "Lost while charging",
    unit: "%",
    min: 0,
    max: 50,
    decimals: 1,
    usual: 10,
    source:
      "Share of the electricity paid for that never reaches the battery, fueleconomy.gov (EPA, DOE).",
  },
  // EPA eGRID2022, U.S. average total output emission rate: 823.1 lb CO2 per MWh.
  gridCo2PerKwh: {
    parameter: "saveGridCo2",
    label: "CO₂ of the grid",
    unit: "lb/kWh",
    min: 0,
    max: 3,
    decimals: 3,
    usual: 0.823,
    source: "U.S. average, EPA eGRID2022 (823.1 lb per MWh); your region may differ widely.",
  },
  // EPA, Greenhouse Gas Emissions from a Typical Passenger Vehicle: 8,887 g, which is 19.59 lb.
  gasolineCo2PerGallon: {
    parameter: "saveGasCo2",
    label: "CO₂ of gasoline",
    unit: "lb/gal",
    min: 0,
    max: 40,
    decimals: 2,
    usual: 19.59,
    source: "8,887 g per gallon burned, EPA.",
  },
} as const satisfies Record<string, SavingsInput>;

export type InputName = keyof typeof SAVINGS_INPUTS;
export type SavingsInputs = Readonly<Record<InputName, number>>;

// The keys of an object literal are exactly those of its type.
export const INPUT_NAMES = Object.keys(SAVINGS_INPUTS) as InputName[];

export const ASKED: readonly InputName[] = [
  "milesPerYear",
  "gasPrice",
  "electricityPrice",
  "years",
];
export const ASSUMED: readonly InputName[] = INPUT_NAMES.filter((name) => !ASKED.includes(name));

function each(valueOf: (name: InputName) => number): SavingsInputs {
  // Every name is mapped.
  return Object.fromEntries(INPUT_NAMES.map((name) => [name, valueOf(name)])) as SavingsInputs;
}

export const USUAL_INPUTS: SavingsInputs = each((name) => SAVINGS_INPUTS[name].usual);

export function inputIn(name: InputName, reading: Reading) {
  const input: SavingsInput = SAVINGS_INPUTS[name];
  const { km, decimals } = input;
  return {
    ...input,
    toShown: asItIs,
    toValue: asItIs,
    ...(reading === "km" && km),
    ...(reading === "address" && km && { decimals: decimals + DIGITS_OF_KM }),
  };
}

const asItIs = (value: number) => value;
const round = (value: number, digits: number) => Number(value.toFixed(digits));

type Reading = DistanceUnit | "address";

export type ReadInput = { readonly value: number } | { readonly error: string };

const NUMBER = /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.\d{0,9})?$/u;

export function showInput(name: InputName, value: number, reading: Reading): string {
  const { decimals, prefix, toShown } = inputIn(name, reading);
  const shown = formatNumber(toShown(value), decimals);
  // Money keeps its cents; other numbers show no more digits than they have.
  if (prefix !== "$" || decimals < 2) return shown;
  const [whole, cents = ""] = shown.split(".");
  return `${whole}.${cents.padEnd(2, "0")}`;
}

export function sayInput(name: InputName, value: number, reading: Reading): string {
  const { prefix = "", unit } = inputIn(name, reading);
  const space = unit === "" || unit.startsWith("/") || unit === "%" ? "" : " ";
  return `${prefix}${showInput(name, value, reading)}${space}${unit}`;
}

/** Reads a typed number, with or without `$`, `%` and commas. */
export function readInput(name: InputName, text: string, reading: Reading): ReadInput {
  const { label, min, max, decimals, toShown, toValue } = inputIn(name, reading);
  const bare = text.replace(/[\s$%]/gu, "");
  const number = /\d/u.test(bare) && NUMBER.test(bare) ? Number(bare.replaceAll(",", "")) : null;
  const value =
    number === null ? null : round(toValue(round(number, decimals)), decimals + DIGITS_OF_KM);
  if (value === null || value < min || value > max) {
    const [least, most] = [min, max]
      .toSorted((one, other) => toShown(one) - toShown(other))
      .map((end) => sayInput(name, end, reading));
    return { error: `${label} must be a number from ${least} to ${most}.` };
  }
  return { value };
}
