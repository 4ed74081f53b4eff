/** Splits whole names of cars: `Tesla Model 3 Long Range` (importing.md#whole-names). */
import { BRANDS_WITH_LOGO, MAKE_ALIASES } from "../../../domain/brands.ts";
import { joinLetters } from "../../../domain/filters/search.ts";
import { BODY_TYPES } from "../../../domain/field-options.ts";
import { foldName, identityKey } from "../../../domain/names.ts";
import type { NamePart } from "../mapping/import-mapping.schema.ts";
import { splitYear } from "../mapping/import-mapping.ts";
import { listOf, readDataFile } from "./words.server.ts";

const TABLE = readDataFile("makes");

/** Bounds the work for a hostile name of many words. */
const MOST_MODEL_WORDS = 12;

/** No name is longer, and normalizing combining marks takes quadratic time. */
const LONGEST_WHOLE_NAME = 1_000;

interface KnownName {
  name: string;
  key: string;
  /** whether the word of the file goes on after the make, as `MG4` does, so that it begins the model too */
  isInModel?: boolean;
}

const toKnownName = (name: string): KnownName => ({ name, key: identityKey(name) });
const longestFirst = (names: readonly KnownName[]) =>
  names.toSorted((a, b) => b.key.length - a.key.length);

function startOf(text: string, names: readonly KnownName[] = []) {
  const key = identityKey(text);
  const match = names.find((each) => key === each.key || key.startsWith(`${each.key} `));
  if (!match) return undefined;
  return { name: match.name, rest: match.isInModel ? text : text.slice(match.key.length).trim() };
}

const ALIASES: Readonly<Record<string, string>> = {
  ...MAKE_ALIASES,
  ...Object.fromEntries(
    TABLE.flatMap(({ make, also }) => listOf(also).map((text) => [text, make ?? ""])),
  ),
};
/** With makes of electric cars that have no logo. None of them is a word that starts another make's model name. */
const MAKES: readonly string[] = [...TABLE.map(({ make = "" }) => make), ...BRANDS_WITH_LOGO];
const KNOWN_MAKES = longestFirst([...MAKES, ...Object.keys(ALIASES)].map(toKnownName));
const MAKE_KEYS: ReadonlySet<string> = new Set(KNOWN_MAKES.map(({ key }) => key));

const MAKE_OF_ALIAS = new Map(
  Object.entries(ALIASES).map(([text, make]) => [identityKey(text), make] as const),
);

/** The usual spelling of a make in other words or letters; undefined for all others. */
export function canonicalMake(text: string): string | undefined {
  return MAKE_OF_ALIAS.get(identityKey(text));
}

const MODEL_OF_WORDS = new Map(
  readDataFile("models").flatMap(({ model = "", names }) =>
    listOf(names).map((name) => [joinLetters(name), model] as const),
  ),
);

/** A model in Latin letters that a text names in Japanese, Korean or Chinese. */
export function latinModel(text: string): string | undefined {
  return MODEL_OF_WORDS.get(joinLetters(text));
}

/** Whether a text is a make in any usual spelling. */
export function isKnownMake(text: string): boolean {
  return MAKE_KEYS.has(identityKey(text));
}

/** Whether a text is a make followed by more words, with or without a model year. */
export function isWholeName(text: string): boolean {
  return Boolean(startOf(foldName(splitYear(text).rest), KNOWN_MAKES)?.rest);
}

/**
 * @param models of the catalogue; well-known makes need no model
 * @param makes further known makes, each with the make that it stands for
 * @returns divides a text, with what other columns of the row contain; undefined without a known make
 */
