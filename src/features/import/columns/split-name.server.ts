/**
 * Splits a column that contains whole names of cars: `Tesla Model 3 Long Range` (importing.md#whole-names).
 */
import { BRANDS_WITH_LOGO, MAKE_ALIASES } from "../../../domain/brands.ts";
import { foldName, identityKey } from "../../../domain/names.ts";
import type { NamePart } from "../mapping/import-mapping.schema.ts";
import { listOf, readTable } from "./words.server.ts";

/**
 * Makes of electric cars without a logo, used to split whole names. None of them is a word that starts a
 * model name of another make.
 */
const TABLE = readTable("makes");

/**
 * @param make of the row, if another column contains it
 * @returns the parts that the text has; undefined when it does not start with a make
 */
export type NameSplitter = (
  text: string,
  make?: string,
) => Partial<Record<NamePart, string>> | undefined;

/** No name is longer, and normalizing combining marks takes quadratic time. */
const LONGEST_WHOLE_NAME = 1_000;

/** Short words that belong to the word before them: `Model 3`, `Ioniq 5`, `Model Y`. */
const SECOND_WORD = /^(?:\d{1,2}|\p{L})$/u;
/** A number followed by a unit is not part of the model: `e-Soul 64 kWh` is not a model 64. */
const UNIT_WORD = /^(?:kwh|kw|hp|ps|km|mi)$/i;

interface KnownName {
  name: string;
  key: string;
}

const toKnownName = (name: string): KnownName => ({ name, key: identityKey(name) });
const longestFirst = (names: readonly KnownName[]) =>
  names.toSorted((a, b) => b.key.length - a.key.length);

function startOf(text: string, names: readonly KnownName[] = []) {
  const key = identityKey(text);
  const match = names.find((each) => key === each.key || key.startsWith(`${each.key} `));
  return match && { name: match.name, rest: text.slice(match.key.length).trim() };
}

/** Guesses the name of an unknown model from the first words. */
function firstWords(text: string) {
  const [first = "", second = "", third = ""] = text.split(" ");
  const name = SECOND_WORD.test(second) && !UNIT_WORD.test(third) ? `${first} ${second}` : first;
  return { name, rest: text.slice(name.length).trim() };
}

const ALIASES: Readonly<Record<string, string>> = {
  ...MAKE_ALIASES,
  ...Object.fromEntries(
    TABLE.flatMap(({ make, also }) => listOf(also).map((text) => [text, make ?? ""])),
  ),
};
const MAKES: readonly string[] = [...TABLE.map(({ make = "" }) => make), ...BRANDS_WITH_LOGO];
const KNOWN_MAKES = longestFirst([...MAKES, ...Object.keys(ALIASES)].map(toKnownName));
const MAKE_KEYS: ReadonlySet<string> = new Set(KNOWN_MAKES.map(({ key }) => key));

/** Whether a text is a make in any usual spelling. */
export function isKnownMake(text: string): boolean {
  return MAKE_KEYS.has(identityKey(text));
}

/** Whether a text is a make followed by more words. */
export function isWholeName(text: string): boolean {
  return Boolean(startOf(foldName(text.trim()), KNOWN_MAKES)?.rest);
}

/**
 * @param models of the catalogue, whose makes and models are used to split names; well-known makes need no
 * model
 * @param makes further known makes, each with the make that it stands for
 */
export function createNameSplitter(
  parts: readonly NamePart[],
  models: Iterable<{ make: string; model: string }>,
  makes: Readonly<Record<string, string>> = {},
): NameSplitter {
  const ofMake = new Map<string, KnownName[]>();
  const allMakes = new Map<string, KnownName>();
  for (const name of MAKES) allMakes.set(identityKey(name), toKnownName(name));
  for (const { make, model } of models) {
    const key = identityKey(make);
    allMakes.set(key, { name: make, key });
    const list = ofMake.get(key);
    if (list) list.push(toKnownName(model));
    else ofMake.set(key, [toKnownName(model)]);
  }
  // An alias is not a make of its own, unless the catalogue has it; the user's choice wins.
  for (const [text, make] of Object.entries(ALIASES)) {
    const key = identityKey(text);
    const { name = make } = allMakes.get(identityKey(make)) ?? {};
    if (!allMakes.has(key)) allMakes.set(key, { name, key });
  }
  for (const [text, make] of Object.entries(makes)) {
    for (const key of [identityKey(text), identityKey(make)])
      allMakes.set(key, { name: make, key });
  }
  for (const [key, list] of ofMake) ofMake.set(key, longestFirst(list));
  const makesByLength = longestFirst([...allMakes.values()]);

  return (text, make) => {
    if (text.length > LONGEST_WHOLE_NAME) return undefined;
    const whole = foldName(text.replaceAll(/\s+/g, " "));
    const own = make === undefined ? makesByLength : namesOfMake(makesByLength, make);
    const begun = startOf(whole, own);
    const found = begun ?? (make === undefined ? undefined : { name: make, rest: whole });
    if (!found) return undefined;
    const modelParts = splitModel(found.rest, ofMake.get(identityKey(found.name)));
    const { model, trim } = parts.includes("trim") ? modelParts : { model: found.rest, trim: "" };
    return {
      ...(make === undefined && { make: found.name }),
      ...(model && { model }),
      ...(trim && { trim }),
    };
  };
}

/** A make and its aliases. */
function namesOfMake(makes: readonly KnownName[], make: string): KnownName[] {
  const key = identityKey(make);
  const named = makes.filter(({ name }) => identityKey(name) === key);
  return longestFirst([...named, { name: make, key }]);
}

function splitModel(text: string, models: readonly KnownName[] | undefined) {
  const { name, rest } = startOf(text, models) ?? firstWords(text);
  return { model: name, trim: rest };
}
