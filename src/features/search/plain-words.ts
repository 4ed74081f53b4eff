import { sortTrims } from "../../domain/trims.ts";
import { canonicalMake } from "../../domain/brands.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { setIgnored } from "../filters/filter-address.ts";
import {
  DEFAULT_FILTERS,
  dropUnusedExceptions,
  type FilterState,
  resetFilters,
} from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findModels, NO_FILTER, type VehicleFilter } from "../../domain/filters/find-models.ts";
import type { QuickFilter } from "../../domain/filters/quick-filters.ts";
import {
  joinLetters,
  OR,
  recognizeSearch,
  wordsOf,
  SEARCH_MAX_CHARACTERS,
} from "../../domain/filters/search.ts";
import { DEFAULT_SORT } from "../../domain/filters/sort.ts";
import { paymentPath } from "../../domain/routes.ts";
import { type ComparisonPlan, planComparison, readSides, splitSides } from "./compared-models.ts";
import { findNames, type FoundName, knownNames, type KnownNames } from "./known-names.ts";
import { FILLERS, isMistyped, isNearName } from "./find-nearest-names.ts";
import {
  listToken,
  lowered,
  turnDenied,
  type ParsedQuery,
  type Phrase,
  type QueryToken,
  shortenSpaces,
} from "./phrase.ts";
import { PAYMENT, PHRASES } from "./phrases.ts";

/** A part of the text. `text` has not been read yet, or has no meaning. */
type Part = { readonly from: number; readonly to: number } & (
  | { readonly kind: "text" | "ignored" }
  | { readonly kind: "name"; readonly name: FoundName }
  | { readonly kind: "filters"; readonly tokens: readonly QueryToken[]; readonly isIdea: boolean }
);

/** Negation before a phrase, which is then ignored: `no SUV`, `-tesla`. */
const NEGATION =
  /(?<![a-z\d])(?:not?|non|never|cannot|can['’]?t|do(?:es)?n['’]?t|without|except|(?:any|every)thing but)[\s–-]{1,3}(?:an?\s)?$|(?<!\S)[–-]$/;

/** Interprets a search in plain words (finding.md#plain-words). Makes and models come first and stay words. */
export function parseQuery(text: string, names: KnownNames, phrases = PHRASES): ParsedQuery {
  const query = shortenSpaces(text.slice(0, SEARCH_MAX_CHARACTERS));
  // Keeps the length, so that positions in it are positions in the text.
  const lower = turnDenied(lowered(query));
  const whole: Part = { kind: "text", from: 0, to: query.length };
  let parts = divide(lower, whole, namesIn(query, names));
  for (const phrase of phrases) {
    parts = parts.flatMap((part) =>
      part.kind === "text" ? divide(lower, part, phrasesIn(lower, part, phrase, names)) : part,
    );
  }
  const { rest, ignored } = unreadWords(query, parts, names);
  const read = parts.filter((part) => part.kind === "filters");
  const certain = read.flatMap(({ tokens, isIdea }) => (isIdea ? [] : tokens));
  const certainParameters = new Set(certain.map(({ parameter }) => parameter));
  const tokens = read.flatMap((part) =>
    part.isIdea
      ? part.tokens.filter(({ parameter }) => !certainParameters.has(parameter))
      : part.tokens,
  );
  // `15,000 miles a year` names no F-150.
  if (tokens.length === 0 && !rest.some((word) => /\p{L}/u.test(word)))
    return { tokens, rest: "", ignored: text.trim(), isGuess: true };
  return {
    tokens: mergeTokens(tokens),
    rest: rest.join(" "),
    ignored: ignored.filter(Boolean).join(" "),
    isGuess: certainParameters.size === 0,
  };
}

/** Divides a text at what was found in it. What follows a negation is ignored. */
function divide(lower: string, text: Part, found: readonly Part[]): Part[] {
  if (found.length === 0) return [text];
  const parts: Part[] = [];
  let { from } = text;
  for (const part of found) {
    const not = NEGATION.exec(lower.slice(0, part.from))?.index ?? -1;
    const start = not < from ? part.from : not;
    parts.push({ kind: "text", from, to: start });
    parts.push(not < from ? part : { kind: "ignored", from: start, to: part.to });
    from = part.to;
  }
  parts.push({ kind: "text", from, to: text.to });
  return parts.filter((part) => part.from < part.to);
}

function phrasesIn(
  lower: string,
  { from, to }: Part,
  { pattern, means, isIdea = false }: Phrase,
  names: KnownNames,
): Part[] {
  const text = lower.slice(from, to);
  // Most phrases do not occur, and matchAll() creates a new pattern each time.
  if (text.search(pattern) < 0) return [];
  return Array.from(text.matchAll(pattern)).flatMap(({ 0: match, index, groups = {} }) => {
    const meant = means(groups, names);
    if (meant === null) return [];
    const at = { from: from + index, to: from + index + match.length };
    if (meant === "words") return { kind: "ignored", ...at } as const;
    return { kind: "filters", ...at, tokens: [meant].flat(), isIdea } as const;
  });
}

