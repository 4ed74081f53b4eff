/** What the words of a search can mean, and how its phrases are written. */
import { lowerFirst } from "../../domain/format.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { type Bounds, OPEN, writeBounds } from "../../domain/filters/bounds.ts";
import type { BoundsName, ChoiceName, LimitName } from "../../domain/filters/filters.ts";
import type { Sort } from "../../domain/filters/sort.ts";
import { activeFilters } from "../filters/filter-chips.ts";
import { DEFAULT_FILTERS, type FilterState, setBounds } from "../filters/filter-state.ts";
import type { KnownNames } from "./known-names.ts";

/** The meaning of some of the words. */
export interface QueryToken {
  readonly parameter: string;
  /** as in an address; a sort also has its order */
  readonly value: string;
  readonly label: (distance: DistanceFormats) => string;
  /** Returns the filters with this one set; the others stay. */
  readonly apply: (state: FilterState) => FilterState;
  /** Returns this one together with a later one of the same parameter, which otherwise replaces it. */
  readonly join?: (later: QueryToken) => QueryToken;
  /** values of which any one is enough */
  readonly values?: readonly string[];
  readonly bounds?: Bounds;
}

export interface ParsedQuery {
  /** in text order */
  readonly tokens: readonly QueryToken[];
  /** the remaining words: names */
  readonly rest: string;
  /** unrecognized words that are not names, in text order (finding.md#ignored-words) */
  readonly ignored: string;
  /** nothing but ideas was recognized */
  readonly isGuess: boolean;
}

type Label = QueryToken["label"] | string;

/** @param label that of the filter's chip when absent */
export function createToken(
  parameter: string,
  value: string | number,
  apply: QueryToken["apply"],
  label: Label = (distance) => {
    const [chip] = activeFilters(apply(DEFAULT_FILTERS), [], distance);
    return lowerFirst(chip?.label ?? "");
  },
): QueryToken {
  const text = typeof label === "string" ? () => label : label;
  return { parameter, value: String(value), label: text, apply };
}

const LISTS = { make: "makes", bodyType: "bodyTypes" } as const;

export function listToken(
  name: keyof typeof LISTS | ChoiceName,
  values: readonly string[],
  label: Label,
): QueryToken {
  const key = name === "make" || name === "bodyType" ? LISTS[name] : name;
  const apply = (state: FilterState) => ({ ...state, [key]: values });
  const token = createToken(name, values.join(), apply, label);
  const join = (later: QueryToken): QueryToken => {
    const others = later.values?.filter((value) => !values.includes(value)) ?? [];
    return listToken(name, [...values, ...others], (distance) => {
      const labels = [token, ...(others.length > 0 ? [later] : [])];
      return labels.map((one) => one.label(distance)).join(" or ");
    });
  };
  return { ...token, join, values };
}

export function boundsToken(name: BoundsName, bounds: Bounds): QueryToken {
  const token = createToken(name, writeBounds(bounds), (state) => setBounds(state, name, bounds));
  const join = (later: QueryToken): QueryToken => {
    const both = joinBounds(bounds, later.bounds ?? OPEN);
    const isSpan = both.min === null || both.max === null || both.min <= both.max;
    return isSpan ? boundsToken(name, both) : later;
  };
  return { ...token, join, bounds };
}

/** `2025 or 2026` spans both; of two upper bounds the later one wins. */
function joinBounds(before: Bounds, now: Bounds): Bounds {
  const isSpan = [before, now].every(({ min, max }) => min !== null && max !== null);
  return {
    min: isSpan ? Math.min(before.min ?? 0, now.min ?? 0) : (now.min ?? before.min),
    max: isSpan ? Math.max(before.max ?? 0, now.max ?? 0) : (now.max ?? before.max),
  };
}

export function limitToken(name: LimitName, value: number): QueryToken {
  return createToken(name, value, (state) => ({ ...state, [name]: value }));
}

export function sortToken(sort: Sort, label: string): QueryToken {
  return createToken("sort", `${sort.key} ${sort.order}`, (state) => ({ ...state, sort }), label);
}

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Phrase {
  readonly pattern: RegExp;
  /** null when these words mean something else; "words" when neither they nor a part of them can filter */
  readonly means: (
    groups: Groups,
    names: KnownNames,
  ) => QueryToken | readonly QueryToken[] | "words" | null;
  /** A guess at what the words mean: names and figures beside them take precedence. */
  readonly isIdea?: boolean;
}

