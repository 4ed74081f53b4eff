/** Says how compared trims differ, and which of them suits which need (comparing.md#verdict). */
import { sortTrims } from "../../domain/alike-trims.ts";
import { formatPrice, listInWords } from "../../domain/format.ts";
import { present } from "../../domain/trims.ts";
import { type Chosen, fullTitle, shortNames } from "./compare.ts";
import {
  compareCars,
  type CompareSettings,
  type DecidingDifference,
  DIFFERENCES,
  DEFAULT_SETTINGS,
} from "./differences.ts";

const MAX_DIFFERENCES = 3;

/** `120 to 125 miles farther`: words that both leads share appear once. */
function joinLeads([one = "", other = one]: readonly string[]): string {
  if (one === other) return one;
  const [number = "", ...words] = one.split(" ");
  const shared = ` ${words.join(" ")}`;
  return other.endsWith(shared) ? `${number} to ${other}` : `${one} to ${other}`;
}

/** The three most decisive differences: `The Equinox EV costs $1,400 less than the Ioniq 5.` */
export function verdictOn(
  chosen: readonly Chosen[],
  settings: CompareSettings = DEFAULT_SETTINGS,
): string[] {
  const names = shortNames(chosen);
  const sentences = Object.values(DIFFERENCES).flatMap((difference) => {
    const lead = compareCars(difference, chosen, settings);
    if (!lead) return [];
    const { leaders, last, next } = lead;
    const leadOf = ({ value }: { value: number }) => difference.lead(value, next.value, settings);
    const verb = difference.verbs[leaders.length === 1 ? 0 : 1];
    const cars = leaders.map(({ at }) => names[at]).join(" and ");
    const leads = joinLeads([last, ...leaders.slice(0, 1)].map(leadOf));
    return {
      weight: difference.weight * Math.abs(Math.log(last.value / next.value)),
      text: `The ${cars} ${verb} ${leads} than the ${names[next.at]}.`,
    };
  });
  return sentences
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MAX_DIFFERENCES)
    .map(({ text }) => text);
}

/** Names a cheaper trim of each compared model that is not compared; empty if there is none. */
export function nameCheaperTrims(chosen: readonly Chosen[]): string {
  const cheaper = [...Map.groupBy(chosen, ({ ev }) => ev)].flatMap(([ev, compared]) => {
    const prices = compared.flatMap(({ trim }) => present(trim.price) ?? []);
    const trim = sortTrims(ev).find(({ price }) => {
      const dollars = present(price);
      return dollars !== null && prices.length > 0 && dollars < Math.min(...prices);
    });
    return trim ? `the ${fullTitle({ ev, trim })} for ${formatPrice(trim.price)}` : [];
  });
  if (cheaper.length === 0) return "";
  const subject = cheaper.length === 1 ? "A cheaper trim is" : "Cheaper trims are";
  return `${subject} not compared here: ${listInWords(cheaper)}.`;
}

export interface Recommendation {
  readonly need: string;
  /** `Ioniq 5`, `Ioniq 5 or Model Y` if they are equally good, `no clear answer` if too little is known */
  readonly cars: string;
  /** ` (Model Y: charging time unknown)` or empty */
  readonly unknown: string;
}

interface Need {
  name: string;
  differences: readonly DecidingDifference[];
}

const { trip, price, seating, cargoCapacity, zeroToSixty, charging } = DIFFERENCES;

/** `Space` becomes `Seats` and `Cargo` if these favor different cars. */
const NEEDS: readonly (Need & { parts?: readonly Need[] })[] = [
  { name: "Long trips", differences: [trip] },
  { name: "Price", differences: [price] },
  {
    name: "Space",
    differences: [seating, cargoCapacity],
    parts: [
      { name: "Seats", differences: [seating] },
      { name: "Cargo", differences: [cargoCapacity] },
    ],
  },
  { name: "Acceleration", differences: [zeroToSixty] },
  { name: "Fast charging", differences: [charging] },
];

/** The best cars for each need by known figures alone; an unknown figure is named once, in the first need it concerns. */
export function recommend(
  chosen: readonly Chosen[],
  settings: CompareSettings = DEFAULT_SETTINGS,
): Recommendation[] {
  const names = shortNames(chosen);
  const named = new Set<string>();
  const decide = ({ name, differences, parts = [] }: (typeof NEEDS)[number]): Recommendation[] => {
    const leads = differences.flatMap((one) => compareCars(one, chosen, settings) ?? []);
    const best = names.filter((_, at) =>
      leads.every(({ leaders }) => leaders.some((leader) => leader.at === at)),
    );
    if (best.length === 0) return parts.flatMap(decide);
    const carsByGap = new Map<string, string[]>();
    for (const { car, noun, text } of differences.flatMap(findGaps)) {
      if (named.has(`${noun} ${car}`)) continue;
      named.add(`${noun} ${car}`);
      carsByGap.set(text, [...(carsByGap.get(text) ?? []), car]);
    }
    const gaps = Array.from(carsByGap, ([text, cars]) => `${listInWords(cars)}: ${text}`);
    const unknown = gaps.length > 0 ? ` (${gaps.join("; ")})` : "";
    if (leads.length > 0) return [{ need: name, cars: best.join(" or "), unknown }];
    return unknown === "" ? [] : [{ need: name, cars: "no clear answer", unknown }];
  };
  const findGaps = ({ value, noun: nounOf, estimate }: DecidingDifference) =>
    chosen.flatMap((one, at) => {
      if (value(one, settings) !== null) return [];
      const noun = nounOf(one);
      const text = estimate?.(one, settings) ?? `${noun} unknown`;
      return [{ car: names[at] ?? "", noun, text }];
    });
  return NEEDS.flatMap(decide);
}
