/** The fields as shoppers read them; what administrators see of them stands in fields.ts. */
import type { DistanceFormats } from "./distance.ts";
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
import type { FURTHER_FIELDS } from "./further-fields.ts";
import { isTaxCreditEligible, present, zeroToSixtyOf } from "./trims.ts";
import type { EvSummary, Trim } from "./vehicle.ts";

export const SHEET_GROUPS = [
  "Range and charging",
  "Performance",
  "Space",
  "Price and tax credit",
] as const;

interface Shown {
  group: (typeof SHEET_GROUPS)[number];
  label: string; // in the sheet
}

/** A figure; 0 and what is not a number count as missing. */
export interface ShownFigure extends Shown {
  value: (trim: Trim) => number | null;
  format: (value: number | null, distance: DistanceFormats) => string;
  /** in the sheet, where it is written more exactly */
  exact?: (value: number | null) => string;
  /** what it is called where a page opens with it */
  lead?: string;
  compare: {
    label: string;
    unit: string; // for a column of bare numbers
    /** which is marked and has the longest bar; absent where neither is better */
    better?: "lower" | "higher";
    bar: boolean; // whether it says more than the figure
  };
}

/** Words; null is not known. */
export interface ShownWords extends Shown {
  words: (ev: EvSummary, trim: Trim) => string | null;
  compare: {
    label: string;
    /** where the comparison says it otherwise */
    words?: ShownWords["words"];
  };
}

/** Acceleration is a part of the 0-60 time (§3); name and picture are no rows of a sheet. */
export type ShownName =
  | Exclude<
      keyof TrimFields,
      "acceleration" | "trim" | "image" | Exclude<keyof typeof FURTHER_FIELDS, "chargePort">
    >
  | "bodyType";

/** In the order of the sheet. */
export const SHOWN_FIELDS: Readonly<Record<ShownName, ShownFigure | ShownWords>> = {
  range: {
    group: "Range and charging",
    label: "Range",
    value: ({ range }) => present(range),
    format: (miles, { formatRange }) => formatRange(miles),
    lead: "Range",
    compare: { label: "Range", unit: "miles", better: "higher", bar: true },
  },
  charging: {
    group: "Range and charging",
    label: "Fast charging, 10–80%",
    value: ({ charging }) => present(charging),
    format: formatCharging,
    lead: "Fast charging, 10–80%",
    compare: { label: "Fast Charging", unit: "minutes for 10-80%", better: "lower", bar: true },
  },
  maxChargingSpeed: {
    group: "Range and charging",
    label: "Max charging speed",
    value: ({ maxChargingSpeed }) => present(maxChargingSpeed),
    format: formatPower,
    lead: "Peak charging",
    compare: { label: "Max Charging Speed", unit: "kW", better: "higher", bar: true },
  },
  battery: {
    group: "Range and charging",
    label: "Battery capacity",
    value: ({ battery }) => present(battery),
    format: formatBattery,
    lead: "Battery",
    compare: { label: "Battery", unit: "kWh", bar: false },
  },
  chargePort: {
    group: "Range and charging",
    label: "Charge port",
    words: (_ev, { chargePort }) => chargePort,
    compare: { label: "Charge port" },
  },
  zeroToSixty: {
    group: "Performance",
    label: "Acceleration, 0-60 mph",
    value: zeroToSixtyOf,
    format: formatAcceleration,
    // As precisely as it is known (§9 seconds formatter).
    exact: formatSeconds,
    lead: "0-60 mph",
    compare: { label: "Acceleration (0-60)", unit: "seconds", better: "lower", bar: true },
  },
  topSpeed: {
    group: "Performance",
    label: "Top speed",
    value: ({ topSpeed }) => present(topSpeed),
    format: (mph, { formatTopSpeed }) => formatTopSpeed(mph),
    lead: "Top speed",
    compare: { label: "Top Speed", unit: "mph", better: "higher", bar: true },
  },
  driveType: {
    group: "Performance",
    label: "Drive type",
    words: (_ev, { driveType }) => driveType,
    compare: { label: "Drive Type" },
  },
  seating: {
    group: "Space",
    label: "Seating",
    value: ({ seating }) => present(seating),
    format: formatSeats,
    lead: "Seating",
    compare: { label: "Seating", unit: "seats", better: "higher", bar: false },
  },
  cargoCapacity: {
    group: "Space",
    label: "Cargo space",
    value: ({ cargoCapacity }) => present(cargoCapacity),
    format: formatCargo,
    lead: "Cargo space",
    compare: { label: "Cargo Space", unit: "cu ft", better: "higher", bar: true },
  },
  bodyType: {
    group: "Space",
    label: "Body type",
    words: ({ bodyType }) => bodyType,
    compare: { label: "Body Type" },
  },
  price: {
    group: "Price and tax credit",
    label: "Price",
    value: ({ price }) => present(price),
    format: formatPrice,
    lead: "Price",
    compare: { label: "Price", unit: "US dollars", better: "lower", bar: true },
  },
  year: {
    group: "Price and tax credit",
    label: "Model year",
    words: (_ev, { year }) => (present(year) === null ? null : String(year)),
    compare: { label: "Year" },
  },
  taxCreditEligible: {
    group: "Price and tax credit",
    label: "$7,500 tax credit",
    words: taxCreditWords,
    compare: {
      label: "Tax Credit",
      words: (ev, trim) => (isTaxCreditEligible(ev, trim) ? "Eligible" : "Not eligible"),
    },
  },
};

/** The flag in words; the trim's overrides the vehicle's (§3). */
export function taxCreditWords(
  ev: Pick<EvSummary, "taxCreditEligible">,
  trim: Pick<Trim, "taxCreditEligible">,
): string | null {
  const isEligible = trim.taxCreditEligible ?? ev.taxCreditEligible;
  return isEligible === null ? null : isEligible ? "Eligible" : "Not eligible";
}
