/** The fields as shoppers see them; fields.ts has what administrators see. */
import type { TrimFields } from "./field-shapes.ts";
import {
  formatAcceleration,
  formatBattery,
  formatCargo,
  formatCharging,
  formatPower,
  formatPrice,
  formatSeats,
  formatSeconds,
} from "./format.ts";
import { isTaxCreditEligible, present, wholeMiles, zeroToSixtyOf } from "./trims.ts";
import { SHOWN_FURTHER } from "./shown-further.ts";
import type { ShownFigure, ShownWords } from "./shown-kinds.ts";
import type { EvSummary, Trim } from "./vehicle.ts";

/**
 * Acceleration is part of the 0-60 time (vehicles.md#missing-values), and name and picture have no row in the
 * table.
 */
type SpecifiedName =
  | Exclude<
      keyof TrimFields,
      "acceleration" | "trim" | "image" | "source" | "checkedOn" | keyof typeof SHOWN_FURTHER
    >
  | "bodyType";
export type ShownName = SpecifiedName | keyof typeof SHOWN_FURTHER;

const SHOWN_SPECIFIED: Readonly<Record<SpecifiedName, ShownFigure | ShownWords>> = {
  range: {
    label: "Range",
    value: ({ range }) => present(range),
    ranked: ({ range }) => wholeMiles(range),
    format: (miles, { formatRange }) => formatRange(miles),
    lead: "Range",
    compare: { label: "Range", unit: "miles", better: "higher", bar: true },
  },
  charging: {
    label: "Fast charging, 10–80%",
    value: ({ charging }) => present(charging),
    format: formatCharging,
    lead: "Fast charging, 10–80%",
    compare: { label: "Fast Charging", unit: "minutes for 10-80%", better: "lower", bar: true },
  },
  maxChargingSpeed: {
    label: "Max charging speed",
    value: ({ maxChargingSpeed }) => present(maxChargingSpeed),
    format: formatPower,
    lead: "Peak charging",
    compare: { label: "Max Charging Speed", unit: "kW", better: "higher", bar: true },
  },
  battery: {
    label: "Battery capacity",
    value: ({ battery }) => present(battery),
    format: formatBattery,
    lead: "Battery",
    compare: { label: "Battery", unit: "kWh", bar: false },
  },
  zeroToSixty: {
    label: "Acceleration, 0-60 mph",
    value: zeroToSixtyOf,
    format: formatAcceleration,
    // Shown as precisely as it is known (one-car.md#specifications, limits-and-texts.md#number-formats
    // seconds formatter).
    exact: formatSeconds,
    lead: "0-60 mph",
    compare: { label: "Acceleration (0-60)", unit: "seconds", better: "lower", bar: true },
  },
  topSpeed: {
    label: "Top speed",
    value: ({ topSpeed }) => present(topSpeed),
    ranked: ({ topSpeed }) => wholeMiles(topSpeed),
    format: (mph, { formatTopSpeed }) => formatTopSpeed(mph),
    lead: "Top speed",
    compare: { label: "Top Speed", unit: "mph", better: "higher", bar: true },
  },
  driveType: {
    label: "Drive type",
    words: (_ev, { driveType }) => driveType,
    compare: { label: "Drive Type" },
  },
  seating: {
    label: "Seating",
    value: ({ seating }) => present(seating),
    format: formatSeats,
    lead: "Seating",
    compare: { label: "Seating", unit: "seats", better: "higher", bar: false },
  },
  cargoCapacity: {
    label: "Cargo space",
    value: ({ cargoCapacity }) => present(cargoCapacity),
    format: formatCargo,
    lead: "Cargo space",
    compare: { label: "Cargo Space", unit: "cu ft", better: "higher", bar: true },
  },
  bodyType: {
    label: "Body type",
    words: ({ bodyType }) => bodyType,
    compare: { label: "Body Type" },
  },
  price: {
    label: "Price",
    value: ({ price }) => present(price),
    format: formatPrice,
    lead: "Price",
    compare: { label: "Price", unit: "US dollars", better: "lower", bar: true },
  },
  year: {
    label: "Model year",
    words: (_ev, { year }) => (present(year) === null ? null : String(year)),
    compare: { label: "Year" },
  },
  taxCreditEligible: {
    label: "$7,500 tax credit",
    words: taxCreditWords,
    compare: {
      label: "Tax Credit",
      words: (ev, trim) =>
        isTaxCreditEligible(ev, trim) ? "Qualified until Sep 30, 2025" : "Did not qualify",
    },
  },
};

export const SHOWN_FIELDS: Readonly<Record<ShownName, ShownFigure | ShownWords>> = {
  ...SHOWN_SPECIFIED,
  ...SHOWN_FURTHER,
};

/** The sections of the detail page's specifications. */
export const SHEET: readonly { title: string; names: readonly ShownName[] }[] = [
  {
    title: "Range and battery",
    names: ["range", "consumption", "efficiency", "mpge", "battery", "batteryWarranty"],
  },
  {
    title: "Charging",
    names: [
      "charging",
      "milesInTenMinutes",
      "maxChargingSpeed",
      "chargePort",
      "acChargingSpeed",
      "homeCharging",
    ],
  },
  {
    title: "Performance",
    names: ["zeroToSixty", "topSpeed", "driveType", "horsepower", "torque", "towing"],
  },
  { title: "Space", names: ["seating", "cargoCapacity", "frunk", "bodyType"] },
  {
    title: "Size and weight",
    names: ["length", "width", "height", "wheelbase", "groundClearance", "curbWeight"],
  },
  {
    title: "Price and tax credit",
    names: ["price", "pricePerMile", "year", "taxCreditEligible"],
  },
];

/** The specification requires N/A for an unknown field of its own; other unknown fields are hidden. */
export function isShownUnknown(name: ShownName): boolean {
  return !Object.hasOwn(SHOWN_FURTHER, name);
}

/** Returns the flag in words; the trim's flag overrides the vehicle's (vehicles.md#row-fields). */
export function taxCreditWords(
  ev: Pick<EvSummary, "taxCreditEligible">,
  trim: Pick<Trim, "taxCreditEligible">,
): string | null {
  const isEligible = trim.taxCreditEligible ?? ev.taxCreditEligible;
  return isEligible === null
    ? null
    : isEligible
      ? "Qualified until Sep 30, 2025"
      : "Did not qualify";
}
