/** Formats the further facts; "N/A" when missing. cm and km follow the unit of distance. */
import type { DistanceFormats, DistanceUnit } from "./distance.ts";
import { type Figure, formatNumber, inUnit, labelled, NOT_AVAILABLE } from "./format.ts";
import { present } from "./trims.ts";

type Unit = Pick<DistanceFormats, "unit">;

export const CM_PER_INCH = 2.54;
const LENGTH_UNIT = { miles: "in", km: "cm" } as const;

function lengthFigure(inches: number, unit: DistanceUnit): string {
  return unit === "km" ? formatNumber(inches * CM_PER_INCH) : formatNumber(inches, 1);
}

/** `28.1 kWh/100 mi`, or `17.5 kWh/100 km` */
export function formatConsumption(kWhPer100Miles: Figure, { perMile, short }: DistanceFormats) {
  return labelled(kWhPer100Miles, (value) => `${(value / perMile).toFixed(1)} kWh/100 ${short}`);
}

/** `3.6 mi/kWh`, or `5.7 km/kWh` */
export function formatEfficiency(milesPerKwh: Figure, { perMile, short }: DistanceFormats): string {
  return labelled(milesPerKwh, (value) => `${formatNumber(value * perMile, 1)} ${short}/kWh`);
}

/** `120 MPGe` */
export const formatMpge = inUnit("MPGe");

/** `$139 per mile of range`, or `$87 per km of range` */
export function formatPricePerMile(dollars: Figure, { unit, perMile }: DistanceFormats): string {
  const distance = unit === "km" ? "km" : "mile";
  return labelled(dollars, (value) => `$${formatNumber(value / perMile)} per ${distance} of range`);
}

/** `184.8 in`, or `469 cm` */
export function formatLength(inches: Figure, { unit }: Unit): string {
  return labelled(inches, (value) => `${lengthFigure(value, unit)} ${LENGTH_UNIT[unit]}`);
}

const SIDES = ["long", "wide", "high"];

/** `184.8 × 74.4 × 61 in`; `184.8 in long, 61 in high` without an unknown width; "N/A" when all are unknown. */
export function formatSize(sides: readonly Figure[], { unit }: Unit): string {
  const inches = sides.flatMap((side) => present(side) ?? []);
  const figures = inches.map((side) => lengthFigure(side, unit));
  if (figures.length === sides.length) return `${figures.join(" × ")} ${LENGTH_UNIT[unit]}`;
  const known = sides.flatMap((side, at) =>
    present(side) === null ? [] : `${formatLength(side, { unit })} ${SIDES[at]}`,
  );
  return known.join(", ") || NOT_AVAILABLE;
}
