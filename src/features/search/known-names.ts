import { memoizeByObject } from "../../domain/memoize.ts";
import { canonicalMake } from "../../domain/brands.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { joinLetters } from "../../domain/filters/search.ts";

/** Makes and models of a catalogue, keyed by their letters and digits. */
export interface KnownNames {
  /** as the catalogue spells them */
  readonly makes: ReadonlyMap<string, string>;
  /** with and without their make */
  readonly models: ReadonlyMap<string, Ev>;
  /** whether a word of any make, model or trim starts with this one */
  readonly hasWord: (word: string) => boolean;
  readonly newestYear: number;
  /** miles */
  readonly longestRange: number;
}

/** Further abbreviations; canonicalMake() has the catalogue's own aliases. */
const SHORT_MAKES = [["vw", "Volkswagen"]] as const;

export const knownNames = memoizeByObject((evs: readonly Ev[]): KnownNames => {
  const makes = new Map(evs.map(({ make }) => [joinLetters(canonicalMake(make)), make]));
  for (const [short, make] of SHORT_MAKES) {
    const spelled = makes.get(joinLetters(make));
    if (spelled !== undefined) makes.set(short, spelled);
  }
  const models = new Map<string, Ev>();
  for (const ev of evs) {
    const key = joinLetters(ev.model);
    models.set(joinLetters(ev.make) + key, ev);
    // A `2` is a Polestar only after that name.
    if (key.length > 1 && /\p{L}/u.test(key)) models.set(key, ev);
  }
  const allWords = wordsIn(evs);
  const hasWord = (word: string) => {
    const letters = joinLetters(word);
    return letters !== "" && allWords.some((other) => other.startsWith(letters));
  };
  const trims = evs.flatMap((ev) => ev.trims);
  const newestYear = trims.reduce((newest, { year }) => Math.max(newest, year), 0);
  const longestRange = trims.reduce((longest, { range }) => Math.max(longest, range ?? 0), 0);
  return { makes, models, hasWord, newestYear, longestRange };
});

function wordsIn(evs: readonly Ev[]): string[] {
  // Trims of many models share their names.
  const texts = new Set(
    evs.flatMap(({ make, model, trims }) => [make, model, ...trims.map(({ trim }) => trim)]),
  );
  const words = new Set(Array.from(texts, (text) => text.split(/\s+/u)).flat());
  const parts = Array.from(words, (word) => [word, ...word.split(/[^\p{L}\p{N}+]+/u)]).flat();
  return [...new Set(parts.map(joinLetters))];
}

export interface FoundName {
  /** position in the text; `to` is exclusive */
  readonly from: number;
  readonly to: number;
  /** set when a make is not followed by a model */
  readonly make: string | undefined;
  readonly ev: Ev | undefined;
}

/** Maximum number of words in a name. */
const LONGEST_NAME = 8;

/** Matches longest names first and returns them in text order. */
export function findNames(text: string, { makes, models }: KnownNames): FoundName[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}+]+/gu)]
    .map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }))
    .filter(({ word }) => word.toLowerCase() !== "models"); // not a Model S
  const makeOf = (name: string) => makes.get(joinLetters(canonicalMake(name)));
  const recognized: FoundName[] = [];
  for (let at = 0; at < words.length; at += 1) {
    for (let last = Math.min(at + LONGEST_NAME, words.length) - 1; last >= at; last -= 1) {
      const [from = 0, to = 0] = [words[at]?.from, words[last]?.to];
      const part = text.slice(from, to);
      const make =
        makeOf(part) ?? (last === at ? makeOf(part.replace(/(?<!^seat)s$/i, "")) : undefined);
      const ev = make === undefined ? models.get(joinLetters(part)) : undefined;
      if (make === undefined && !ev) continue;
      recognized.push({ from, to, make, ev });
      at = last;
      break;
    }
  }
  return recognized;
}
