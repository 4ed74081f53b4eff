/** Says how compared trims differ, and which of them suits which need (comparing.md#verdict). */
import { sortTrims } from "../../domain/alike-trims.ts";
import { formatPrice, listInWords } from "../../domain/format.ts";
import { identityKey } from "../../domain/names.ts";
import { present } from "../../domain/trims.ts";
import { findYearChange, formatYearChange } from "../../domain/year-change.ts";
import { type Chosen, fullTitle, shortNames } from "./compare.ts";
import {
  compareCars,
  type CompareSettings,
  type Difference,
  DIFFERENCES,
  USUAL_SETTINGS,
} from "./differences.ts";

const MAX_DIFFERENCES = 3;

/** `120 to 125 miles farther`: words that both leads share appear once. */
function joinLeads([one = "", other = one]: readonly string[]): string {
  if (one === other) return one;
  const [number = "", ...words] = one.split(" ");
  const shared = ` ${words.join(" ")}`;
  return other.endsWith(shared) ? `${number} to ${other}` : `${one} to ${other}`;
}

/** `Model Y: charging time unknown`; the cars are omitted if it holds for all of them. */
function sayUnknown(
  differences: readonly Difference[],
  chosen: readonly Chosen[],
  settings: CompareSettings,
): string {
  const names = shortNames(chosen);
  const notes = differences.flatMap((difference) =>
    compareCars(difference, chosen, settings).unknown.flatMap((at) => {
      const one = chosen[at];
      return one ? { at, text: difference.missing(one, settings) } : [];
    }),
  );
  const sentences = [...Map.groupBy(notes, ({ text }) => text)].map(([text, some]) =>
    some.length === chosen.length
      ? text
      : `${listInWords(some.map(({ at }) => names[at] ?? ""))}: ${text}`,
  );
  return sentences.length > 0 ? ` (${sentences.join("; ")})` : "";
}

/**
 * Describes the three differences that matter most, most decisive first, each in a sentence. Cars without the
 * figure are named, because they may be better.
 * @returns `The Equinox EV costs $1,400 less than the Ioniq 5.`
 */
export function verdictOn(
  chosen: readonly Chosen[],
  settings: CompareSettings = USUAL_SETTINGS,
): string[] {
  const names = shortNames(chosen);
  const sentences = Object.values(DIFFERENCES).flatMap((difference) => {
    const { lead } = compareCars(difference, chosen, settings);
    if (!lead) return [];
    const { leaders, last, next } = lead;
    const leadOf = ({ value }: { value: number }) => difference.lead(value, next.value, settings);
    const verb = difference.verbs[leaders.length === 1 ? 0 : 1];
    const cars = leaders.map(({ at }) => names[at]).join(" and ");
    const leads = joinLeads([last, ...leaders.slice(0, 1)].map(leadOf));
    const unknown = sayUnknown([difference], chosen, settings);
    return {
      weight: difference.weight * Math.abs(Math.log(last.value / next.value)),
      text: `The ${cars} ${verb} ${leads} than the ${names[next.at]}${unknown}.`,
    };
  });
  return sentences
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MAX_DIFFERENCES)
    .map(({ text }) => text);
}

/** Says what changed between two model years of one trim; empty if no two are compared. */
export function describeYears(
  chosen: readonly Chosen[],
  { distance }: CompareSettings = USUAL_SETTINGS,
): string {
  const years = Map.groupBy(chosen, ({ ev, trim }) => `${ev.id} ${identityKey(trim.trim)}`);
  const sentences = Array.from(years.values(), (some) => {
    const [newest, before] = some.toSorted((one, other) => other.trim.year - one.trim.year);
    if (!newest || !before || newest.trim.year === before.trim.year) return "";
    const { ev, trim } = newest;
    const name = `${trim.year} ${ev.model} ${trim.trim}`;
    const trims = some.map((one) => one.trim);
    const change = findYearChange(trims, trim, distance);
    return change
      ? `What changed in the ${name}: ${formatYearChange(change)}.`
      : `The ${name} has the same figures as the ${before.trim.year}.`;
  });
  return sentences.find(Boolean) ?? "";
}

/** Names a cheaper trim of each compared model that is not compared; empty if there is none. */
export function nameCheaperTrims(chosen: readonly Chosen[]): string {
  const cheaper = [...Map.groupBy(chosen, ({ ev }) => ev)].flatMap(([ev, compared]) => {
    const prices = compared.flatMap(({ trim }) => present(trim.price) ?? []);
    const trim = sortTrims(ev, "cheapest").find(({ price }) => {
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
  /** `Ioniq 5`, or `Ioniq 5 or Model Y` if they are equally good; null if unknown figures leave it open */
  readonly cars: string | null;
  /** ` (Model Y: charging time unknown)` or empty */
  readonly unknown: string;
}

interface Need {
  name: string;
  differences: readonly Difference[];
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

/**
 * Names the best cars for each need. A car is best only by known figures; a need that the known figures leave
 * open comes last, without a car, if others are unknown, and is omitted if the cars are equally good.
 */
export function recommend(
  chosen: readonly Chosen[],
  settings: CompareSettings = USUAL_SETTINGS,
): Recommendation[] {
  if (chosen.length < 2) return [];
  const names = shortNames(chosen);
  const choose = ({ name, differences, parts = [] }: (typeof NEEDS)[number]): Recommendation[] => {
    const leaders = differences.flatMap((difference) => {
      const { lead } = compareCars(difference, chosen, settings);
      return lead ? [lead.leaders.map(({ at }) => at)] : [];
    });
    const best = chosen.flatMap((_, at) =>
      leaders.length > 0 && leaders.every((some) => some.includes(at)) ? (names[at] ?? "") : [],
    );
    if (leaders.length > 0 && best.length === 0) return parts.flatMap(choose);
    const unknown = sayUnknown(differences, chosen, settings);
    if (best.length === 0 && unknown === "") return [];
    return [{ need: name, cars: best.length > 0 ? best.join(" or ") : null, unknown }];
  };
  const [open = [], decided = []] = [true, false].map((isOpen) =>
    NEEDS.flatMap(choose).filter(({ cars }) => (cars === null) === isOpen),
  );
  return [...decided, ...open];
}
