/** Formats the further facts; "N/A" when missing. cm and km follow the unit of distance. */
import { type DistanceFormats, type DistanceUnit, toKilometers } from "./distance.ts";
import { formatNumber, inUnit, labelled, NOT_AVAILABLE } from "./format.ts";
import { present } from "./trims.ts";

type Figure = number | null;
type Unit = Pick<DistanceFormats, "unit">;

export const CM_PER_INCH = 2.54;
const LENGTH_UNIT = { miles: "in", km: "cm" } as const;

function lengthFigure(inches: number, unit: DistanceUnit): string {
  return unit === "km" ? formatNumber(inches * CM_PER_INCH) : formatNumber(inches, 1);
}

/** Converts a figure per mile to the same per kilometer. */
function perKilometer(perMile: number): number {
  return perMile / toKilometers(1);
}

/** `11.5 h` */
export const formatHours = inUnit("h", 1);
/** `320 hp` */
export const formatHorsepower = inUnit("hp");
/** `446 lb-ft` */
export const formatTorque = inUnit("lb-ft");
/** `4,661 lb` */
export const formatPounds = inUnit("lb");

/** `28.1 kWh/100 mi`, or `17.5 kWh/100 km` */
export function formatConsumption(kWhPer100Miles: Figure, { unit }: Unit): string {
  return labelled(kWhPer100Miles, (value) =>
    unit === "km"
      ? `${perKilometer(value).toFixed(1)} kWh/100 km`
      : `${value.toFixed(1)} kWh/100 mi`,
  );
}

/** `3.6 mi/kWh`, or `5.7 km/kWh` */
export function formatEfficiency(milesPerKwh: Figure, { unit }: Unit): string {
  return labelled(milesPerKwh, (value) =>
    unit === "km"
      ? `${formatNumber(toKilometers(value), 1)} km/kWh`
      : `${formatNumber(value, 1)} mi/kWh`,
  );
}

/** `120 MPGe` */
export const formatMpge = inUnit("MPGe");

/** `$139 per mile of range`, or `$87 per km of range` */
export function formatPricePerMile(dollars: Figure, { unit }: Unit): string {
  return labelled(dollars, (value) =>
    unit === "km"
      ? `$${formatNumber(perKilometer(value))} per km of range`
      : `$${formatNumber(value)} per mile of range`,
  );
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
