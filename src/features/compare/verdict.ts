/** Says how compared trims differ, and which of them suits which need (comparing.md#verdict). */
import { formatPrice, listInWords } from "../../domain/format.ts";
import { present, sortTrims } from "../../domain/trims.ts";
import { type ModelTrim, fullTitle, shortNames } from "./compare.ts";
import {
  compareCars,
  type CompareSettings,
  type DecidingDifference,
  DIFFERENCES,
  gapBetween,
} from "./differences.ts";

const MAX_DIFFERENCES = 3;

/** `120 to 125 miles farther`: words that both share appear once. */
function joinGapTexts([one = "", other = one]: readonly string[]): string {
  if (one === other) return one;
  const [number = "", ...words] = one.split(" ");
  const shared = ` ${words.join(" ")}`;
  return other.endsWith(shared) ? `${number} to ${other}` : `${one} to ${other}`;
}

/** The three most decisive differences: `The Equinox EV costs $1,400 less than the Ioniq 5.` */
export function describeDifferences(
  chosen: readonly ModelTrim[],
  settings: CompareSettings,
): string[] {
  const names = shortNames(chosen);
  const sentences = Object.values(DIFFERENCES).flatMap((difference) => {
    const result = compareCars(difference, chosen, settings);
    if (!result) return [];
    const { leaders, worstLeader, runnerUp } = result;
    const verb = difference.verbs[leaders.length === 1 ? 0 : 1];
    const cars = leaders.map(({ at }) => names[at]).join(" and ");
    const gapTexts = [worstLeader, ...leaders.slice(0, 1)].map(({ value }) =>
      difference.gapText(gapBetween(value, runnerUp.value), settings),
    );
    return {
      weight: difference.weight * Math.abs(Math.log(worstLeader.value / runnerUp.value)),
      text: `The ${cars} ${verb} ${joinGapTexts(gapTexts)} than the ${names[runnerUp.at]}.`,
    };
  });
  return sentences
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MAX_DIFFERENCES)
    .map(({ text }) => text);
}

/** Names a cheaper trim of each compared model that is not compared; empty if there is none. */
export function nameCheaperTrims(chosen: readonly ModelTrim[]): string {
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

const NEEDS: readonly (readonly [need: string, difference: DecidingDifference])[] = [
  ["Long trips", DIFFERENCES.trip],
  ["Price", DIFFERENCES.price],
  ["Seats", DIFFERENCES.seating],
  ["Cargo", DIFFERENCES.cargoCapacity],
  ["Acceleration", DIFFERENCES.zeroToSixty],
  ["Fast charging", DIFFERENCES.charging],
];

/**
 * The best cars for each need by known figures alone; an unknown figure is named once, in the first need it concerns.
 * If it leaves a long trip open, the known times are named as well.
 */
export function recommend(chosen: readonly ModelTrim[], settings: CompareSettings) {
  const names = shortNames(chosen);
  const named = new Set<string>();
  return NEEDS.flatMap(([need, difference]) => {
    const result = compareCars(difference, chosen, settings);
    const gaps = chosen.filter((one, at) => {
      const gap = `${difference.noun(one)} ${names[at]}`;
      if (difference.value(one, settings) !== null || named.has(gap)) return false;
      named.add(gap);
      return true;
    });
    if (!result && gaps.length === 0) return [];
    const texts = chosen.flatMap((one, at) => {
      const isGap = gaps.includes(one);
      if (result && !isGap) return [];
      const gap = isGap ? `${difference.noun(one)} unknown` : "";
      const text = difference.figure?.(one, settings) ?? gap;
      return text === "" ? [] : { car: names[at] ?? "", text };
    });
    const carsByText = Map.groupBy(texts, ({ text }) => text);
    const details = Array.from(
      carsByText,
      ([text, cars]) => `${listInWords(cars.map(({ car }) => car))}: ${text}`,
    );
    return {
      need,
      /** `Ioniq 5`, `Ioniq 5 or Model Y` if they are equally good, `no clear answer` if too little is known */
      cars: result ? result.leaders.map(({ at }) => names[at]).join(" or ") : "no clear answer",
      /** ` (Model Y: charging time unknown)` or empty */
      details: details.length > 0 ? ` (${details.join("; ")})` : "",
    };
  });
}

/**
 * The cheapest trim of each model's two newest years, by row id (comparing.md#like-for-like).
 * @returns none when these are compared already, or when two trims of one model are
 */
export function findCheapest(chosen: readonly ModelTrim[]): number[] {
  const evs = new Set(chosen.map(({ ev }) => ev));
  if (evs.size < 2 || evs.size < chosen.length) return [];
  const rowIds = Array.from(evs, (ev) => sortTrims(ev)[0]?.rowId ?? 0);
  return chosen.every(({ trim }) => rowIds.includes(trim.rowId)) ? [] : rowIds;
}
