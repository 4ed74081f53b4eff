import type { DistanceFormats } from "../../domain/distance.ts";
import { SHEET } from "../../domain/fields/further.ts";
import { countOf, formatPrice, labelled, NOT_AVAILABLE } from "../../domain/format.ts";
import {
  isShownUnknown,
  SHOWN_FIELDS,
  SHOWN_NAMES,
  type ShownName,
} from "../../domain/shown-fields.ts";
import type { ShownFigure } from "../../domain/shown-kinds.ts";
import { present } from "../../domain/trims.ts";
import { formatDuration } from "../../domain/trip.ts";
import type { Chosen } from "./compare.ts";
import {
  compareCars,
  type CompareSettings,
  type Difference,
  DIFFERENCES,
  DEFAULT_SETTINGS,
} from "./differences.ts";

interface Figure {
  label: string;
  unit: string;
  better?: "lower" | "higher";
  bar: boolean;
  value: (chosen: Chosen) => number | null;
  format: ShownFigure["format"];
  note?: (chosen: Chosen) => string;
  /** shown when a value is unknown; never marked as best, and not exported to CSV */
  estimate?: (chosen: Chosen) => string | null | undefined;
}

interface Words {
  label: string;
  text: (chosen: Chosen, distance: DistanceFormats) => string | null;
}

type Measure = (Figure | Words) & {
  /** which of a car's figures it is; absent for values derived from assumptions */
  name?: ShownName;
  isOptional?: boolean;
  /** which differences are large enough for a best value; absent if no value is called the best */
  difference?: Difference | undefined;
  /** the assumptions behind the figure */
  hint?: string;
};

/** The dialog's rows (comparing.md#compare-section). */
const MAIN: readonly ShownName[] = ["price", "range", "charging", "zeroToSixty"];

/** Any other figure comes after them, in the order of a car's own page. */
const OTHERS = [...new Set([...SHEET.flatMap(({ names }) => names), ...SHOWN_NAMES])].filter(
  (name) => !MAIN.includes(name),
);

const RATING: Measure = {
  label: "Rating",
  unit: "stars out of 5",
  value: ({ ev }) => present(ev.averageRating),
  format: (stars) => (stars === null ? "No ratings" : `${stars.toFixed(1)} of 5`),
  better: "higher",
  bar: false,
  difference: DIFFERENCES.rating,
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
  const { label = field.label, unit = field.unit ?? "", ...rest } = compare;
  const difference = Object.entries(DIFFERENCES).find(([key]) => key === name)?.[1];
  return [
    {
      ...rest,
      label,
      unit,
      name,
      isOptional,
      difference,
      format,
      value: ({ trim }) => value(trim),
    },
  ];
}

/** Values derived from assumptions (comparing.md#rows). */
function workedOut(settings: CompareSettings): Measure[] {
  const { distance, trip, costs } = settings;
  const { formatRange, formatTopSpeed, rangeFigure, unit } = distance;
  const { years, milesPerYear } = costs;
  return [
    {
      label: `${rangeFigure(trip.miles)}-${unit === "miles" ? "mile" : unit} trip`,
      hint: `at ${formatTopSpeed(trip.mph)}${trip.isWinter ? ", in winter" : ""}`,
      unit: "minutes",
      difference: DIFFERENCES.trip,
      value: (one) => DIFFERENCES.trip.value(one, settings),
      format: (minutes) => labelled(minutes, formatDuration),
      better: "lower",
      bar: true,
      isOptional: true,
      estimate: (one) => DIFFERENCES.trip.figure?.(one, settings),
    },
    {
      label: "Cost per year",
      hint: `${years} years, ${formatRange(milesPerYear)} per year`,
      unit: "US dollars",
      difference: DIFFERENCES.costPerYear,
      value: (one) => DIFFERENCES.costPerYear.value(one, settings),
      format: formatPrice,
      better: "lower",
      bar: true,
      isOptional: true,
    },
  ];
}

const FOUR = MAIN.flatMap(measureOf);
const FURTHER = [...OTHERS.flatMap(measureOf), RATING];

export interface CompareCell {
  readonly text: string;
  readonly raw: string;
  readonly missing: boolean;
  readonly best: boolean;
  /** share of the track; the best value fills it */
  readonly bar: number | null;
}

function cellsOf(
  measure: Measure,
  chosen: readonly Chosen[],
  settings: CompareSettings,
): CompareCell[] {
  const { distance } = settings;
  if (!("value" in measure)) {
    return chosen.map((one) => {
      const text = measure.text(one, distance) ?? NOT_AVAILABLE;
      const missing = text === NOT_AVAILABLE;
      return { text, raw: text, missing, best: false, bar: null };
    });
  }
  const { better, bar, difference, note } = measure;
  const values = chosen.map(measure.value);
  const known = values.flatMap((value) => value ?? []);
  const longest = better === "lower" ? Math.min(...known) : Math.max(...known);
  const figures = values.map((value) => measure.format(value, distance));
  const { leaders = [] } = (difference && compareCars(difference, chosen, settings)) ?? {};
  return chosen.map((one, at) => {
    const value = values[at] ?? null;
    const figure = figures[at] ?? NOT_AVAILABLE;
    const estimate = value === null ? (measure.estimate?.(one) ?? null) : null;
    return {
      text: estimate ?? (value !== null && note ? `${figure}, ${note(one)}` : figure),
      raw: value === null ? NOT_AVAILABLE : String(Math.round(value * 1_000) / 1_000),
      missing: value === null && estimate === null,
      best: leaders.some((leader) => leader.at === at),
      // A single known value has nothing to be compared with.
      bar: bar && value !== null && known.length > 1 ? barOf(value, longest) : null,
    };
  });
}

/** Also works for values where lower is better. */
function barOf(value: number, best: number): number {
  return Math.min(value, best) / Math.max(value, best);
}

function measuresOf(which: "main" | "all", settings: CompareSettings): readonly Measure[] {
  if (which === "main") return FOUR;
  // The dialog shows N/A (comparing.md#rows).
  const four = FOUR.map((measure) =>
    measure.name === "charging"
      ? { ...measure, estimate: (one: Chosen) => DIFFERENCES.charging.figure?.(one, settings) }
      : measure,
  );
  return [...four, ...workedOut(settings), ...FURTHER];
}

/**
 * Returns the rows that compare trims. The best values are marked where the verdict may mention the difference.
 * @param which the dialog's four rows (comparing.md#compare-section), or all figures
 */
export function compareRows(
  chosen: readonly Chosen[],
  which: "main" | "all",
  settings: Partial<CompareSettings> = {},
) {
  const all = { ...DEFAULT_SETTINGS, ...settings };
  return measuresOf(which, all).flatMap((measure) => {
    const cells = cellsOf(measure, chosen, all);
    if (measure.isOptional && cells.every(({ missing }) => missing)) return [];
    return {
      name: measure.name ?? null,
      /** required by the specification, so it is never folded */
      isMain: measure.name !== undefined && MAIN.includes(measure.name),
      label: measure.label,
      hint: measure.hint ?? null,
      unit: "unit" in measure ? measure.unit : null,
      cells,
      differs: cells.some(({ text }) => text !== cells[0]?.text),
    };
  });
}
