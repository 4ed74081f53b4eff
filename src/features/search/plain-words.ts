import type { DistanceFormats } from "../../domain/distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { type Bounds, OPEN, readBounds } from "../../domain/filters/bounds.ts";
import { parseFilters, serializeFilters } from "../filters/filter-address.ts";
import { BOUNDS } from "../../domain/filters/filters.ts";
import { DEFAULT_FILTERS, type FilterState } from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findModels, NO_FILTER } from "../../domain/filters/find-models.ts";
import { SEARCH_MAX_CHARACTERS } from "../../domain/filters/limits.ts";
import { joinLetters, OR, recognizeSearch, wordsOf } from "../../domain/filters/search.ts";
import { DEFAULT_SORT } from "../../domain/filters/sort.ts";
import {
  comparedModels,
  type ComparisonPlan,
  planComparison,
  readSides,
  splitSides,
  withoutQuestion,
} from "./compared-models.ts";
import { findNames, type FoundName, knownNames, type KnownNames } from "./known-names.ts";
import { FILLERS, isNearName } from "./nearest.ts";
import { boundsToken } from "./figure-phrases.ts";
import { boundSpaces, lowered, type QueryToken, meaning } from "./phrase.ts";
import { PHRASES } from "./phrases.ts";

export interface ParsedQuery {
  /** in text order */
  readonly tokens: readonly QueryToken[];
  /** the remaining words: names */
  readonly rest: string;
  /** unrecognized words that are not names, in text order (finding.md#ignored-words) */
  readonly ignored: string;
  /** the text without the words that were understood */
  readonly remainder: string;
  /** nothing but ideas was recognized */
  readonly isGuess: boolean;
}

/** Lists of which any value is enough. */
const LISTS = ["make", "bodyType", "drive", "port"];

const FILLER = new RegExp(
  `(?<![^\\s,.;:!?\\0\\uE000])(?:${FILLERS.join("|")})(?![^\\s,.;:!?\\0\\uE000])`,
  "g",
);

/** Negation before a phrase, which is then ignored. */
const NEGATION =
  /(?<![a-z\d])(?:not?|non|never|cannot|can['’]?t|do(?:es)?n['’]?t|without|except|(?:any|every)thing but)[\s–-]{1,3}(?:an?\s)?$/;

const UNDERSTOOD = "\0";
const NAME = "\u0001";
const REFUSED = "\uE000";

/**
 * Interprets a search text in plain words (finding.md#plain-words). Makes and models are recognized first and
 * stay words; several makes joined by `or` become a choice of makes.
 */
export function parseQuery(text: string, names: KnownNames): ParsedQuery {
  const query = text.slice(0, SEARCH_MAX_CHARACTERS);
  const placed: { at: number; meaning: QueryToken; isIdea?: boolean | undefined }[] = [];
  // Keeps the length, so that positions in it are positions in the text.
  let open = boundSpaces(lowered(query), UNDERSTOOD);
  const mark = (from: number, to: number, by: string) => {
    open = open.slice(0, from) + by.repeat(to - from) + open.slice(to);
  };
  const recognized = findNames(query, names);
  for (const { from, to } of recognized) mark(from, to, NAME);
  const refuse = (at: number, to: number) => {
    const not = NEGATION.exec(open.slice(0, at))?.index;
    if (not !== undefined) mark(not, to, REFUSED);
    return not !== undefined;
  };
  for (const list of makeLists(query, recognized)) {
    const makes = list.map(({ make }) => make ?? "");
    const [from = 0, to = 0] = [list[0]?.from, list.at(-1)?.to];
    if (refuse(from, to)) continue;
    placed.push({ at: from, meaning: meaning("make", makes.join(), makes.join(" or ")) });
    mark(from, to, UNDERSTOOD);
  }
  for (const { from, to } of recognized) refuse(from, to);
  for (const { pattern, means, isIdea } of PHRASES) {
    // Most phrases do not occur, and matchAll() creates a new pattern each time.
    if (open.search(pattern) < 0) continue;
    for (const { 0: match, index: at, groups = {} } of open.matchAll(pattern)) {
      const meant = means(groups, names);
      if (meant === null) continue;
      if (refuse(at, at + match.length)) continue;
      const meanings = meant === "words" ? [] : [meant].flat();
      placed.push(...meanings.map((one) => ({ at, meaning: one, isIdea })));
      mark(at, at + match.length, meant === "words" ? REFUSED : UNDERSTOOD);
    }
  }
  const unread = query.split("");
  const remainder = unread.map((letter, at) => (open[at] === UNDERSTOOD ? " " : letter)).join("");
  for (const { from, to } of alternativeSigns(query, recognized)) {
    if (open[from - 1] !== NAME || open[to] !== NAME) continue;
    mark(from, to, NAME);
    unread.fill("", from, to)[from] = ` ${OR} `;
  }
  for (const { 0: match, index } of open.matchAll(FILLER))
    mark(index, index + match.length, UNDERSTOOD);
  for (const { from, to, make } of recognized) {
    // `chevy` is recognized but is not part of the name.
    const isAlias =
      make !== undefined && !joinLetters(make).includes(joinLetters(query.slice(from, to)));
    if (isAlias && open[from] === NAME) unread.fill("", from, to)[from] = make;
  }
  // Words that are in no name would find nothing; a mistyped name leads to the nearest ones.
  const [rest, ignored]: [string[], string[]] = [[], []];
  for (const { 0: part, index } of open.matchAll(/\uE000+|(?:[^\s,;\0\uE000]|(?<=\d),(?=\d))+/gu)) {
    const words = unread.slice(index, index + part.length).join("");
    if (part.startsWith(REFUSED)) ignored.push(words.trim());
    else if (part.includes(NAME) || names.hasWord(words) || isNearName(words, names))
      rest.push(words);
    else ignored.push(words.replaceAll(SIGNS_AROUND, ""));
  }
  const asked = new Set(placed.flatMap((one) => (one.isIdea ? [] : one.meaning.parameter)));
  const meant = placed.filter((one) => !one.isIdea || !asked.has(one.meaning.parameter));
  // `15,000 miles a year` names no F-150.
  if (meant.length === 0 && !rest.some((word) => /\p{L}/u.test(word))) {
    return { tokens: [], rest: "", ignored: text.trim(), remainder, isGuess: true };
  }
  return {
    tokens: merged(meant.toSorted((a, b) => a.at - b.at).map((one) => one.meaning)),
    rest: rest.join(" "),
    ignored: ignored.filter(Boolean).join(" "),
    remainder,
    isGuess: asked.size === 0,
  };
}

