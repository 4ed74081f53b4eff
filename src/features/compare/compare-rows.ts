import type { DistanceFormats } from "../../domain/distance.ts";
import { SHEET } from "../../domain/fields/further.ts";
import { countOf, formatPrice, labelled, NOT_AVAILABLE } from "../../domain/format.ts";
import {
  isShownUnknown,
  SHOWN_FIELDS,
  SHOWN_NAMES,
  type ShownName,
} from "../../domain/shown-fields.ts";
import { present } from "../../domain/trims.ts";
import { formatDuration } from "../../domain/trip.ts";
import type { ModelTrim } from "./compare.ts";
import {
  compareCars,
  type CompareSettings,
  type Difference,
  DIFFERENCES,
  DEFAULT_SETTINGS,
} from "./differences.ts";

interface Measure {
  /** which of a car's figures it is; absent for values derived from assumptions */
  name?: ShownName;
  label: string;
  /** the assumptions behind the figure */
  hint?: string;
  isOptional?: boolean;
  text: (chosen: ModelTrim, distance: DistanceFormats) => string;
  /** absent for words */
  value?: (chosen: ModelTrim) => number | null;
  better?: "lower" | "higher";
  bar?: boolean;
  /** which differences are large enough for a best value; absent if no value is called the best */
  difference?: Difference | undefined;
}

/** The dialog's rows (comparing.md#compare-section). */
const MAIN_FIGURES: readonly ShownName[] = ["price", "range", "charging", "zeroToSixty"];

/** Any other figure comes after them, in the order of a car's own page. */
const OTHER_FIGURES = [...new Set([...SHEET.flatMap(({ names }) => names), ...SHOWN_NAMES])].filter(
  (name) => !MAIN_FIGURES.includes(name),
);

const RATING: Measure = {
  label: "Rating",
  value: ({ ev }) => present(ev.averageRating),
  text: ({ ev: { averageRating, reviewCount } }) =>
    averageRating === null
      ? "No ratings"
      : `${averageRating.toFixed(1)} of 5, ${countOf(reviewCount, "review")}`,
  difference: DIFFERENCES.rating,
};

function measureOf(name: ShownName): Measure[] {
  const field = SHOWN_FIELDS[name];
  const isOptional = !isShownUnknown(name);
  if ("words" in field) {
    const { label = field.label, words = field.words } = field.compare ?? {};
    const text: Measure["text"] = ({ ev, trim }, distance) =>
      words(ev, trim, distance) ?? NOT_AVAILABLE;
    return [{ name, label, isOptional, text }];
  }
  const { label, compare, value, format } = field;
  if (!compare) return [];
  return [
    {
      label,
      ...compare,
      name,
      isOptional,
      difference: Object.entries(DIFFERENCES).find(([key]) => key === name)?.[1],
      value: ({ trim }) => value(trim),
      text: ({ trim }, distance) => format(value(trim), distance),
    },
  ];
}

/** Values derived from assumptions (comparing.md#rows). */
function calculatedMeasures(settings: CompareSettings): Measure[] {
  const { distance, trip, costs } = settings;
  const { formatRange, formatTopSpeed, rangeFigure, unit } = distance;
  const { years, milesPerYear } = costs;
  const measure = (difference: Difference, format: (value: number | null) => string) => {
    const value = (one: ModelTrim) => difference.value(one, settings);
    const text = (one: ModelTrim) => format(value(one));
    return { difference, value, text, better: difference.better, bar: true, isOptional: true };
  };
  return [
    {
      label: `${rangeFigure(trip.miles)}-${unit === "miles" ? "mile" : unit} trip`,
      hint: `at ${formatTopSpeed(trip.mph)}${trip.isWinter ? ", in winter" : ""}`,
      ...measure(DIFFERENCES.trip, (minutes) => labelled(minutes, formatDuration)),
    },
    {
      label: "Cost per year",
      hint: `${years} years, ${formatRange(milesPerYear)} per year`,
      ...measure(DIFFERENCES.costPerYear, formatPrice),
    },
  ];
}

const MAIN_MEASURES = MAIN_FIGURES.flatMap(measureOf);
const OTHER_MEASURES = [...OTHER_FIGURES.flatMap(measureOf), RATING];

export type CompareCell = ReturnType<typeof cellsOf>[number];

function cellsOf(
  measure: Measure,
  chosen: readonly ModelTrim[],
  settings: CompareSettings,
  hasEstimates: boolean,
) {
  const { value: valueOf, text: textOf, better, bar, difference } = measure;
  const values = chosen.map((one) => valueOf?.(one) ?? null);
  const known = values.flatMap((value) => value ?? []);
  // A single known value has nothing to be compared with.
  const isBar = bar && known.length > 1;
  const best = better === "lower" ? Math.min(...known) : Math.max(...known);
  const { leaders = [] } = (difference && compareCars(difference, chosen, settings)) ?? {};
  return chosen.map((one, at) => {
    const value = values[at] ?? null;
    const isUnknown = valueOf !== undefined && value === null;
    const figure = textOf(one, settings.distance);
    const estimate = hasEstimates && value === null ? difference?.figure?.(one, settings) : null;
    const text = estimate ?? figure;
    return {
      text,
      missing: isUnknown ? !estimate : text === NOT_AVAILABLE,
      best: leaders.some((leader) => leader.at === at),
      /** share of the track; the best value fills it */
      bar: isBar && value !== null ? Math.min(value, best) / Math.max(value, best) : null,
    };
  });
}

/**
 * Returns the rows that compare trims. The best values are marked where the verdict may mention the difference.
 * @param which the dialog's four rows (comparing.md#compare-section), or all figures
 */
export function compareRows(
  chosen: readonly ModelTrim[],
  which: "main" | "all",
  settings: Partial<CompareSettings> = {},
) {
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const measures =
    which === "main"
      ? MAIN_MEASURES
      : [...MAIN_MEASURES, ...calculatedMeasures(all), ...OTHER_MEASURES];
  return measures.flatMap((measure) => {
    // The dialog shows N/A (comparing.md#rows).
    const cells = cellsOf(measure, chosen, all, which === "all");
    if (measure.isOptional && cells.every(({ missing }) => missing)) return [];
    return {
      name: measure.name ?? null,
      /** required by the specification, so it is never folded */
      isMain: measure.name !== undefined && MAIN_FIGURES.includes(measure.name),
      label: measure.label,
      hint: measure.hint ?? null,
      cells,
      differs: cells.some(({ text }) => text !== cells[0]?.text),
    };
  });
}
