/** Compares the sizes of cars in figures and words (comparing.md#size). Lengths are in inches. */
import type { DistanceUnit } from "../../domain/distance.ts";
import { formatNumber, listInWords } from "../../domain/format.ts";
import { CM_PER_INCH, formatLength } from "../../domain/shown-formats.ts";
import { record } from "../../domain/records.ts";
import { present } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { bodyTypeWord } from "../../domain/field-options.ts";
import { type Chosen, shortNames } from "../compare/compare.ts";
import { measuresOf } from "../pictures/model-measures.ts";

/** Length of the parking space (comparing.md#size). */
export const SPACE_INCHES = 216;

export const SIDES = ["length", "width", "height", "wheelbase", "groundClearance"] as const;
/** Differences from here on are easier to understand in feet. */
const FEET_FROM = 24;

type Side = (typeof SIDES)[number];
type SideLengths = Readonly<Record<Side, number | null>>;

export interface SizedCar {
  readonly key: number;
  /** distinguishes it from the others */
  readonly name: string;
  readonly ev: Ev;
  /** null for unknown or implausible lengths */
  readonly known: SideLengths;
  /** size of the body in the picture */
  readonly drawn: { readonly length: number; readonly height: number };
  /** scale factors that give the picture the trim's length and height */
  readonly stretch: { readonly x: number; readonly y: number };
}

export function sizedCars(chosen: readonly Chosen[]): SizedCar[] {
  const names = shortNames(chosen);
  return chosen.map((one, at) => {
    const { ev, trim } = one;
    const { measures } = measuresOf(ev);
    const known = record(SIDES, (side) => {
      const value = present(trim[side]);
      return value !== null && isNear(side, value, measures[side]) ? value : null;
    });
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

/** How far a trim may differ from its model's picture; anything more is a typing error. */
const TOLERANCE: Readonly<Record<Side, number>> = {
  length: 0.1,
  width: 0.2,
  height: 0.1,
  wheelbase: 0.1,
  groundClearance: 0.6,
};

function isNear(side: Side, value: number, drawn: number): boolean {
  return Math.abs(value / drawn - 1) <= TOLERANCE[side];
}

/** Rounds a length for display: tenths of an inch, or whole centimeters. */
function shown(inches: number, unit: DistanceUnit): number {
  return unit === "km" ? Math.round(inches * CM_PER_INCH) : Math.round(inches * 10) / 10;
}

/** `13.7 in` or `7 ft 6 in`, the difference of two displayed lengths */
function formatDifference(a: number, b: number, unit: DistanceUnit): string {
  const difference = Math.abs(shown(a, unit) - shown(b, unit));
  if (unit !== "km" && difference >= FEET_FROM) return formatFeet(difference, unit);
  return `${formatNumber(difference, 1)} ${unit === "km" ? "cm" : "in"}`;
}

/** `16 ft 5 in`; empty when lengths are in centimeters */
export function formatFeet(inches: number, unit: DistanceUnit): string {
  if (unit === "km") return "";
  const whole = Math.round(inches);
  const [feet, rest] = [Math.floor(whole / 12), whole % 12];
  return rest === 0 ? `${feet} ft` : `${feet} ft ${rest} in`;
}

/** `5 ft 9 in`, or `175 cm` */
export function formatHeight(inches: number, unit: DistanceUnit): string {
  return formatFeet(inches, unit) || formatLength(inches, { unit });
}

/** `18 ft`, or `5.5 m` */
export function formatSpace(unit: DistanceUnit): string {
  return unit === "km"
    ? `${formatNumber((SPACE_INCHES * CM_PER_INCH) / 100, 1)} m`
    : formatFeet(SPACE_INCHES, unit);
}

interface Words {
  more: string;
  less: string;
  same: string;
}
const LONGER: Words = { more: "longer", less: "shorter", same: "as long" };
const TALLER: Words = { more: "taller", less: "lower", same: "as tall" };

interface ComparedCar {
  name: string;
  length: number;
  height: number | null;
}

/** `13.7 in longer and 5.6 in taller than the Ioniq 5`, from what is known about both */
function comparedWith(
  base: ComparedCar,
  { length, height }: ComparedCar,
  unit: DistanceUnit,
): string {
  const sides = [
    { one: length, other: base.length, words: LONGER },
    { one: height ?? NaN, other: base.height ?? NaN, words: TALLER },
  ].filter(({ one, other }) => !Number.isNaN(one + other));
  const isSame = ({ one, other }: (typeof sides)[number]) =>
    shown(one, unit) === shown(other, unit);
  const differing = sides
    .filter((side) => !isSame(side))
    .map(
      ({ one, other, words }) =>
        `${formatDifference(one, other, unit)} ${one > other ? words.more : words.less}`,
    );
  const same = sides.filter(isSame).map(({ words }) => words.same);
  if (differing.length === 0) return `${same.join(" and ")} as the ${base.name}`;
  const alike = same.map((words) => ` and just ${words}`).join("");
  return `${differing.join(" and ")} than the ${base.name}${alike}`;
}

/**
 * Describes how each car differs from the shortest, and which ones do not fit a parking space. Cars without a
 * length are left out.
 * @returns `The EV9 is 13.7 in longer and 5.6 in taller than the Ioniq 5.`; empty when there is nothing to
 *   say
 */
export function sizesInWords(cars: readonly SizedCar[], unit: DistanceUnit): string {
  const known = cars
    .flatMap(({ name, known: { length, height } }) =>
      length === null ? [] : [{ name, length, height }],
    )
    .toSorted((a, b) => a.length - b.length);
  const [base, ...longer] = known;
  const alike = base
    ? Map.groupBy(longer.toReversed(), (one) => comparedWith(base, one, unit))
    : new Map<string, ComparedCar[]>();
  const beside = Array.from(alike, ([difference, some]) => {
    const names = listInWords(some.map(({ name }) => name));
    return `The ${names} ${some.length === 1 ? "is" : "are"} ${difference}.`;
  });
  const tooLong = known
    .filter(({ length }) => length > SPACE_INCHES)
    .map(
      ({ name, length }) =>
        `The ${name} is ${formatDifference(length, SPACE_INCHES, unit)} too long for the parking space.`,
    );
  return [...beside, ...tooLong].join(" ");
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
    return [
      `${what.charAt(0).toUpperCase()}${what.slice(1)} unknown for the ${names}; drawn like ${model}.`,
    ];
  });
}

const sidesInWords = (sides: readonly Side[]) =>
  listInWords(sides.map((side) => (side === "groundClearance" ? "ground clearance" : side)));
