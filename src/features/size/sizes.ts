/** Compares the sizes of cars in figures and words (comparing.md#size). Lengths are in inches. */
import type { DistanceUnit } from "../../domain/distance.ts";
import { formatNumber, listInWords, upperFirst } from "../../domain/format.ts";
import { CM_PER_INCH } from "../../domain/shown-formats.ts";
import { record } from "../../domain/records.ts";
import { present } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { bodyTypeWord } from "../../domain/field-options.ts";
import { type ModelTrim, shortNames } from "../compare/compare.ts";
import { measuresOf } from "../pictures/model-measures.ts";

/** Length of the parking space (comparing.md#size). */
export const SPACE_INCHES = 216;

export const SIDES = ["length", "width", "height", "wheelbase", "groundClearance"] as const;
/** Differences from here on are easier to understand in feet. */
const FEET_FROM = 24;

type Side = (typeof SIDES)[number];
export interface SizedCar {
  readonly key: number;
  /** distinguishes it from the others */
  readonly name: string;
  readonly ev: Ev;
  /** null for unknown lengths */
  readonly known: Readonly<Record<Side, number | null>>;
  /** size of the body in the picture */
  readonly drawn: { readonly length: number; readonly height: number };
  /** scale factors that give the picture the trim's length and height */
  readonly stretch: { readonly x: number; readonly y: number };
}

export function sizedCars(chosen: readonly ModelTrim[]): SizedCar[] {
  const names = shortNames(chosen);
  return chosen.map((one, at) => {
    const { ev, trim } = one;
    const { measures } = measuresOf(ev);
    const known = record(SIDES, (side) => present(trim[side]));
    const stretch = {
      x: (known.length ?? measures.length) / measures.length,
      y: (known.height ?? measures.height) / measures.height,
    };
    return {
      key: trim.rowId,
      name: names[at] ?? "",
      ev,
      known,
      drawn: { length: measures.length * stretch.x, height: measures.height * stretch.y },
      stretch,
    };
  });
}

/** Rounds a length for display: tenths of an inch, or whole centimeters. */
function shown(inches: number, unit: DistanceUnit): number {
  return unit === "km" ? Math.round(inches * CM_PER_INCH) : Math.round(inches * 10) / 10;
}

/** `13.7 in longer` or `7 ft 6 in longer`, from two displayed lengths; nothing when they are equal or unknown */
function listDifference(
  one: number | null,
  other: number | null,
  [more, less]: readonly [string, string],
  unit: DistanceUnit,
): string[] {
  if (one === null || other === null) return [];
  const difference = shown(one, unit) - shown(other, unit);
  if (difference === 0) return [];
  const inches = Math.abs(difference);
  const text =
    unit !== "km" && inches >= FEET_FROM
      ? formatFeet(inches, unit)
      : `${formatNumber(inches, 1)} ${unit === "km" ? "cm" : "in"}`;
  return [`${text} ${difference > 0 ? more : less}`];
}

/** `16 ft 5 in`; empty when lengths are in centimeters */
export function formatFeet(inches: number, unit: DistanceUnit): string {
  if (unit === "km") return "";
  const whole = Math.round(inches);
  const [feet, rest] = [Math.floor(whole / 12), whole % 12];
  return rest === 0 ? `${feet} ft` : `${feet} ft ${rest} in`;
}

/**
 * Describes how each car differs from the shortest, and which ones do not fit a parking space. Cars without a
 * length are left out.
 * @returns `The EV9 is 13.7 in longer and 5.6 in taller than the Ioniq 5.`; empty when there is nothing to say
 */
export function sizesInWords(cars: readonly SizedCar[], unit: DistanceUnit): string {
  const [base, ...longer] = cars
    .filter(({ known }) => known.length !== null)
    .toSorted((one, other) => (one.known.length ?? 0) - (other.known.length ?? 0));
  if (!base) return "";
  const besideBase = longer.toReversed().flatMap(({ name, known: { length, height } }) => {
    const differences = [
      ...listDifference(length, base.known.length, ["longer", "shorter"], unit),
      ...listDifference(height, base.known.height, ["taller", "lower"], unit),
    ];
    if (differences.length === 0) return [];
    return `The ${name} is ${differences.join(" and ")} than the ${base.name}.`;
  });
  const tooLong = [base, ...longer].flatMap(({ name, known: { length } }) =>
    length !== null && length > SPACE_INCHES
      ? listDifference(length, SPACE_INCHES, ["too long", ""], unit).map(
          (words) => `The ${name} is ${words} for the parking space.`,
        )
      : [],
  );
  return [...besideBase, ...tooLong].join(" ");
}

/**
 * What is unknown about the cars, since the picture then uses another trim's or a typical value.
 * @returns a sentence for each unknown length, with all cars that lack it
 */
export function unknownInWords(cars: readonly SizedCar[]): string[] {
  const lacks = cars.flatMap(({ name, known, ev: { bodyType, trims } }) => {
    const missing = SIDES.filter((side) => side !== "width" && known[side] === null);
    if (missing.length === 0) return [];
    const isUnknown = known.length === null && known.height === null;
    const what = isUnknown ? "dimensions" : sidesInWords(missing);
    const isKnownElsewhere = trims.some((trim) =>
      missing.some((side) => present(trim[side]) !== null),
    );
    const model = isKnownElsewhere ? "the other trims" : `a typical ${bodyTypeWord(bodyType)}`;
    return [{ name, what, model }];
  });
  const alike = Map.groupBy(lacks, ({ what, model }) => `${what} ${model}`);
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { what, model } = first;
    const names = listInWords(same.map(({ name }) => name));
    return [`${upperFirst(what)} unknown for the ${names}; drawn like ${model}.`];
  });
}

const sidesInWords = (sides: readonly Side[]) =>
  listInWords(sides.map((side) => (side === "groundClearance" ? "ground clearance" : side)));
