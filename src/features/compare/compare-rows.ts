import { countOf } from "../../domain/counts.ts";
import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { formatPeakCharging, formatPrice, labelled, NOT_AVAILABLE } from "../../domain/format.ts";
import { isShownUnknown, SHOWN_FIELDS, type ShownName } from "../../domain/shown-fields.ts";
import type { ShownFigure } from "../../domain/shown-kinds.ts";
import { present } from "../../domain/trims.ts";
import { ownershipOf, USUAL_COSTS } from "../../domain/ownership.ts";
import { sayDuration, type TripInputs, tripOf, USUAL_TRIP } from "../../domain/trip.ts";
import type { Chosen } from "./compare.ts";
import { MIN_REVIEWS_FOR_BEST } from "./limits.ts";

interface Figure extends NonNullable<ShownFigure["compare"]> {
  value: (chosen: Chosen) => number | null;
  format: ShownFigure["format"];
  /** too little stands behind the value to call it best */
  isDoubtful?: (chosen: Chosen) => boolean;
  note?: (chosen: Chosen) => string;
  /** shown for a value that is not known; never best, and no figure of the CSV */
  instead?: { label: string; text: (chosen: Chosen) => string | null };
}

interface Words {
  label: string;
  text: (chosen: Chosen, distance: DistanceFormats) => string | null;
}

type Measure = (Figure | Words) & {
  /** what it is among the figures of a car; absent for what follows from assumptions */
  name?: ShownName;
  isOptional?: boolean;
  /** what the figure assumes */
  hint?: string;
};

/** The dialog's rows (comparing.md#compare-section). */
const MAIN: readonly ShownName[] = ["price", "range", "charging", "zeroToSixty"];

const OTHERS: readonly ShownName[] = [
  "milesInTenMinutes",
  "consumption",
  "chargePort",
  "topSpeed",
  "horsepower",
  "torque",
  "towing",
  "battery",
  "batteryWarranty",
  "maxChargingSpeed",
  "acChargingSpeed",
  "homeCharging",
  "seating",
  "cargoCapacity",
  "frunk",
  "size",
  "groundClearance",
  "curbWeight",
  "driveType",
  "bodyType",
  "year",
  "pricePerMile",
  "taxCreditEligible",
];

const RATING: Measure = {
  label: "Rating",
  unit: "stars out of 5",
  value: ({ ev }) => present(ev.averageRating),
  format: (stars) => (stars === null ? "No ratings" : `${stars.toFixed(1)} of 5`),
  better: "higher",
  bar: false,
  isDoubtful: ({ ev }) => ev.reviewCount < MIN_REVIEWS_FOR_BEST,
  note: ({ ev }) => countOf(ev.reviewCount, "review"),
};

function measureOf(name: ShownName): Measure[] {
  const field = SHOWN_FIELDS[name];
  const isOptional = !isShownUnknown(name);
  if ("words" in field) {
    const { label = field.label, words = field.words } = field.compare ?? {};
    const text: Words["text"] = ({ ev, trim }, distance) => words(ev, trim, distance);
    return [{ name, label, isOptional, text }];
  }
  const { value, format, compare } = field;
  if (!compare) return [];
  return [{ ...compare, name, isOptional, format, value: ({ trim }) => value(trim) }];
}

/** What follows from assumptions (comparing.md#rows). */
function workedOut(
  trip: TripInputs,
  { formatRange, formatTopSpeed, rangeFigure, unit }: DistanceFormats,
): Measure[] {
  const { years, milesPerYear } = USUAL_COSTS;
  return [
    {
      label: `${rangeFigure(trip.miles)}-${unit === "miles" ? "mile" : unit} trip`,
      hint: `at ${formatTopSpeed(trip.mph)}${trip.isWinter ? ", in winter" : ""}`,
      unit: "minutes",
      value: ({ trim }) => tripOf(trim, trip)?.minutes ?? null,
      format: (minutes) => labelled(minutes, sayDuration),
      better: "lower",
      bar: true,
      isOptional: true,
    },
    {
      label: "Cost per year",
      hint: `${years} years, ${formatRange(milesPerYear)} per year`,
      unit: "US dollars",
      value: ({ trim }) => ownershipOf(trim).costPerYear,
      format: formatPrice,
      better: "lower",
      bar: true,
      isOptional: true,
    },
  ];
}

