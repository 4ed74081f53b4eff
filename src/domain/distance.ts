/** Distances in the visitor's unit (everywhere.md#distances); every stored figure is in miles. */
import { type Figure, formatNumber, formatRange, formatTopSpeed, labelled } from "./format.ts";

export type DistanceUnit = "miles" | "km";

export interface DistanceFormats {
  readonly unit: DistanceUnit;
  /** short form, shown next to a figure: `mi` or `km` */
  readonly short: string;
  /** how many of these units make a mile */
  readonly perMile: number;
  /** a distance in miles as a bare figure: `350`, or `563` */
  readonly rangeFigure: (miles: number) => string;
  /** `363 miles`, or `584 km`; N/A when missing */
  readonly formatRange: (miles: Figure) => string;
  /** `130 mph`, or `209 km/h`; N/A when missing */
  readonly formatTopSpeed: (mph: Figure) => string;
}

const KM_PER_MILE = 1.609344;

/** @returns kilometers, or kilometers per hour for miles per hour */
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