export function createNameSplitter(
  parts: readonly NamePart[],
  models: Iterable<{ make: string; model: string }>,
  makes: Readonly<Record<string, string>> = {},
) {
  /** the models of each make, by their letters */
  const ofMake = new Map<string, Map<string, string>>();
  const allMakes = new Map<string, KnownName>();
  for (const name of MAKES) allMakes.set(identityKey(name), toKnownName(name));
  for (const { make, model } of models) {
    const key = identityKey(make);
    allMakes.set(key, { name: make, key });
    const known = ofMake.get(key) ?? new Map<string, string>();
    ofMake.set(key, known.set(joinLetters(model), model));
  }
  // An alias is not a make of its own, unless the catalogue has it; the user's choice wins.
  for (const [text, make] of Object.entries(ALIASES)) {
    const key = identityKey(text);
    const { name = make } = allMakes.get(identityKey(make)) ?? {};
    if (!allMakes.has(key)) allMakes.set(key, { name, key });
  }
  for (const [text, make] of Object.entries(makes)) {
    const [key, makeKey] = [identityKey(text), identityKey(make)];
    allMakes.set(makeKey, { name: make, key: makeKey });
    const isInModel = key.startsWith(makeKey) && /^[\p{L}\p{N}]/u.test(key.slice(makeKey.length));
    allMakes.set(key, { name: make, key, isInModel });
  }
  const makesByLength = longestFirst([...allMakes.values()]);

  /** Removes the make of another column from a name that repeats it, or completes it: `Alfa`, `Romeo Junior`. */
  const withMake = (whole: string, make: string) => {
    const joined = startOf(foldName(`${make} ${whole}`), makesByLength);
    if (joined && joined.name.length > foldName(make).length && joined.rest !== whole)
      return joined;
    return startOf(whole, namesOfMake(makesByLength, make)) ?? { name: make, rest: whole };
  };

  /** @param ownModel of the row, if another column contains it */
  const divideModel = ({ name, rest }: { name: string; rest: string }, ownModel: unknown) => {
    if (!parts.includes("trim")) return { model: rest, trim: "" };
    if (typeof ownModel !== "string")
      return splitModel(rest, ofMake.get(identityKey(name))) ?? { model: rest, trim: "" };
    const known = ofMake.get(identityKey(name));
    const own = new Map([[joinLetters(ownModel), ownModel]]);
    const isKnown = known === undefined || known.has(joinLetters(ownModel));
    // `F-150` beside `F-150 Lightning Pro`, where the catalogue has the F-150 Lightning alone.
    const longer = isKnown ? undefined : splitModel(rest, known);
    if (longer && splitModel(longer.model, own)) return longer;
    return { model: ownModel, trim: splitModel(rest, own)?.trim ?? rest };
  };

  return (text: string, known: Partial<Record<NamePart, unknown>> = {}) => {
    if (text.length > LONGEST_WHOLE_NAME) return undefined;
    const name = text.replaceAll(/\s+/g, " ");
    const { year, rest } = splitYear(name);
    const isDated = year !== undefined && (parts.includes("year") || year === known.year);
    const whole = foldName(isDated ? rest : name);
    const make = typeof known.make === "string" ? known.make : undefined;
    const found = make === undefined ? startOf(whole, makesByLength) : withMake(whole, make);
    if (!found) return undefined;
    const { model, trim } = divideModel(found, known.model);
    return {
      ...((make === undefined || identityKey(found.name) !== identityKey(make)) && {
        make: found.name,
      }),
      ...(model && (parts.includes("model") || model !== known.model) && { model }),
      ...(trim && { trim }),
      ...(isDated && { year }),
    };
  };
}

function namesOfMake(makes: readonly KnownName[], make: string): KnownName[] {
  const key = identityKey(make);
  const named = makes.filter(({ name }) => identityKey(name) === key);
  return longestFirst([...named, { name: make, key }]);
}

const DASH = /^[-–—]$/;

/** Divides a text after the make's longest model, in any spelling that the search folds; undefined without one. */
function splitModel(text: string, models: ReadonlyMap<string, string> | undefined) {
  const words = text.split(" ");
  for (let count = Math.min(words.length, MOST_MODEL_WORDS); count > 0; count--) {
    // `Equinox EV – 2RS`
    if (DASH.test(words[count - 1] ?? "")) continue;
    const written = words.slice(0, count).join(" ");
    const known = models?.get(joinLetters(written));
    if (known === undefined) continue;
    const model = identityKey(known) === identityKey(written) ? known : written;
    const isDashed = DASH.test(words[count] ?? "");
    return { model, trim: words.slice(isDashed ? count + 1 : count).join(" ") };
  }
  return undefined;
}

/** The mark of a footnote after a name. */
const FOOTNOTE_MARK = /[¹²³*†‡\s]+$/u;

/** `Bolt` of `Bolt LT` whose trim is `LT`; only the body may follow it, as in `EQS 450+ Sedan`. */
export function modelWithout(model: string, trim: string): string | undefined {
  const name = model.replace(FOOTNOTE_MARK, "");
  const end = ` ${trim.trim().replace(FOOTNOTE_MARK, "")}`;
  if (end === " ") return undefined;
  const bodies = ["", ...BODY_TYPES.map((body) => ` ${body}`)];
  const body = bodies.find((each) => name.toLowerCase().endsWith((end + each).toLowerCase()));
  if (body === undefined) return undefined;
  const start = name.length - body.length;
  return name.slice(0, start - end.length) + name.slice(start);
}
