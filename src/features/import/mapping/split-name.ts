/** One column that holds the names of a car: `Tesla Model 3 Long Range` (importing.md#whole-names). */
import { BRANDS_WITH_LOGO } from "../../../domain/brands.ts";
import { foldName, identityKey } from "../../../domain/names.ts";

export const NAME_PARTS = ["make", "model", "trim"] as const;
export type NamePart = (typeof NAME_PARTS)[number];

/** @returns the parts; those that the text does not have are missing. undefined: no make begins it */
export type NameSplitter = (text: string) => Partial<Record<NamePart, string>> | undefined;

/** No name is longer, and composing the marks of a long one takes the square of its length. */
const LONGEST_WHOLE_NAME = 1_000;

/** Words that belong to the name before them: `Model 3`, `Ioniq 5`, `Model Y`. */
const SECOND_WORD = /^(?:\d{1,2}|\p{L})$/u;

interface KnownName {
  name: string;
  key: string;
}

const known = (name: string): KnownName => ({ name, key: identityKey(name) });
const longestFirst = (names: readonly KnownName[]) =>
  names.toSorted((a, b) => b.key.length - a.key.length);

function startOf(text: string, names: readonly KnownName[] = []) {
  const key = identityKey(text);
  const found = names.find((each) => key === each.key || key.startsWith(`${each.key} `));
  return found && { name: found.name, rest: text.slice(found.key.length).trim() };
}

/** Of a model that nobody knows yet. */
function firstWords(text: string) {
  const [first = "", second = ""] = text.split(" ");
  const name = SECOND_WORD.test(second) ? `${first} ${second}` : first;
  return { name, rest: text.slice(name.length).trim() };
}

const BRANDS = longestFirst(BRANDS_WITH_LOGO.map(known));

/** Whether the values of a column are makes with more behind them. */
export function holdsWholeNames({ samples = [] }: { samples?: readonly string[] }): boolean {
  return samples.length > 0 && samples.every((sample) => startOf(sample, BRANDS)?.rest);
}

/**
 * @param models of the catalogue, by whose makes and models names are divided; makes with a logo
 *   are known without them
 * @param makes known besides
 */
export function createNameSplitter(
  parts: readonly NamePart[],
  models: Iterable<{ make: string; model: string }>,
  makes: readonly string[] = [],
): NameSplitter {
  const ofMake = new Map<string, KnownName[]>();
  const allMakes = new Map<string, KnownName>();
  for (const name of [...BRANDS_WITH_LOGO, ...makes]) allMakes.set(identityKey(name), known(name));
  for (const { make, model } of models) {
    const key = identityKey(make);
    allMakes.set(key, { name: make, key });
    const list = ofMake.get(key);
    if (list) list.push(known(model));
    else ofMake.set(key, [known(model)]);
  }
  for (const [key, list] of ofMake) ofMake.set(key, longestFirst(list));
  const makesByLength = longestFirst([...allMakes.values()]);

  return (text) => {
    if (text.length > LONGEST_WHOLE_NAME) return undefined;
    const whole = foldName(text.replaceAll(/\s+/g, " "));
    const make = startOf(whole, makesByLength);
    if (!make) return undefined;
    if (!parts.includes("trim")) return { make: make.name, ...(make.rest && { model: make.rest }) };
    const { name, rest } =
      startOf(make.rest, ofMake.get(identityKey(make.name))) ?? firstWords(make.rest);
    return { make: make.name, ...(name && { model: name }), ...(rest && { trim: rest }) };
  };
}
