import type { Ev } from "../../domain/vehicle.ts";
import type { BodyType } from "../../domain/field-options.ts";
import type { Measures } from "./drawing/measures.ts";

const TYPICAL: Readonly<Record<BodyType, Measures>> = {
  Sedan: { length: 195, width: 75, height: 57.5, wheelbase: 116, groundClearance: 5 },
  SUV: { length: 188, width: 76, height: 65, wheelbase: 115, groundClearance: 6.8 },
  Crossover: { length: 174, width: 72, height: 62.5, wheelbase: 106, groundClearance: 6.3 },
  Hatchback: { length: 163, width: 70, height: 61, wheelbase: 102, groundClearance: 5.5 },
  "Pickup Truck": { length: 230, width: 81, height: 78, wheelbase: 145, groundClearance: 8.5 },
  "Sports Car": { length: 196, width: 77, height: 53.5, wheelbase: 115, groundClearance: 4.6 },
  Minivan: { length: 197, width: 78, height: 74, wheelbase: 124, groundClearance: 6 },
};

type Range = readonly [number, number];

/** Plausible measures in inches: typing errors fall outside, and everything inside fits the picture. */
const LENGTHS: Range = [90, 238];
const WIDTHS: Range = [50, 100];
const WHEELBASES: Range = [55, 160];
/** as shares of the length */
const WHEELBASE_SHARES: Range = [0.5, 0.7];
const HEIGHT_SHARES: Range = [0.22, 0.6];
/** as shares of the height */
const CLEARANCE_SHARES: Range = [0.05, 0.2];

/**
 * Inches, from a model's header row. Its newest row with a value fills gaps, or else its body type, which
 * `isTypical` reports (pictures.md#drawings).
 */
export function measuresOf({ bodyType, trims }: Pick<Ev, "bodyType" | "trims">): {
  measures: Measures;
  isTypical: boolean;
} {
  const typical = TYPICAL[bodyType];
  const findMeasure = (side: keyof Measures, [least, most]: Range, of = 1) =>
    trims
      .map((trim) => trim[side])
      .find((value) => typeof value === "number" && value >= least * of && value <= most * of);
  const knownLength = findMeasure("length", LENGTHS);
  // If only the wheelbase is known, assume the typical length for it.
  const likely =
    ((findMeasure("wheelbase", WHEELBASES) ?? typical.wheelbase) * typical.length) /
    typical.wheelbase;
  const length = knownLength ?? Math.min(likely, LENGTHS[1]);
  const knownHeight = findMeasure("height", HEIGHT_SHARES, length);
  const height = knownHeight ?? Math.min(typical.height, length * HEIGHT_SHARES[1]);
  const wheelbase = findMeasure("wheelbase", WHEELBASE_SHARES, length);
  return {
    measures: {
      length,
      width: findMeasure("width", WIDTHS) ?? typical.width,
      height,
      wheelbase: wheelbase ?? (typical.wheelbase * length) / typical.length,
      groundClearance:
        findMeasure("groundClearance", CLEARANCE_SHARES, height) ??
        Math.min(typical.groundClearance, height * CLEARANCE_SHARES[1]),
    },
    isTypical: [knownLength, knownHeight, wheelbase].includes(undefined),
  };
}
