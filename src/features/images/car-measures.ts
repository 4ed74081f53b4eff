import type { BodyType, Ev } from "../../vehicle/vehicle.ts";

/** The picture of every car, pixels: one ground line, one scale (beyond 4). */
export const DRAWING = { width: 800, height: 450, ground: 372, pixelsPerInch: 3.3 } as const;

/** inches */
export interface Measures {
  length: number;
  /** without mirrors */
  width: number;
  height: number;
  wheelbase: number;
  groundClearance: number;
}

const USUAL: Readonly<Record<BodyType, Measures>> = {
  Sedan: { length: 195, width: 75, height: 57.5, wheelbase: 116, groundClearance: 5 },
  SUV: { length: 188, width: 76, height: 65, wheelbase: 115, groundClearance: 6.8 },
  Crossover: { length: 174, width: 72, height: 62.5, wheelbase: 106, groundClearance: 6.3 },
  Hatchback: { length: 163, width: 70, height: 61, wheelbase: 102, groundClearance: 5.5 },
  "Pickup Truck": { length: 230, width: 81, height: 78, wheelbase: 145, groundClearance: 8.5 },
  "Sports Car": { length: 196, width: 77, height: 53.5, wheelbase: 115, groundClearance: 4.6 },
  Minivan: { length: 197, width: 78, height: 74, wheelbase: 124, groundClearance: 6 },
};

/** What a car may have, inches: a slip of the keyboard is none of it, and all of it is in the picture. */
const BELIEVABLE: Readonly<Record<Exclude<keyof Measures, "wheelbase">, [number, number]>> = {
  length: [90, 238],
  width: [50, 100],
  height: [42, 108],
  groundClearance: [3, 16],
};
/** of the length */
const BELIEVABLE_WHEELBASE = [0.5, 0.7] as const;

/**
 * A model's measures in inches, of its header row; gaps from its newest row that has them, else those
 * of its body type, which `isUsual` tells (beyond 4).
 */
export function measuresOf({ bodyType, trims }: Pick<Ev, "bodyType" | "trims">): {
  measures: Measures;
  isUsual: boolean;
} {
  const usual = USUAL[bodyType];
  const known = (side: keyof Measures, [least, most]: readonly [number, number]) =>
    trims
      .map((trim) => trim[side])
      .find((value) => typeof value === "number" && value >= least && value <= most);
  const length = known("length", BELIEVABLE.length);
  const height = known("height", BELIEVABLE.height);
  const [shortest, longest] = BELIEVABLE_WHEELBASE;
  const ofLength = length ?? usual.length;
  const wheelbase = known("wheelbase", [ofLength * shortest, ofLength * longest]);
  return {
    measures: {
      length: ofLength,
      width: known("width", BELIEVABLE.width) ?? usual.width,
      height: height ?? usual.height,
      wheelbase: wheelbase ?? (usual.wheelbase * ofLength) / usual.length,
      groundClearance:
        known("groundClearance", BELIEVABLE.groundClearance) ?? usual.groundClearance,
    },
    isUsual: [length, height, wheelbase].includes(undefined),
  };
}