/** Makes and models; several makes that are joined by `or` are a filter. */
function namesIn(query: string, names: KnownNames): Part[] {
  const found = findNames(query, names);
  const parts = found.map((name): Part => ({ ...name, kind: "name", name }));
  for (const list of makeLists(query, found)) {
    const makes = [...new Set(list.map(({ make }) => canonicalMake(make ?? "")))];
    const [first, last] = [list[0], list.at(-1)];
    if (!first || !last) continue;
    const tokens = [listToken("make", makes, makes.join(" or "))];
    const { from } = first;
    const part: Part = { kind: "filters", from, to: last.to, tokens, isIdea: false };
    parts.splice(
      parts.findIndex((one) => one.from === from),
      list.length,
      part,
    );
  }
  return parts;
}

/** Text between two names of a list: `,`, `/`, `and`, `, or` */
const JOINS = /^\s*(?:,|\/|&|,?\s*\b(?:or|and)\b)\s*$/iu;

/** `Hyundai, Kia or Genesis`, but not `Hyundai or Kia EV6`. */
function makeLists(text: string, names: readonly FoundName[]): FoundName[][] {
  const lists: FoundName[][] = [];
  let list: FoundName[] = [];
  names.forEach((name, at) => {
    const next = names[at + 1];
    const between = next ? text.slice(name.to, next.from) : "";
    if (name.make === undefined) list = [];
    else list.push(name);
    // No car has two makes.
    if (JOINS.test(between) || (next && between.trim() === "")) return;
    if (list.length > 1) lists.push(list);
    list = [];
  });
  return lists;
}

/** Punctuation around a word, except currency signs. */
const SIGNS_AROUND = /^[^\p{L}\p{N}\p{Sc}]+|[^\p{L}\p{N}\p{Sc}+%]+$/gu;

/** Words that are in no name would find nothing, so they are ignored; a mistyped name leads to the nearest. */
function unreadWords(query: string, parts: readonly Part[], names: KnownNames) {
  const rest: string[] = [];
  const ignored: string[] = [];
  parts.forEach((part, at) => {
    const text = query.slice(part.from, part.to);
    if (part.kind === "ignored") ignored.push(text.trim());
    if (part.kind === "name") rest.push(nameOf(part.name, text));
    if (part.kind !== "text") return;
    if (isAlternative(text, parts[at - 1], parts[at + 1])) return rest.push(OR);
    let isAfterName = parts[at - 1]?.kind === "name";
    for (const [word] of text.matchAll(/(?:[^\s,;]|(?<=\d),(?=\d))+/gu)) {
      const bare = word.replaceAll(SIGNS_AROUND, "");
      const isFiller = FILLERS.includes(bare.toLowerCase());
      // `3 kids` are no Polestar 3.
      const isLikely = !isFiller && (isAfterName || !/^\d{1,2}$/.test(bare));
      isAfterName = isLikely && (names.hasWord(bare) || isNearName(bare, names));
      if (isFiller) continue;
      (isAfterName ? rest : ignored).push(bare);
    }
  });
  return { rest, ignored };
}

/** `chevy` is recognized but is not part of the name. */
function nameOf({ make }: FoundName, typed: string): string {
  return make === undefined || joinLetters(make).includes(joinLetters(typed)) ? typed : make;
}

/** Whether any one of the names beside it matches: `or` in `Ioniq 5 or EV6`, the comma in `EV6, Ioniq 5`. */
function isAlternative(text: string, before: Part | undefined, after: Part | undefined): boolean {
  if (before?.kind !== "name" || after?.kind !== "name") return false;
  // `Hyundai, Ioniq 5` is one car.
  return JOINS.test(text) && (before.name.make === undefined || text.trim() !== ",");
}

/** One for each parameter: values of a list together, both ends of bounds, of anything else the last. */
function mergeTokens(tokens: readonly QueryToken[]): QueryToken[] {
  const all = new Map<string, QueryToken>();
  for (const token of tokens)
    all.set(token.parameter, all.get(token.parameter)?.join?.(token) ?? token);
  return [...all.values()];
}

/** Returns the labels of its chips, such as `AWD` and `up to $50,000`, and the remaining words in quotes. */
export function labelsOf({ tokens, rest }: ParsedQuery, distance: DistanceFormats): string[] {
  const labels = tokens.map(({ label }) => label(distance));
  return rest === "" ? labels : [...labels, `“${rest}”`];
}

/** What Enter does with a search text. */
export type SearchPlan =
  | { readonly kind: "filters"; readonly parsedQuery: ParsedQuery }
  | { readonly kind: "savings"; readonly path: string }
  | ComparisonPlan;

