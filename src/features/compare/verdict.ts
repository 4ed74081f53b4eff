/** Describes the differences that matter between compared trims (comparing.md#verdict). */
import { listInWords } from "../../domain/list-in-words.ts";
import { formatCount } from "../../domain/counts.ts";
import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { formatNumber, formatPrice } from "../../domain/format.ts";
import { present, zeroToSixtyOf } from "../../domain/trims.ts";
import type { Trim } from "../../domain/vehicle.ts";
import type { Chosen } from "./compare.ts";
import { MAX_DIFFERENCES } from "./limits.ts";
import { shortNames } from "./short-names.ts";

interface Measure {
  value: (trim: Trim) => number | null;
  better: "lower" | "higher";
  /** smaller differences do not count */
  least: number;
  /** weight of the ratio of two values, relative to the same ratio of ranges */
  weight: number;
  /** verb forms for one car and for several */
  verbs: readonly [one: string, several: string];
  /** rounds as in the table, so that the difference matches the values shown */
  shown: (value: number, distance: DistanceFormats) => number;
  amount: (difference: number, distance: DistanceFormats) => string;
  more: string;
  moreByOne?: string;
  /** wording when one car leads two others */
  most: string;
}

const MEASURES: readonly Measure[] = [
  {
    value: ({ price }) => present(price),
    better: "lower",
    least: 500,
    weight: 2,
    verbs: ["costs", "cost"],
    shown: Math.round,
    amount: formatPrice,
    more: "less",
    most: "is cheapest",
  },
  {
    value: ({ range }) => present(range),
    better: "higher",
    least: 10,
    weight: 1,
    verbs: ["goes", "go"],
    shown: (miles, { perMile }) => Math.round(miles * perMile),
    amount: (difference, { unit }) => `${formatNumber(difference)} ${unit}`,
    more: "farther",
    most: "goes farthest",
  },
  {
    value: ({ charging }) => present(charging),
    better: "lower",
    least: 3,
    weight: 0.5,
    verbs: ["charges", "charge"],
    shown: Math.round,
    amount: (minutes) => `${formatNumber(minutes)} minutes`,
    more: "faster",
    most: "charges fastest",
  },
  {
    value: ({ seating }) => present(seating),
    better: "higher",
    least: 1,
    weight: 0.5,
    verbs: ["has", "have"],
    shown: Math.round,
    amount: formatCount,
    more: "more seats",
    moreByOne: "more seat",
    most: "has the most seats",
  },
  {
    value: zeroToSixtyOf,
    better: "lower",
    least: 0.5,
    weight: 0.3,
    verbs: ["reaches 60 mph", "reach 60 mph"],
    shown: (seconds) => Math.round(seconds * 10) / 10,
    amount: (seconds) => `${formatNumber(seconds, 1)} ${seconds === 1 ? "second" : "seconds"}`,
    more: "sooner",
    most: "is quickest to 60",
  },
  {
    value: ({ cargoCapacity }) => present(cargoCapacity),
    better: "higher",
    least: 3,
    weight: 0.2,
    verbs: ["has", "have"],
    shown: (cubicFeet) => cubicFeet,
    amount: (cubicFeet) => `${formatNumber(cubicFeet, 1)} cu ft`,
    more: "more cargo space",
    most: "has the most cargo space",
  },
  {
    value: ({ towing }) => present(towing),
    better: "higher",
    least: 500,
    weight: 0.2,
    verbs: ["tows", "tow"],
    shown: Math.round,
    amount: (pounds) => `${formatNumber(pounds)} lb`,
    more: "more",
    most: "tows the most",
  },
];

interface Difference {
  /** how decisive the difference is */
  weight: number;
  subject: string;
  words: string;
  /** the car that it is compared with, or empty */
  than: string;
}

export interface Known {
  readonly name: string;
  readonly value: number;
}

/**
 * Splits cars into those about as good as the best, best first, and those that are clearly worse.
 * @param least smaller differences do not count
 * @returns null when there is no leader
 */
export function splitByLead(
  known: readonly Known[],
  { better, least }: Pick<Measure, "better" | "least">,
): { best: Known; leaders: readonly Known[]; last: Known; next: Known; others: Known[] } | null {
  const sign = better === "lower" ? -1 : 1;
  const sorted = known.toSorted((a, b) => sign * (b.value - a.value));
  const [best] = sorted;
  if (!best) return null;
  // Values that hardly differ from the best count as equally good.
  const leaders = sorted.filter(({ value }) => Math.abs(best.value - value) < least);
  const [next, ...others] = sorted.slice(leaders.length);
  const last = leaders.at(-1);
  if (!next || !last || Math.abs(last.value - next.value) < least) return null;
  return { best, leaders, last, next, others };
}

function differenceIn(
  measure: Measure,
  cars: readonly { name: string; trim: Trim }[],
  distance: DistanceFormats,
): Difference[] {
  const { weight, verbs, shown, amount, most } = measure;
  const known: Known[] = cars.flatMap(({ name, trim }) => {
    const value = measure.value(trim);
    return value === null ? [] : { name, value };
  });
  const found = splitByLead(known, measure);
  if (!found) return [];
  const { best, leaders, last, next, others } = found;
  const leadOf = ({ value }: Known) =>
    Math.abs(shown(value, distance) - shown(next.value, distance));
  const difference = leadOf(last);
  const amounts = new Set([last, best].map((one) => amount(leadOf(one), distance)));
  const by = joinAmounts([...amounts]);
  const more = (difference === 1 && measure.moreByOne) || measure.more;
  const verb = verbs[leaders.length === 1 ? 0 : 1];
  return [
    {
      weight: weight * Math.abs(Math.log(last.value / next.value)),
      subject: `The ${leaders.map(({ name }) => name).join(" and ")}`,
      words: others.length > 0 ? `${most} by ${by}` : `${verb} ${by} ${more}`,
      than: cars.length === 2 || others.length > 0 ? "" : ` than the ${next.name}`,
    },
  ];
}

/** `$6,105 to $6,490`, `120 to 126 miles`: the unit appears once, at the end. */
function joinAmounts(amounts: readonly string[]): string {
  return amounts
    .map((amount, at) => (at < amounts.length - 1 ? amount.split(" ", 1)[0] : amount))
    .join(" to ");
}

/**
 * Describes the three most decisive differences, most decisive first, grouped by car. Cars without a figure
 * are left out of its comparison.
 * @returns `The Model Y goes 76 miles farther. The Ioniq 5 costs $4,990 less and charges 9 minutes faster`;
 *   empty when no difference matters
 */
export function verdictOn(
  chosen: readonly Chosen[],
  distance: DistanceFormats = DISTANCE_FORMATS.miles,
): string {
  const names = shortNames(chosen);
  const cars = chosen.map(({ trim }, at) => ({ name: names[at] ?? "", trim }));
  const differences = MEASURES.flatMap((measure) => differenceIn(measure, cars, distance))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_DIFFERENCES);
  const bySubject = Map.groupBy(differences, ({ subject }) => subject);
  return [...bySubject]
    .map(([subject, told]) => `${subject} ${listInWords(saidOnce(told))}`)
    .join(". ");
}

/** A single `than` at the end is enough when all differences name the same car. */
function saidOnce(told: readonly Difference[]): string[] {
  const isShared = told.every(({ than }) => than === told[0]?.than);
  return told.map(({ words, than }, at) =>
    isShared && at < told.length - 1 ? words : words + than,
  );
}
