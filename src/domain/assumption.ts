/** Figures that visitors may change: their bounds, wording and format in the address. */
import { type DistanceUnit, toKilometers, toMiles } from "./distance.ts";
import { formatNumber } from "./format.ts";
import { readNumber } from "./read-number.ts";
import { keysOf } from "./records.ts";

export interface Assumption {
  /** name of the parameter in the address */
  readonly parameter: string;
  readonly label: string;
  readonly prefix?: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
  readonly source?: string;
  /** used where distances are in kilometers (everywhere.md#distances); the stored value stays in miles */
  readonly km?: Pick<Assumption, "unit"> & {
    readonly label?: string;
    readonly toShown: (value: number) => number;
    readonly toValue: (shown: number) => number;
  };
}

/** A distance in miles, where distances are in kilometers. */
export const IN_KM = { unit: "km", toShown: toKilometers, toValue: toMiles } as const;

type Assumptions<Name extends string> = Readonly<Record<Name, Assumption>>;
type Figures<Name extends string> = Readonly<Record<Name, number>>;

/** Keeps extra digits of a value typed in kilometers, so that it is shown as typed. */
const DIGITS_OF_KM = 2;

type Reading = DistanceUnit | "address";

const asItIs = (value: number) => value;

export function inReading(assumption: Assumption, reading: Reading) {
  const { km, decimals } = assumption;
  return {
    ...assumption,
    toShown: asItIs,
    toValue: asItIs,
    ...(reading === "km" && km),
    ...(reading === "address" && km && { decimals: decimals + DIGITS_OF_KM }),
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

export type ReadFigure = { readonly value: number } | { readonly error: string };

export function formatAssumption(assumption: Assumption, value: number, reading: Reading): string {
  const { decimals, prefix, toShown } = inReading(assumption, reading);
  const shown = formatNumber(toShown(value), decimals);
  // Money always shows cents; other numbers show only the digits they have.
  if (prefix !== "$" || decimals < 2) return shown;
  const [whole, cents = ""] = shown.split(".");
  return `${whole}.${cents.padEnd(2, "0")}`;
}

export function formatWithUnit(assumption: Assumption, value: number, reading: Reading): string {
  const { prefix = "", unit } = inReading(assumption, reading);
  const space = unit === "" || unit.startsWith("/") || unit === "%" ? "" : " ";
  return `${prefix}${formatAssumption(assumption, value, reading)}${space}${unit}`;
}

/** Reads a typed number, with or without `$`, `%` and commas. */
export function parseAssumption(
  assumption: Assumption,
  text: string,
  reading: Reading,
): ReadFigure {
  const { label, min, max, decimals, toShown, toValue } = inReading(assumption, reading);
  const number = readNumber(text.replaceAll(/^\s*\$|[\s%]+$/gu, "").trim(), "point");
  const value =
    number === undefined ? null : round(toValue(round(number, decimals)), decimals + DIGITS_OF_KM);
  if (value === null || value < min || value > max) {
    const [least, most] = [min, max]
      .toSorted((one, other) => toShown(one) - toShown(other))
      .map((end) => formatWithUnit(assumption, end, reading));
    return { error: `${label} must be a number from ${least} to ${most}.` };
  }
  return { value };
}

/** Leaves out figures that are missing, invalid or out of bounds. */
export function figuresIn<Name extends string>(
  of: Assumptions<Name>,
  query: URLSearchParams,
): Partial<Figures<Name>> {
  const figures = keysOf(of).flatMap((name) => {
    const text = (query.get(of[name].parameter) ?? "").slice(0, 20);
    const figure = parseAssumption(of[name], text, "address");
    return "value" in figure ? [[name, figure.value] as const] : [];
  });
  // The names come from the table, and each has a number.
  return Object.fromEntries(figures) as Partial<Figures<Name>>;
}

/** Returns `name=value` for each figure that differs from its default. */
export function figureParameters<Name extends string>(
  of: Assumptions<Name>,
  figures: Partial<Figures<NoInfer<Name>>>,
  defaults: Partial<Figures<NoInfer<Name>>>,
): string[] {
  return keysOf(of)
    .filter((name) => figures[name] !== undefined && figures[name] !== defaults[name])
    .map((name) => `${of[name].parameter}=${figures[name]}`);
}