/** @param evs every model @returns null when the words stay the search */
export function planSearch(
  text: string,
  evs: readonly Ev[],
  makes: readonly string[],
): SearchPlan | null {
  // A text that names a brand or body type already selects it (finding.md#search-that-selects).
  if (recognizeSearch(text, makes) !== null) return null;
  const names = knownNames(evs);
  const parsedQuery = parseQuery(text, names);
  const isUnderstood = parsedQuery.tokens.length > 0;
  const sides = splitSides(text).map((side) => ({ text: side, ...parseQuery(side, names) }));
  const read = sides.length > 1 ? readSides(sides, evs, names) : [];
  const plan = planComparison(read);
  if (plan) return plan;
  const rests = sides.map(({ rest }) => rest);
  if (rests.length > 1 && rests.every(Boolean)) {
    // `kia vs hyundai` does not name two models, so all that it may mean are listed.
    const listed = { ...parsedQuery, rest: rests.join(` ${OR} `) };
    if (findsWith(listed, evs, makes)) return { kind: "filters", parsedQuery: listed };
  }
  // What is found stays the search, unless the words are more than a guess.
  if (parsedQuery.isGuess && findsSome(evs, { words: wordsOf(text) })) return null;
  if (parsedQuery.tokens.includes(PAYMENT)) return planPayment(parsedQuery, names);
  const isUnchanged = !isUnderstood && parsedQuery.rest === text.trim();
  return isUnchanged
    ? null
    : { kind: "filters", parsedQuery: ignoreMisleading(parsedQuery, names, evs, makes) };
}

/** Ignores words of a trim, such as `luxury` or the `range` of a Long Range, that no car has with the filters. */
function ignoreMisleading(
  parsedQuery: ParsedQuery,
  names: KnownNames,
  evs: readonly Ev[],
  makes: readonly string[],
): ParsedQuery {
  const { rest, ignored } = parsedQuery;
  if (rest === "" || findNames(rest, names).length > 0) return parsedQuery;
  if (findsWith(parsedQuery, evs, makes) && !/^range$/i.test(rest)) return parsedQuery;
  // A mistyped name leads to the nearest.
  if (rest.split(" ").some((word) => isMistyped(word, names))) return parsedQuery;
  const withoutRest = { ...parsedQuery, rest: "", ignored: `${rest} ${ignored}`.trim() };
  return findsWith(withoutRest, evs, makes) ? withoutRest : parsedQuery;
}

function findsWith(query: ParsedQuery, evs: readonly Ev[], makes: readonly string[]): boolean {
  return findsSome(evs, toVehicleFilter(applyParsedQuery(DEFAULT_FILTERS, query), makes));
}

/** Savings has the payments. Filters beside them come first. */
function planPayment(parsedQuery: ParsedQuery, names: KnownNames): SearchPlan {
  const { rest, ignored } = parsedQuery;
  const tokens = parsedQuery.tokens.filter((token) => token !== PAYMENT);
  if (tokens.length > 0) {
    const words = `${ignored} monthly payment`.trimStart();
    return { kind: "filters", parsedQuery: { ...parsedQuery, tokens, ignored: words } };
  }
  const [ev, other] = new Set(findNames(rest, names).flatMap((name) => name.ev ?? []));
  const cheapest = ev && !other ? sortTrims(ev)[0] : undefined;
  return { kind: "savings", path: paymentPath(cheapest?.rowId) };
}

/** Whether any model passes. */
export function findsSome(
  evs: readonly Ev[],
  filter: Partial<VehicleFilter>,
  quick: QuickFilter | null = null,
): boolean {
  const whole = { ...NO_FILTER, ...filter };
  return findModels(evs, whole, DEFAULT_SORT, { quick, most: 0 }).modelCount > 0;
}

/** Applies the words with the filters that are on, or in place of them if only that finds something. */
export function answerSearch(
  state: FilterState,
  parsedQuery: ParsedQuery | null,
  evs: readonly Ev[],
  makes: readonly string[],
): FilterState {
  const words = parsedQuery ?? { tokens: [], rest: state.search, ignored: state.ignored };
  const together = applyParsedQuery(state, words);
  const finds = (filters: FilterState) =>
    findsSome(evs, toVehicleFilter(filters, makes), filters.quick);
  if (finds(together)) return together;
  const alone = applyParsedQuery(resetFilters(state), words);
  return finds(alone) ? alone : together;
}

/** Keeps names in the search, remembers ignored words (finding.md#ignored-words) and leaves other filters. */
export function applyParsedQuery(
  state: FilterState,
  { tokens, rest, ignored }: Pick<ParsedQuery, "tokens" | "rest" | "ignored">,
): FilterState {
  const named = setIgnored({ ...state, search: rest }, ignored);
  return dropUnusedExceptions(tokens.reduce((now, token) => token.apply(now), named));
}
