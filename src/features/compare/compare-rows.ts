/** The rows of the comparison: what each trim has, which is best, and how long its bar is. */
import { DISTANCE_FORMATS, type DistanceFormats } from "../../vehicle/distance.ts";
import {
  formatAcceleration,
  formatBattery,
  formatCargo,
  formatCharging,
  formatPower,
  formatPrice,
  formatSeats,
  NOT_AVAILABLE,
} from "../../vehicle/format.ts";
import { isTaxCreditEligible, present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import type { Chosen } from "./compare.ts";

/** What a row says: a figure that can be best, or words. */
type Measure =
  | {
      label: string;
      /** what the number is, for a column of bare numbers */
      unit: string;
      value: (chosen: Chosen) => number | null;
      format: (value: number | null, distance: DistanceFormats) => string;
      better: "lower" | "higher";
      /** a bar says more than the figure */
      bar: boolean;
    }
  | { label: string; text: (chosen: Chosen) => string | null };

/** The four rows of the dialog (§2), and the first four of the page. */
const MAIN: readonly Measure[] = [
  {
    label: "Price",
    unit: "US dollars",
    value: ({ trim }) => present(trim.price),
    format: formatPrice,
    better: "lower",
    bar: true,
  },
  {
    label: "Range",
    unit: "miles",
    value: ({ trim }) => present(trim.range),
    format: (miles, { formatRange }) => formatRange(miles),
    better: "higher",
    bar: true,
  },
  {
    label: "Fast Charging",
    unit: "minutes for 10-80%",
    value: ({ trim }) => present(trim.charging),
    format: formatCharging,
    better: "lower",
    bar: true,
  },
  {
    label: "Acceleration (0-60)",
    unit: "seconds",
    value: ({ trim }) => zeroToSixtyOf(trim),
    format: formatAcceleration,
    better: "lower",
    bar: true,
  },
];

const OTHERS: readonly Measure[] = [
  {
    label: "Top Speed",
    unit: "mph",
    value: ({ trim }) => present(trim.topSpeed),
    format: (mph, { formatTopSpeed }) => formatTopSpeed(mph),
    better: "higher",
    bar: true,
  },
  {
    label: "Battery",
    unit: "kWh",
    value: ({ trim }) => present(trim.battery),
    format: formatBattery,
    better: "higher",
    bar: true,
  },
  {
    label: "Max Charging Speed",
    unit: "kW",
    value: ({ trim }) => present(trim.maxChargingSpeed),
    format: formatPower,
    better: "higher",
    bar: true,
  },
  {
    label: "Cargo Space",
    unit: "cu ft",
    value: ({ trim }) => present(trim.cargoCapacity),
    format: formatCargo,
    better: "higher",
    bar: true,
  },
  {
    label: "Seating",
    unit: "seats",
    value: ({ trim }) => present(trim.seating),
    format: formatSeats,
    better: "higher",
    bar: false,
  },
  { label: "Drive Type", text: ({ trim }) => trim.driveType },
  { label: "Body Type", text: ({ ev }) => ev.bodyType },
  { label: "Year", text: ({ trim }) => String(present(trim.year) ?? NOT_AVAILABLE) },
  {
    label: "Tax Credit",
    text: ({ ev, trim }) => (isTaxCreditEligible(ev, trim) ? "Eligible" : "Not eligible"),
  },
  {
    label: "Rating",
    unit: "stars out of 5",
    value: ({ ev }) => present(ev.averageRating),
    format: (stars) => (stars === null ? "No ratings" : `${stars.toFixed(1)} of 5`),
    better: "higher",
    bar: false,
  },
];

export interface CompareCell {
  /** as shown; `N/A` when missing */
  readonly text: string;
  /** for a spreadsheet: the bare number, or the text */
  readonly raw: string;
  readonly missing: boolean;
  readonly best: boolean;
  /** share of the row's largest value, above 0 and up to 1; null without a bar */
  readonly bar: number | null;
}

export interface CompareRow {
  readonly label: string;
  /** null for words */
  readonly unit: string | null;
  /** one for each trim, in their order */
  readonly cells: readonly CompareCell[];
  /** not all trims show the same */
  readonly differs: boolean;
}

function cellsOf(
  measure: Measure,
  chosen: readonly Chosen[],
  distance: DistanceFormats,
): CompareCell[] {
  if (!("value" in measure)) {
    return chosen.map((one) => {
      const text = measure.text(one) ?? NOT_AVAILABLE;
      return { text, raw: text, missing: text === NOT_AVAILABLE, best: false, bar: null };
    });
  }
  const values = chosen.map(measure.value);
  const known = values.filter((value) => value !== null);
  const largest = Math.max(...known);
  // Judged by what is shown: two trims that both read 4.8s are equally quick.
  const best = measure.format(measure.better === "lower" ? Math.min(...known) : largest, distance);
  return values.map((value) => {
    const text = measure.format(value, distance);
    return {
      text,
      raw: value === null ? NOT_AVAILABLE : String(value),
      missing: value === null,
      best: chosen.length > 1 && value !== null && text === best,
      bar: measure.bar && value !== null ? value / largest : null,
    };
  });
}

/**
 * The rows that compare trims. The best value of a row is marked, equal ones all, a missing one
 * never; lower is better for price, charging time and 0-60. One trim alone is not best.
 * @param which the dialog's four rows (§2), or every figure there is
 * @param distance how ranges and speeds are written
 */
export function compareRows(
  chosen: readonly Chosen[],
  which: "main" | "all",
  distance: DistanceFormats = DISTANCE_FORMATS.miles,
): CompareRow[] {
  return (which === "main" ? MAIN : [...MAIN, ...OTHERS]).map((measure) => {
    const cells = cellsOf(measure, chosen, distance);
    return {
      label: measure.label,
      unit: "unit" in measure ? measure.unit : null,
      cells,
      differs: cells.some(({ text }) => text !== cells[0]?.text),
    };
  });
}