/** Punctuation around a word, except currency signs. */
const SIGNS_AROUND = /^[^\p{L}\p{N}\p{Sc}]+|[^\p{L}\p{N}\p{Sc}+%]+$/gu;

/** Separates names of which any one matches: `or` in `Ioniq 5 or EV6`, the comma in `EV6, Ioniq 5`. */
function alternativeSigns(text: string, names: readonly FoundName[]) {
  return names.slice(1).flatMap((name, at) => {
    const { to: from = 0, make } = names[at] ?? {};
    const sign = text.slice(from, name.from);
    const isSign = /^\s*(?:\/|&|,?\s*\b(?:or|and)\b)\s*$/iu.test(sign);
    // `Hyundai, Ioniq 5` is one car.
    const isComma = make === undefined && /^\s*,\s*$/u.test(sign);
    return isSign || isComma ? [{ from, to: name.from }] : [];
  });
}

/** `Hyundai, Kia or Genesis`, but not `Hyundai or Kia EV6`. */
function makeLists(text: string, names: readonly FoundName[]): FoundName[][] {
  const lists: FoundName[][] = [];
  let list: FoundName[] = [];
  const between = (a: FoundName, b: FoundName) => text.slice(a.to, b.from);
  names.forEach((name, at) => {
    const next = names[at + 1];
    if (name.make === undefined) list = [];
    else list.push(name);
    if (next && /^\s*(?:,|\/|&|,?\s*\b(?:or|and)\b)\s*$/iu.test(between(name, next))) return;
    const isModelNext = next && next.make === undefined && between(name, next).trim() === "";
    if (list.length > 1 && !isModelNext) lists.push(list);
    list = [];
  });
  return lists;
}

/** One for each parameter: values of a list together, both ends of bounds, of anything else the last. */
function merged(meanings: readonly QueryToken[]): QueryToken[] {
  const all = new Map<string, QueryToken>();
  for (const one of meanings) {
    const { parameter } = one;
    const former = all.get(parameter);
    if (former?.value.split(",").includes(one.value)) continue;
    const bounds = BOUNDS.find((name) => name === parameter);
    if (former && bounds) {
      const [before, now] = [former, one].map(({ value }) => readBounds(value) ?? OPEN);
      const both = joinBounds(before ?? OPEN, now ?? OPEN);
      const isSpan = both.min === null || both.max === null || both.min <= both.max;
      all.set(parameter, isSpan ? boundsToken(bounds, both) : one);
      continue;
    }
    const isAdded = former && LISTS.includes(parameter);
    all.set(
      parameter,
      isAdded
        ? {
            parameter,
            value: `${former.value},${one.value}`,
            label: (distance) => `${former.label(distance)} or ${one.label(distance)}`,
          }
        : one,
    );
  }
  return [...all.values()];
}

/** `2025 or 2026` spans both; of two upper bounds the later one wins. */
function joinBounds(before: Bounds, now: Bounds): Bounds {
  const isSpan = [before, now].every(({ min, max }) => min !== null && max !== null);
  return {
    min: isSpan ? Math.min(before.min ?? 0, now.min ?? 0) : (now.min ?? before.min),
    max: isSpan ? Math.max(before.max ?? 0, now.max ?? 0) : (now.max ?? before.max),
  };
}

