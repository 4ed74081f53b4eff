/**
 * Ranks a trim's figures among other listed trims of its body type, or among all when too few are known
 * (one-car.md#lead-figures).
 */
import { SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import type { BodyType } from "../../domain/field-options.ts";
import type { SegmentRanks } from "./catalogue.schema.ts";
import { LEAD_NAMES, type LeadName } from "./lead-names.ts";

/** Minimum number of other cars needed to rank a figure. */
const PLACE_MIN_OTHERS = 10;

interface PlaceWords {
  better: string;
  worse: string;
  best: string;
  worst: string;
}

const WORDS = {
  range: {
    better: "Longer range than",
    worse: "Shorter range than",
    best: "Longest range",
    worst: "Shortest range",
  },
  price: {
    better: "Cheaper than",
    worse: "More expensive than",
    best: "Lowest price",
    worst: "Highest price",
  },
  zeroToSixty: {
    better: "Quicker than",
    worse: "Slower than",
    best: "Quickest",
    worst: "Slowest",
  },
  charging: {
    better: "Charges faster than",
    worse: "Charges slower than",
    best: "Fastest charging",
    worst: "Slowest charging",
  },
  maxChargingSpeed: {
    better: "Higher peak than",
    worse: "Lower peak than",
    best: "Highest peak",
    worst: "Lowest peak",
  },
  battery: {
    better: "Larger battery than",
    worse: "Smaller battery than",
    best: "Largest battery",
    worst: "Smallest battery",
  },
  topSpeed: { better: "Faster than", worse: "Slower than", best: "Fastest", worst: "Slowest" },
  seating: {
    better: "More seats than",
    worse: "Fewer seats than",
    best: "Most seats",
    worst: "Fewest seats",
  },
  cargoCapacity: {
    better: "Roomier than",
    worse: "Less roomy than",
    best: "Roomiest",
    worst: "Least roomy",
  },
} satisfies Record<LeadName, PlaceWords>;

const SEVERAL: Readonly<Record<BodyType, string>> = {
  Sedan: "sedans",
  SUV: "SUVs",
  "Pickup Truck": "pickup trucks",
  Crossover: "crossovers",
  "Sports Car": "sports cars",
  Hatchback: "hatchbacks",
  Minivan: "minivans",
};

const EVERY_BODY_TYPE = "EVs";

/** @param evs every model of the catalogue */
export function rankInSegment(evs: readonly Ev[], { bodyType, trims }: Ev): SegmentRanks {
  const among = SEVERAL[bodyType];
  const alike = evs.filter((ev) => ev.bodyType === bodyType);
  const columns = LEAD_NAMES.map((name) => {
    const values = knownValues(name, alike);
    return values.length > PLACE_MIN_OTHERS
      ? { name, values, of: among }
      : { name, values: knownValues(name, evs), of: EVERY_BODY_TYPE };
  });
  return {
    among,
    trims: trims.map((trim) => ({
      rowId: trim.rowId,
      places: Object.fromEntries(
        columns.flatMap(({ name, values, of }) => {
          const value = leadFigure(name, trim);
          const words = value === null ? null : placeWords(name, value, values, of);
          return words === null ? [] : [[name, words]];
        }),
      ),
    })),
  };
}

function knownValues(name: LeadName, evs: readonly Ev[]): number[] {
  return evs.flatMap(({ trims }) => trims.flatMap((trim) => leadFigure(name, trim) ?? []));
}

function leadFigure(name: LeadName, trim: Trim): number | null {
  const field = SHOWN_FIELDS[name];
  return "words" in field ? null : (field.ranked ?? field.value)(trim);
}

/** @param values all values, including this one @returns null when there is nothing worth saying */
function placeWords(
  name: LeadName,
  value: number,
  values: readonly number[],
  among: string,
): string | null {
  const field = SHOWN_FIELDS[name];
  const isLowerBetter = "value" in field && field.compare?.better === "lower";
  const others = values.length - 1;
  const worse = values.filter((one) => (isLowerBetter ? one > value : one < value)).length;
  const equal = values.filter((one) => one === value).length - 1;
  if (others < PLACE_MIN_OTHERS) return null;
  if (equal === others) return `Same as all other ${among}`;
  const better = others - worse - equal;
  const words = WORDS[name];
  if (worse === others) return `${words.best} of all ${among}`;
  if (better === others) return `${words.worst} of all ${among}`;
  const [comparison, count] = worse < better ? [words.worse, better] : [words.better, worse];
  // Rounded down, so that the claim is never exaggerated.
  const percent = Math.floor((100 * count) / others);
  return percent === 0 ? `Same as most ${among}` : `${comparison} ${percent}% of ${among}`;
}