export function spaced(source: string): string {
  return source.replaceAll("~", "[\\s–-]*").replaceAll(" ", "[\\s–-]+");
}

/** Shortens runs of spaces, which take long to match; bounds in each phrase would triple the time to compile. */
export function shortenSpaces(text: string): string {
  return text.replaceAll(/(?<=[\s–-]{3})[\s–-]/g, "");
}

/** A space matches white space or hyphens, `~` optional ones; names in capitals refer to PARTS. */
export function phrase(source: string, means: Phrase["means"]): Phrase {
  const parts = source.replaceAll(/[A-Z][A-Z_]+/g, (name) => `(?:${PARTS[name] ?? name})`);
  const pattern = `(?<![a-z\\d$]|\\d[.,]|[a-z\\d]-)(?:${spaced(parts)})(?![a-z\\d]|[.,]\\d)`;
  return { pattern: new RegExp(pattern, "g"), means };
}

export const SEAT_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?`;
const PARTS: Readonly<Record<string, string>> = {
  NUMBER,
  AT_MOST: String.raw`(?:under|below|less than|fewer than|lower than|cheaper than|up to|at most|max(?:imum)?(?: of)?|within|sub|budget(?: of| is)?) |<=?~|≤~`,
  AT_LEAST: String.raw`(?:over|above|more than|at least|min(?:imum)?(?: of)?|greater than|more expensive than|upwards? of|starting at|from) |>=?~|≥~`,
  MORE_THAN: "(?:over|above|more than|greater than) |>~",
  THOUSANDS: "k|thousand|grand",
  OR_LESS: "~(?:or (?:less|under|below|cheaper|fewer)|max(?:imum)?|tops|at most)",
  OR_MORE: String.raw`~\+|~(?:or more|plus|minimum)`,
  MONEY: String.raw`\$~(?:${NUMBER})(?:~(?:k|thousand|grand))?|(?:${NUMBER})(?:~(?:k|thousand|grand))?(?:~(?:dollars|usd|bucks))?`,
  NO_UNIT: "(?!~(?:mi|km|kw|lb|hp))",
  MI_PER_KWH: "(?:mi|miles)~(?:per|/)~kwh",
  MILES: "mi(?:les?)?|km|kms|kilomet(?:er|re)s?",
  MINUTES: "min(?:ute)?s?",
  SECONDS: "s|secs?|seconds?",
  CHARGE: "(?:fast )?charg(?:e|es|ing)(?: time)?",
  TEN_TO_EIGHTY: "(?:from )?10~%?~(?:to)?~80~%?",
  ZERO_TO_SIXTY: "(?:0|zero)~(?:to)?~(?:(?:60|sixty)(?:~mph)?|100~(?:km/h|kph|kmh))(?: time)?",
  SEATS: "seats?|seaters?|passengers?|people|persons?",
  COUNT: `[2-9]|${SEAT_WORDS.join("|")}`,
};

/** Reads `between 40k and 30k` as 30k to 40k. */
export function spanOf(one: number, other: number): { min: number; max: number } {
  return { min: Math.min(one, other), max: Math.max(one, other) };
}

export function numberOf(text = ""): number {
  return Number(text.replaceAll(",", ""));
}

const DENIED = new RegExp(
  spaced(
    "(?<!(?:why|if|or|and) )(?<![a-z\\d])(?:not?|none|nothing|never|cannot|(?:ca|wo|do|does)n?t|[a-z]{2,7}['’]t)(?: (?:want|need|to|spend(?:ing)?|pay(?:ing)?|afford|go(?:ing)?|that|costs?|be|cars?|evs?|anything|much|priced))* (?:(over|above|(?:more|greater) than)|under|below|(?:less|fewer) than)(?![a-z])",
  ),
  "g",
);
const OTHER_LIMIT = /(?<=at (?:least|most) +\S{1,9} )or (?:(over|above)|under|below)(?![a-z])/g;

/** `nothing over 50k` is a maximum, and `nothing under 30k or over 50k` both limits. Keeps the length. */
export function turnDenied(text: string): string {
  if (text.search(DENIED) < 0) return text;
  const turned = (all: string, most?: string) => (most ? "at most" : "at least").padEnd(all.length);
  return text.replaceAll(DENIED, turned).replaceAll(OTHER_LIMIT, turned);
}

/** Keeps the length: the lowercase of a few characters is longer. */
export function lowered(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