/** Returns the labels of its chips, such as `AWD` and `up to $50,000`, and the remaining words in quotes. */
export function labelsOf(
  { tokens: meanings, rest }: ParsedQuery,
  distance: DistanceFormats,
): string[] {
  const labels = meanings.map(({ label }) => label(distance));
  return rest === "" ? labels : [...labels, `“${rest}”`];
}

/** What Enter does with a search text. */
export type SearchPlan =
  | { readonly kind: "filters"; readonly parsedQuery: ParsedQuery }
  | ComparisonPlan;

/**
 * @param evs every model
 * @param makes the catalogue's brands
 * @returns null when the words stay the search
 */
export function planSearch(
  typed: string,
  evs: readonly Ev[],
  makes: readonly string[],
): SearchPlan | null {
  const text = withoutQuestion(typed);
  // A text that names a brand or body type already selects it (finding.md#search-that-selects).
  if (recognizeSearch(text, makes) !== null) return null;
  const names = knownNames(evs);
  const parsedQuery = parseQuery(text, names);
  const isUnderstood = parsedQuery.tokens.length > 0;
  const sides = splitSides(text).map((side) => ({ text: side, ...parseQuery(side, names) }));
  const read = sides.length > 1 ? readSides(sides, evs, names) : [];
  const named = isUnderstood ? parsedQuery.remainder : text;
  const compared =
    read.length > 0
      ? read
      : comparedModels(named, names, isUnderstood).map((ev) => ({
          ev,
          trims: ev.trims,
          tokens: parsedQuery.tokens,
        }));
  const parameters = new Set(
    compared.flatMap((one) => one.tokens.map(({ parameter }) => parameter)),
  );
  const tokens = parsedQuery.tokens.filter(({ parameter }) => parameters.has(parameter));
  const asked = applyParsedQuery(DEFAULT_FILTERS, { tokens, rest: "", ignored: "" });
  const plan = planComparison(compared, tokens, asked, makes);
  if (plan) return plan;
  // What is found stays the search, unless the words are more than a guess.
  if (parsedQuery.isGuess && findsWords(text, evs)) return null;
  const isUnchanged = !isUnderstood && parsedQuery.rest === text.trim();
  return isUnchanged ? null : { kind: "filters", parsedQuery };
}

function findsWords(text: string, evs: readonly Ev[]): boolean {
  const filter = { ...NO_FILTER, words: wordsOf(text) };
  return findModels(evs, filter, DEFAULT_SORT, { most: 0 }).modelCount > 0;
}

/** Says why a comparison shows a trim that does not meet the condition; null if all do. */
export function explainMisfits(plan: ComparisonPlan, distance: DistanceFormats): string | null {
  const { misfits, tokens } = plan;
  if (misfits.length === 0) return null;
  const names = misfits.map(({ make, model }) => `${make} ${model}`).join(" or ");
  const asked = tokens.map(({ label }) => label(distance)).join(", ");
  const cheapest = misfits.length > 1 ? "their cheapest trims are" : "its cheapest trim is";
  return `No ${names} matches “${asked}”, so ${cheapest} compared.`;
}

function findsSome(state: FilterState, evs: readonly Ev[], makes: readonly string[]): boolean {
  return findModels(evs, toVehicleFilter(state, makes), state.sort, { most: 0 }).modelCount > 0;
}

function appliedSearch(
  state: FilterState,
  evs: readonly Ev[],
  makes: readonly string[],
): FilterState {
  const plan = planSearch(state.search, evs, makes);
  if (plan === null) return state;
  // The models of a comparison are not a search.
  return plan.kind === "filters"
    ? applyParsedQuery(state, plan.parsedQuery)
    : { ...state, search: "" };
}

const previews = new WeakMap<FilterState, { evs: readonly Ev[]; preview: FilterState }>();

/**
 * Returns the filters after applying the words, if the words find nothing literally. Computed once for each
 * state.
 */
export function previewSearch(
  state: FilterState,
  evs: readonly Ev[],
  makes: readonly string[],
): FilterState {
  const cachedPreview = previews.get(state);
  if (cachedPreview?.evs === evs) return cachedPreview.preview;
  const preview = findsSome(state, evs, makes) ? state : appliedSearch(state, evs, makes);
  previews.set(state, { evs, preview });
  return preview;
}

/**
 * Sets the recognized filters, keeps names in the search and remembers ignored words (beyond 7). Other
 * filters stay.
 */
export function applyParsedQuery(
  state: FilterState,
  understood: Pick<ParsedQuery, "tokens" | "rest" | "ignored">,
): FilterState {
  const query = new URLSearchParams(serializeFilters(state));
  query.set("search", understood.rest);
  query.set("ignored", understood.ignored);
  for (const { parameter, value: text, order } of understood.tokens) {
    query.set(parameter, text);
    if (order) query.set("order", order);
  }
  return parseFilters(query.toString());
}
