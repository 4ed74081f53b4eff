/** Distances as a visitor reads them (everywhere.md#distances): display only, every figure stays in miles. */
import { formatNumber, formatRange, formatTopSpeed, labelled } from "./format.ts";

export type DistanceUnit = "miles" | "km";

type Figure = number | null | undefined;

export interface DistanceFormats {
  readonly unit: DistanceUnit;
  /** short, for beside a figure: `mi` or `km` */
  readonly short: string;
  /** of these units in a mile */
  readonly perMile: number;
  /** the bare figure of a distance in miles: `350`, or `563` */
  readonly rangeFigure: (miles: number) => string;
  /** `363 miles`, or `584 km`; N/A for what is missing */
  readonly formatRange: (miles: Figure) => string;
  /** `130 mph`, or `209 km/h`; N/A for what is missing */
  readonly formatTopSpeed: (mph: Figure) => string;
}

const KM_PER_MILE = 1.609344;

/** @returns kilometers; of miles an hour, kilometers an hour */
export function toKilometers(miles: number): number {
  return miles * KM_PER_MILE;
}

export function toMiles(kilometers: number): number {
  return kilometers / KM_PER_MILE;
}

function inKilometers(miles: Figure, unit: string): string {
  return labelled(miles, (known) => `${formatNumber(toKilometers(known))} ${unit}`);
}

export const DISTANCE_FORMATS: Readonly<Record<DistanceUnit, DistanceFormats>> = {
  miles: {
    unit: "miles",
    short: "mi",
    perMile: 1,
    rangeFigure: (miles) => formatNumber(miles),
    formatRange,
    formatTopSpeed,
  },
  km: {
    unit: "km",
    short: "km",
    perMile: KM_PER_MILE,
    rangeFigure: (miles) => formatNumber(toKilometers(miles)),
    formatRange: (miles) => inKilometers(miles, "km"),
    formatTopSpeed: (mph) => inKilometers(mph, "km/h"),
  },
};
