/** Recognizes models that a search names side by side (finding.md#plain-words). */
import { sortTrims } from "../../domain/trims.ts";
import { joinLetters, wordSearch, wordsOf } from "../../domain/filters/search.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import type { ModelTrim } from "../compare/compare.ts";
import { findNames, type KnownNames } from "./known-names.ts";
import { lowered, type ParsedQuery, type QueryToken } from "./phrase.ts";
import { MAX_ADDRESS_IDS } from "../compare/compare-address.ts";

/** What is compared: a model, or some of its trims. */
interface Compared {
  readonly ev: Ev;
  readonly trims: readonly Trim[];
}

const VERSUS = /\s(?:vs?\.?|versus|against)\s|(?<=(?<!\d)20\d\d)\s+or\s+(?=20\d\d(?!\d))/;
/** What joins the sides of `compare Model 3 with Polestar 2`. */
const COMPARED_WITH = /\s(?:vs?\.?|versus|against|with|and|to)\s|\s*,\s*/;

/** Returns the sides of `Model Y vs Ioniq 5`, or the whole text if it has none. */
export function splitSides(text: string): string[] {
  const lower = lowered(text);
  const asked = lower.replace(/^\s*compare\s/, "");
  return asked.split(asked === lower ? VERSUS : COMPARED_WITH, MAX_ADDRESS_IDS);
}

interface Side extends ParsedQuery {
  readonly text: string;
}

/** `f150 vs silverado`, `Ioniq 5 2025 vs 2026`: sides that name a model, a trim or a year; empty if one is unclear. */
export function readSides(
  sides: readonly Side[],
  evs: readonly Ev[],
  names: KnownNames,
): Compared[] {
  const years = sides.map(({ tokens }) => tokens.find(isModelYear)?.value);
  // A single year is a condition, which asks for a list.
  if (years.filter((year) => year !== undefined).length === 1) return [];
  const read = sides.map((side) =>
    side.tokens.length > 0 && side.rest === "" ? null : readNames(side, evs, names),
  );
  const options = sides.map(({ tokens }, at) => {
    if (!read[at] && !tokens.every(isModelYear)) return [];
    // `vs 2026` is another year of the car before it, `2025 vs` of the one after it.
    const named = read[at] ?? read.slice(0, at).findLast(Boolean) ?? read.find(Boolean) ?? [];
    const year = years[at];
    return named.flatMap(({ ev, trims }) => {
      const ofYear = trims.filter((trim) => year === undefined || String(trim.year) === year);
      return ofYear.length > 0 ? { ev, trims: ofYear } : [];
    });
  });
  const certain = options.flatMap((some) => (some.length === 1 ? some : [])).map(({ ev }) => ev);
  const compared = options.flatMap((some) => {
    if (some.length === 1) return some;
    const ofModel = some.filter(({ ev }) => certain.includes(ev));
    // In `Polestar 2 vs 3`, the maker is the same.
    const likely =
      ofModel.length > 0
        ? ofModel
        : some.filter(({ ev }) => certain.some(({ make }) => make === ev.make));
    return likely.length === 1 ? likely : [];
  });
  return compared.length === sides.length ? compared : [];
}

function isModelYear({ parameter, value }: QueryToken): boolean {
  return parameter === "year" && /^\d{4}$/.test(value);
}

/** Returns every model that the words of a side may mean. */
function readNames(
  { text, rest, ignored, tokens }: Side,
  evs: readonly Ev[],
  names: KnownNames,
): Compared[] {
  if (ignored !== "" && rest !== "") return [];
  const recognized = findNames(rest, names);
  const named = new Set(recognized.flatMap(({ ev }) => ev ?? []));
  const besideNames = recognized.reduceRight(
    (words, { from, to }) => words.slice(0, from) + words.slice(to),
    rest,
  );
  const hasCondition = !tokens.every(isModelYear);
  const isModelAlone = named.size === 1 && joinLetters(besideNames) === "" && !hasCondition;
  if (isModelAlone) return [...named].map((ev) => ({ ev, trims: ev.trims }));
  const among = named.size === 0 ? evs : named.size === 1 ? [...named] : [];
  // `SE RWD` is a trim, although `RWD` alone is a condition.
  const called = trimsCalled(text.replaceAll(/(?<!\d)20\d\d(?!\d)/g, ""));
  // `3` alone is ignored.
  const readings = hasCondition || ignored !== "" ? [called] : [called, wordSearch(wordsOf(rest))];
  for (const find of readings) {
    const found = among.flatMap((ev) => {
      const trims = find(ev);
      return trims.length > 0 ? { ev, trims } : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

const SHORT_NAME = /(?<=\s|^)(?!EV$)(?:\S*\d\S*|\S{1,2})$/;

/** Finds trims of exactly this name, with or without their model's and make's, or of a model such as the `Y` or `6`. */
function trimsCalled(name: string) {
  const letters = joinLetters(name);
  return ({ make, model, trims }: Ev) =>
    trims.filter(({ trim }) =>
      [trim, model + trim, make + model + trim, SHORT_NAME.exec(model)?.[0] ?? ""].some(
        (one) => joinLetters(one) === letters,
      ),
    );
}

export interface ComparisonPlan {
  readonly kind: "comparison";
  /** the cheapest trim of each side */
  readonly chosen: readonly ModelTrim[];
  readonly rowIds: readonly number[];
}

/** @returns null if there are no two trims to compare */
export function planComparison(compared: readonly Compared[]): ComparisonPlan | null {
  const chosen = new Map<number, ModelTrim>();
  for (const { ev, trims } of compared) {
    const trim = sortTrims(ev).find((one) => trims.includes(one));
    if (trim) chosen.set(trim.rowId, { ev, trim });
  }
  if (chosen.size < 2) return null;
  return { kind: "comparison", chosen: [...chosen.values()], rowIds: [...chosen.keys()] };
}
