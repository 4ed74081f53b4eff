/** The differences that matter between compared trims, for the verdict, its list of needs and `Best`. */
import {
  type ChargingRates,
  estimateCharging,
  formatChargingEstimate,
} from "../../domain/charging-estimate.ts";
import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { countOf, formatNumber, formatPrice } from "../../domain/format.ts";
import { type CostInputs, ownershipOf, DEFAULT_COSTS } from "../../domain/ownership.ts";
import { formatConsumption } from "../../domain/shown-formats.ts";
import { type FigureName, SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import { present } from "../../domain/trims.ts";
import { formatTripTime, type TripInputs, tripOf, DEFAULT_TRIP } from "../../domain/trip.ts";
import type { ModelTrim } from "./compare.ts";

/** The assumptions behind the page's figures, and their units. */
export interface CompareSettings {
  distance: DistanceFormats;
  trip: TripInputs;
  costs: CostInputs;
  /** for unknown charging times; null for no estimates */
  rates: ChargingRates | null;
}

export const DEFAULT_SETTINGS: CompareSettings = {
  distance: DISTANCE_FORMATS.miles,
  trip: DEFAULT_TRIP,
  costs: DEFAULT_COSTS,
  rates: null,
};

export interface Difference {
  value: (chosen: ModelTrim, settings: CompareSettings) => number | null;
  /** how many of the table's units make one of `value`; 1 if absent */
  unitsPerValue?: (settings: CompareSettings) => number;
  /** decimals in the table, so that differences match the figures shown there; none if absent */
  decimals?: number | undefined;
  better: "lower" | "higher";
  /** smaller differences do not matter */
  minimumGap: number;
  /** weight of the ratio of two values, relative to the same ratio of ranges */
  weight: number;
  /** verb forms for one car and for several */
  verbs: readonly [one: string, several: string];
  /** the words after the verb; a number comes first */
  gapText: (gap: number, settings: CompareSettings) => string;
  /** named where the value is not compared: an estimate, or the time of a trip; never decides */
  figure?: (chosen: ModelTrim, settings: CompareSettings) => string | null;
}

/** A difference that decides a need (comparing.md#recommendation). */
export interface DecidingDifference extends Difference {
  /** what is unknown about a car without the value */
  noun: (chosen: ModelTrim) => string;
}

function tableFigure(name: FigureName): Pick<Difference, "value" | "decimals" | "better"> {
  const { value, decimals, compare } = SHOWN_FIELDS[name];
  return { value: ({ trim }) => value(trim), decimals, better: compare?.better ?? "higher" };
}

const PRICE: DecidingDifference = {
  ...tableFigure("price"),
  minimumGap: 500,
  weight: 2,
  verbs: ["costs", "cost"],
  gapText: (gap) => `${formatPrice(gap)} less`,
  noun: () => "price",
};
const RANGE: Difference = {
  ...tableFigure("range"),
  unitsPerValue: ({ distance }) => distance.perMile,
  minimumGap: 10,
  weight: 1,
  verbs: ["goes", "go"],
  gapText: (gap, { distance }) => `${formatNumber(gap)} ${distance.unit} farther`,
};
const CHARGING: DecidingDifference = {
  ...tableFigure("charging"),
  minimumGap: 3,
  weight: 0.5,
  verbs: ["charges", "charge"],
  gapText: (gap) => `${gap} minutes faster`,
  noun: () => "charging time",
  figure({ trim }, { rates }) {
    const estimate = estimateCharging(trim, rates);
    return estimate && formatChargingEstimate(estimate);
  },
};
const TRIP: DecidingDifference = {
  value: ({ trim }, { trip }) => tripOf(trim, trip)?.minutes ?? null,
  better: "lower",
  minimumGap: 10,
  weight: 1,
  verbs: ["takes", "take"],
  gapText: (gap, { trip, distance }) =>
    `${gap} minutes less for ${distance.formatRange(trip.miles)}`,
  noun: ({ trim }) => (present(trim.range) === null ? "range" : "charging time"),
  figure({ trim }, settings) {
    const trip = tripOf(trim, settings.trip, estimateCharging(trim, settings.rates));
    return trip && formatTripTime(trip);
  },
};
const SEATS: DecidingDifference = {
  ...tableFigure("seating"),
  minimumGap: 1,
  weight: 0.5,
  verbs: ["has", "have"],
  gapText: (gap) => countOf(gap, "more seat"),
  noun: () => "seats",
};
const CARGO: DecidingDifference = {
  ...tableFigure("cargoCapacity"),
  minimumGap: 3,
  weight: 0.2,
  verbs: ["has", "have"],
  gapText: (gap) => `${gap} cu ft more cargo space`,
  noun: () => "cargo space",
};
const ACCELERATION: DecidingDifference = {
  ...tableFigure("zeroToSixty"),
  minimumGap: 0.5,
  weight: 0.3,
  verbs: ["reaches 60 mph", "reach 60 mph"],
  gapText: (gap) => `${gap} s sooner`,
  noun: () => "0-60",
};
const TOWING: Difference = {
  ...tableFigure("towing"),
  minimumGap: 500,
  weight: 0.2,
  verbs: ["tows", "tow"],
  gapText: (gap) => `${formatNumber(gap)} lb more`,
};
const CONSUMPTION: Difference = {
  ...tableFigure("consumption"),
  decimals: 1,
  minimumGap: 2,
  weight: 0.3,
  verbs: ["uses", "use"],
  gapText: (gap, { distance }) => `${formatConsumption(gap, distance)} less`,
};
const COST_PER_YEAR: Difference = {
  value: ({ trim }, { costs }) => ownershipOf(trim, costs).costPerYear,
  better: "lower",
  minimumGap: 100,
  weight: 0.3,
  verbs: ["costs", "cost"],
  gapText: (gap) => `${formatPrice(gap)} less per year to own`,
};
const MIN_REVIEWS_FOR_BEST = 10;
const RATING: Difference = {
  value: ({ ev }) => (ev.reviewCount < MIN_REVIEWS_FOR_BEST ? null : present(ev.averageRating)),
  decimals: 1,
  better: "higher",
  minimumGap: 0.1,
  weight: 0.3,
  verbs: ["is rated", "are rated"],
  gapText: (gap) => `${gap} stars higher`,
};

/** All differences that the verdict may mention, by the name of their row in the table. */
export const DIFFERENCES = {
  price: PRICE,
  range: RANGE,
  charging: CHARGING,
  trip: TRIP,
  costPerYear: COST_PER_YEAR,
  consumption: CONSUMPTION,
  seating: SEATS,
  cargoCapacity: CARGO,
  zeroToSixty: ACCELERATION,
  towing: TOWING,
  rating: RATING,
};

/** Returns the cars about as good as the best, and the next best; null if no known difference matters. */
export function compareCars(
  { value: valueOf, unitsPerValue, decimals = 0, better, minimumGap }: Difference,
  chosen: readonly ModelTrim[],
  settings: CompareSettings,
) {
  const scale = unitsPerValue?.(settings) ?? 1;
  const values = chosen.map((one) => {
    const value = valueOf(one, settings);
    return value && Number((value * scale).toFixed(decimals));
  });
  return findLeaders(values, { better, minimumGap: minimumGap * scale });
}

/** Avoids the rounding errors of binary fractions: 29.9 is 3 more than 26.9. */
export function gapBetween(one: number, other: number): number {
  return Number(Math.abs(one - other).toFixed(1));
}

/**
 * Returns the values about as good as the best with their indexes, best first, the worst of them, and the next best.
 * @param values rounded as they are shown; null if unknown
 * @param minimumGap smaller differences do not matter
 * @returns null if no difference between leaders and others matters
 */
export function findLeaders(
  values: readonly (number | null)[],
  { better, minimumGap }: Pick<Difference, "better" | "minimumGap">,
) {
  const sign = better === "lower" ? 1 : -1;
  const known = values
    .flatMap((value, at) => (value === null ? [] : [{ at, value }]))
    .toSorted((one, other) => sign * (one.value - other.value));
  const best = known[0]?.value ?? 0;
  const leaders = known.filter(({ value }) => gapBetween(value, best) < minimumGap);
  const [worstLeader, runnerUp] = [leaders.at(-1), known[leaders.length]];
  const isDecided =
    worstLeader && runnerUp && gapBetween(worstLeader.value, runnerUp.value) >= minimumGap;
  return isDecided ? { leaders, worstLeader, runnerUp } : null;
}