const FOUR = MAIN.flatMap(measureOf);
/**
 * The page shows what cards show where the charging time is not known (comparing.md#compare-section); the
 * dialog says N/A (comparing.md#rows).
 */
const FOUR_ON_PAGE = MAIN.flatMap((name) =>
  name === "charging"
    ? measureOf(name).map((measure) => ({
        ...measure,
        instead: { label: "Peak charging", text: ({ trim }: Chosen) => formatPeakCharging(trim) },
      }))
    : measureOf(name),
);
const FURTHER = [...OTHERS.flatMap(measureOf), RATING];

export interface CompareCell {
  readonly text: string;
  /** what the text is, where the row's label does not say it */
  readonly label: string | null;
  readonly raw: string;
  readonly missing: boolean;
  readonly best: boolean;
  /** share of the track; the best value fills it */
  readonly bar: number | null;
}

function cellsOf(
  measure: Measure,
  chosen: readonly Chosen[],
  distance: DistanceFormats,
): CompareCell[] {
  if (!("value" in measure)) {
    return chosen.map((one) => {
      const text = measure.text(one, distance) ?? NOT_AVAILABLE;
      const missing = text === NOT_AVAILABLE;
      return { text, label: null, raw: text, missing, best: false, bar: null };
    });
  }
  const { better, bar, isDoubtful, note, instead } = measure;
  const bestOf = (some: readonly number[]) =>
    better === "lower" ? Math.min(...some) : Math.max(...some);
  const figures = chosen.map((one) => {
    const value = measure.value(one);
    return { one, value, figure: measure.format(value, distance) };
  });
  const values = figures.flatMap(({ value }) => value ?? []);
  const judged = figures.filter(({ one, value }) => value !== null && !isDoubtful?.(one));
  // Judged by what is shown: two trims that both read 4.8s are equally quick.
  const isDecided =
    better !== undefined && judged.some(({ figure }) => figure !== judged[0]?.figure);
  const best = isDecided
    ? measure.format(bestOf(judged.flatMap(({ value }) => value ?? [])), distance)
    : null;
  return figures.map(({ one, value, figure }) => {
    const substitute = value === null ? (instead?.text(one) ?? null) : null;
    return {
      text: substitute ?? (value !== null && note ? `${figure}, ${note(one)}` : figure),
      label: substitute === null ? null : (instead?.label ?? null),
      raw: value === null ? NOT_AVAILABLE : String(Math.round(value * 1_000) / 1_000),
      missing: value === null && substitute === null,
      best: figure === best && !isDoubtful?.(one),
      bar: bar && value !== null ? barOf(value, bestOf(values)) : null,
    };
  });
}

/** Works for values where less is better too. */
function barOf(value: number, best: number): number {
  return Math.min(value, best) / Math.max(value, best);
}

/**
 * The rows that compare trims. The best values are marked if at least two are known and differ.
 * @param which the dialog's four rows (comparing.md#compare-section), or every figure there is
 */
export function compareRows(
  chosen: readonly Chosen[],
  which: "main" | "all",
  distance: DistanceFormats = DISTANCE_FORMATS.miles,
  trip: TripInputs = USUAL_TRIP,
) {
  const all = which === "main" ? FOUR : [...FOUR_ON_PAGE, ...workedOut(trip, distance), ...FURTHER];
  return all.flatMap((measure) => {
    const cells = cellsOf(measure, chosen, distance);
    if (measure.isOptional && cells.every(({ missing }) => missing)) return [];
    return {
      name: measure.name ?? null,
      label: measure.label,
      hint: measure.hint ?? null,
      unit: "unit" in measure ? measure.unit : null,
      cells,
      differs: cells.some(({ text }) => text !== cells[0]?.text),
    };
  });
}
