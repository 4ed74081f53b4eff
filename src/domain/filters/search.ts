import { memoizeByObject } from "../memoize.ts";
import { canonicalMake } from "../brands.ts";
import { MAX_NORMALIZED_CHARACTERS } from "../names.ts";
import type { Ev, Trim } from "../vehicle.ts";
import { BODY_TYPES, type BodyType } from "../field-options.ts";

export const SEARCH_MAX_CHARACTERS = 100;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean);
}

/** A name's searchable forms, computed once so that typing needs no normalisation. */
interface SearchText {
  /** lowercase; followed by a form without accents if there are any */
  readonly text: string;
  /** from the beginning of each word on, letters and digits alone: `\nf150lightning\n150lightning…` */
  readonly joined: string;
}

function withoutAccents(text: string): string {
  // Fast path for nearly all names: the first key of a search waits for the whole catalogue.
  if (text.length > MAX_NORMALIZED_CHARACTERS || /^[\0-\x7f]*$/.test(text)) return text;
  return text.normalize("NFKD").replace(/\p{M}+/gu, "");
}

/** A plus is not a separator: `EQE 350+` and `EQE 350` are different cars. */
const SIGNS = /[^\p{L}\p{N}+]+/u;

/** Keeps only letters and digits, lowercase and without accents: `ID.4` becomes `id4`. */
export function joinLetters(text: string): string {
  return withoutAccents(text.toLowerCase()).split(SIGNS).join("");
}

function toSearchText(text: string): SearchText {
  const lower = text.toLowerCase();
  const bare = withoutAccents(lower);
  let joined = "";
  let rest = "";
  for (const word of bare.split(SIGNS).toReversed()) {
    rest = word + rest;
    if (word !== "") joined += `\n${rest}`;
  }
  return { text: bare === lower ? lower : `${lower}\n${bare}`, joined };
}

/** Matches a text literally (finding.md#search), or from a word's start without spaces, punctuation and accents. */
function finderOf(wanted: string): (text: SearchText) => boolean {
  const letters = joinLetters(wanted);
  if (letters === "") return ({ text }) => text.includes(wanted);
  const isPlain = letters === wanted;
  const beginning = `\n${letters}`;
  return ({ text, joined }) =>
    text.includes(wanted) || joined.includes(beginning) || (!isPlain && text.includes(letters));
}

/** The texts of a model's trims, what all of them contain, and all of them as one. */
const modelTexts = memoizeByObject(({ make, model, trims }: Ev) => {
  const each = trims.map(({ trim }) => toSearchText(`${make} ${model} ${trim}`));
  const whole: SearchText = {
    text: each.map(({ text }) => text).join("\n"),
    joined: each.map(({ joined }) => joined).join(""),
  };
  return { each, shared: toSearchText(`${make} ${model}`), whole };
});

/** Separates two names, either of which may match. */
export const OR = "or";

/** Returns the words on each side of every `or`, or an empty array if fewer than two sides have words. */
function alternativesIn(words: readonly string[]): string[][] {
  const sides: string[][] = [[]];
  for (const word of words)
    if (word === OR) sides.push([]);
    else sides.at(-1)?.push(word);
  const alternatives = sides.filter((side) => side.length > 0);
  return alternatives.length > 1 ? alternatives : [];
}

/**
 * Search in Discover: "make model trim" must contain every word, or all words on one side of an `or`
 * (finding.md#search). @param words made by wordsOf() @returns a function that returns a model's matching trims
 */
export function wordSearch(words: readonly string[]): (ev: Ev) => readonly Trim[] {
  if (words.length === 0) return ({ trims }) => trims;
  const alternatives = [words, ...alternativesIn(words)].map((some) => some.map(finderOf));
  const matches = (text: SearchText) =>
    alternatives.some((finders) => finders.every((isIn) => isIn(text)));
  return (ev) => {
    const { each, shared, whole } = modelTexts(ev);
    // Two texts decide for most models.
    if (matches(shared)) return ev.trims;
    return matches(whole) ? ev.trims.filter((_, at) => matches(each[at] ?? whole)) : [];
  };
}

type Named = Pick<Ev, "make" | "model">;

const nameText = memoizeByObject(({ make, model }: Named) => toSearchText(`${make} ${model}`));

/** Search in pickers and the ranking: make and model must contain the whole text (finding.md#search). */
export function nameSearch(wanted: string): (ev: Named) => boolean {
  const isIn = finderOf(wanted.trim().toLowerCase());
  return (ev) => isIn(nameText(ev));
}

/** Filter names that include several body types, or rename one (finding.md#body-types). */
const BODY_TYPE_GROUPS: ReadonlyMap<string, readonly BodyType[]> = new Map([
  ["truck", ["Pickup Truck"]],
  ["suv/crossover", ["SUV", "Crossover"]],
]);

/** The body types that the quick-filter dialog offers (finding.md#body-types). */
export const BODY_TYPE_PILLS = ["Sedan", "SUV/Crossover", "Truck", "Minivan"] as const;

/** Expands `Truck` and `SUV/Crossover` to their body types; unknown names stay and match nothing. */
export function expandBodyType(name: string): readonly string[] {
  const key = plain(name);
  const group = BODY_TYPE_GROUPS.get(key);
  if (group) return group;
  return [BODY_TYPES.find((type) => type.toLowerCase() === key) ?? name.trim()];
}

/** Normalizes names for comparison: lowercase, hyphens as spaces (finding.md#search-that-selects). */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s-]+/gu, " ")
    .trim();
}

/** Every key of a search compares its text with all brands. */
const plainNames = memoizeByObject((names: readonly string[]) => names.map(plain));

export type Recognized =
  | { readonly kind: "make"; readonly make: string }
  | { readonly kind: "bodyTypes"; readonly bodyTypes: readonly string[] };

/**
 * Finds the brand or body type that a text names exactly, brands first (finding.md#search-that-selects).
 * @param makes the catalogue's brands @returns null when the text is only words to search for
 */
export function recognizeSearch(text: string, makes: readonly string[]): Recognized | null {
  const wanted = plain(text);
  if (wanted === "") return null;
  const canonical = plain(canonicalMake(text.trim()));
  const at = plainNames(makes).findIndex((name) => name === wanted || name === canonical);
  const make = makes[at];
  if (make !== undefined) return { kind: "make", make };
  const group = BODY_TYPE_GROUPS.get(wanted);
  if (group) return { kind: "bodyTypes", bodyTypes: group };
  const bodyType = BODY_TYPES.find((type) => plain(type) === wanted);
  return bodyType === undefined ? null : { kind: "bodyTypes", bodyTypes: [bodyType] };
}
