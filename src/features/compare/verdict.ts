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
  /** `Ioniq 5`, or `Ioniq 5 or Model Y` if they are equally good */
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

/** A car may be better in a figure that is unknown. */
interface Gap {
  readonly car: string;
  readonly noun: string;
  readonly estimate: string | null;
}

/**
 * The best cars for each need by known figures alone. Unknown ones are named in the need that they could
 * change, or in a sentence below the list if that has no best car.
 */
export function recommend(
  chosen: readonly Chosen[],
  settings: CompareSettings = DEFAULT_SETTINGS,
): { needs: Recommendation[]; unknown: string } {
  const names = shortNames(chosen);
  const decided: { need: string; cars: string; gaps: Gap[] }[] = [];
  const open: Gap[] = [];
  const decide = ({ name, differences, parts = [] }: (typeof NEEDS)[number]): void => {
    const leads = differences.flatMap((one) => compareCars(one, chosen, settings) ?? []);
    const best = names.filter((_, at) =>
      leads.every(({ leaders }) => leaders.some((leader) => leader.at === at)),
    );
    if (best.length === 0) return parts.forEach(decide);
    const gaps = differences.flatMap((one) => findGaps(one, chosen, settings));
    if (leads.length === 0) open.push(...gaps);
    else decided.push({ need: name, cars: best.join(" or "), gaps });
  };
  NEEDS.forEach(decide);

  const named = new Set<string>();
  const isFirstMention = ({ car, noun }: Gap) => {
    const key = `${noun} ${car}`;
    const isNew = !named.has(key);
    named.add(key);
    return isNew;
  };
  const needs = decided.map(({ gaps, ...rest }) => {
    const texts = Map.groupBy(
      gaps.filter(isFirstMention),
      ({ estimate, noun }) => estimate ?? `${noun} unknown`,
    );
    const notes = Array.from(texts, ([text, some]) => `${carsIn(some)}: ${text}`);
    return { ...rest, unknown: notes.length > 0 ? ` (${notes.join("; ")})` : "" };
  });
  const undecided = Map.groupBy(open.filter(isFirstMention), ({ estimate }) =>
    estimate === null ? "Not known" : "Only estimated",
  );
  const sentences = Array.from(
    undecided,
    ([words, gaps]) => `${words}: ${figuresIn(gaps, chosen.length)}.`,
  );
  return { needs, unknown: sentences.toSorted().join(" ") };
}

/** `range and price (Launch); charging time`, without the cars if it holds for all of them. */
function figuresIn(gaps: readonly Gap[], cars: number): string {
  const byNoun = Map.groupBy(gaps, ({ noun }) => noun);
  const byCars = Map.groupBy(byNoun, ([, some]) =>
    some.length === cars ? "" : ` (${carsIn(some)})`,
  );
  return Array.from(
    byCars,
    ([names, some]) => listInWords(some.map(([noun]) => noun)) + names,
  ).join("; ");
}

function findGaps(
  difference: DecidingDifference,
  chosen: readonly Chosen[],
  settings: CompareSettings,
): Gap[] {
  const names = shortNames(chosen);
  return chosen.flatMap((one, at) => {
    if (difference.value(one, settings) !== null) return [];
    const noun = difference.noun(one);
    return { car: names[at] ?? "", noun, estimate: difference.estimate?.(one, settings) ?? null };
  });
}

function carsIn(gaps: readonly Gap[]): string {
  return listInWords(gaps.map(({ car }) => car));
}
