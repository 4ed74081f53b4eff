/** Ranks a trim's figures among its body type, or all trims when too few are known (one-car.md#lead-figures). */
import { SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { bodyTypeWord } from "../../domain/field-options.ts";
import type { SegmentRanks } from "./catalogue.schema.ts";
import { LEAD_NAMES, type LeadName } from "./lead-names.ts";

/** Minimum number of other cars needed to rank a figure. */
const MIN_OTHERS = 10;

/** How a figure compares with others that are worse or better, and with all others. */
type RankWords = readonly [better: string, worse: string, best: string, worst: string];

const WORDS: Readonly<Record<LeadName, RankWords>> = {
  range: ["Longer range than", "Shorter range than", "Longest range", "Shortest range"],
  price: ["Cheaper than", "More expensive than", "Lowest price", "Highest price"],
  zeroToSixty: ["Quicker than", "Slower than", "Quickest", "Slowest"],
  charging: ["Charges faster than", "Charges slower than", "Fastest charging", "Slowest charging"],
  maxChargingSpeed: ["Higher peak than", "Lower peak than", "Highest peak", "Lowest peak"],
  battery: ["Larger battery than", "Smaller battery than", "Largest battery", "Smallest battery"],
  topSpeed: ["Faster than", "Slower than", "Fastest", "Slowest"],
  seating: ["More seats than", "Fewer seats than", "Most seats", "Fewest seats"],
  cargoCapacity: ["Roomier than", "Less roomy than", "Roomiest", "Least roomy"],
};

const EVERY_BODY_TYPE = "EVs";

/** @param evs every model of the catalogue */
export function rankInSegment(evs: readonly Ev[], { bodyType, trims }: Ev): SegmentRanks {
  const among = `${bodyTypeWord(bodyType)}s`;
  const alike = evs.filter((ev) => ev.bodyType === bodyType);
  const columns = LEAD_NAMES.map((name) => {
    const values = knownValues(name, alike);
    return values.length > MIN_OTHERS
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
          const words = value === null ? null : rankWords(name, value, values, of);
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
function rankWords(name: LeadName, value: number, values: readonly number[], among: string) {
  const field = SHOWN_FIELDS[name];
  const isLowerBetter = "value" in field && field.compare?.better === "lower";
  const others = values.length - 1;
  const worse = values.filter((one) => (isLowerBetter ? one > value : one < value)).length;
  const equal = values.filter((one) => one === value).length - 1;
  if (others < MIN_OTHERS) return null;
  if (equal === others) return `Same as all other ${among}`;
  const better = others - worse - equal;
  const [betterThan, worseThan, best, worst] = WORDS[name];
  if (worse === others) return `${best} of all ${among}`;
  if (better === others) return `${worst} of all ${among}`;
  const [comparison, count] = worse < better ? [worseThan, better] : [betterThan, worse];
  // Rounded down, so that the claim is never exaggerated.
  const percent = Math.floor((100 * count) / others);
  return percent === 0 ? `Same as most ${among}` : `${comparison} ${percent}% of ${among}`;
}
