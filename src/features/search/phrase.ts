/** Building blocks for the phrases of the search. */
import type { DistanceFormats } from "../../domain/distance.ts";
import type { SortOrder } from "../../domain/filters/sort.ts";
import type { KnownNames } from "./known-names.ts";

/** The meaning of some of the words. */
export interface QueryToken {
  /** parameter of the address */
  readonly parameter: string;
  readonly value: string;
  /** order of a sort */
  readonly order?: SortOrder;
  readonly label: (distance: DistanceFormats) => string;
}

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Phrase {
  readonly pattern: RegExp;
  /**
   * null when these words mean something else; "words" when nothing can filter by them or any part of them
   */
  readonly means: (
    groups: Groups,
    names: KnownNames,
  ) => QueryToken | readonly QueryToken[] | "words" | null;
  /** A guess at what the words mean: names and figures beside them take precedence. */
  readonly isIdea?: boolean;
}

/** The texts contain at most three spaces in a row; see boundSpaces(). */
export function spaced(source: string): string {
  return source.replaceAll("~", "[\\s–-]*").replaceAll(" ", "[\\s–-]+");
}

/**
 * Bounds runs of spaces, so that even a hundred spaces take no time. Bounding them in each phrase would work
 * as well, but browsers take three times as long to compile the patterns, which delays the first key of a
 * search.
 * @param filler a character that no phrase matches
 */
export function boundSpaces(text: string, filler: string): string {
  return text.replaceAll(/(?<=[\s–-]{3})[\s–-]/g, filler);
}

/**
 * Compiles a pattern in which a space matches white space or hyphens, `~` matches optional ones, and the
 * names in capitals refer to PARTS.
 */
export function phrase(source: string, means: Phrase["means"]): Phrase {
  const parts = source.replaceAll(/[A-Z][A-Z_]+/g, (name) => `(?:${PARTS[name] ?? name})`);
  const pattern = `(?<![a-z\\d$]|\\d[.,]|[a-z\\d]-)(?:${spaced(parts)})(?![a-z\\d]|[.,]\\d)`;
  return { pattern: new RegExp(pattern, "g"), means };
}

export const SEAT_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?`;
const PARTS: Readonly<Record<string, string>> = {
  NUMBER,
  AT_MOST: String.raw`(?:under|below|(?<!not? )less than|fewer than|lower than|cheaper than|up to|at most|not? more than|max(?:imum)?(?: of)?|within|sub|budget(?: of)?) |<=?~|≤~`,
  AT_LEAST: String.raw`(?:over|above|not? less than|(?<!not? )more than|at least|min(?:imum)?(?: of)?|greater than|more expensive than|upwards? of|starting at|from) |>=?~|≥~`,
  MORE_THAN: "(?:over|above|more than|greater than) |>~",
  THOUSANDS: "k|thousand|grand",
  OR_LESS: "~(?:or (?:less|under|below|cheaper|fewer)|max(?:imum)?|tops|at most)",
  OR_MORE: String.raw`~\+|~(?:or more|plus|minimum)`,
  MONEY: String.raw`\$~(?:${NUMBER})(?:~(?:k|thousand|grand))?|(?:${NUMBER})(?:~(?:k|thousand|grand))?(?:~(?:dollars|usd|bucks))?`,
  NO_UNIT: "(?!~(?:mi|km|kw|lb|hp))",
  MILES: "mi(?:les?)?|km|kms|kilomet(?:er|re)s?",
  MINUTES: "min(?:ute)?s?",
  SECONDS: "s|secs?|seconds?",
  CHARGE: "(?:fast )?charg(?:e|es|ing)(?: time)?",
  TEN_TO_EIGHTY: "(?:from )?10~%?~(?:to)?~80~%?",
  ZERO_TO_SIXTY: "(?:0|zero)~(?:to)?~(?:(?:60|sixty)(?:~mph)?|100~(?:km/h|kph|kmh))(?: time)?",
  SEATS: "seats?|seaters?|passengers?|people|persons?",
  COUNT: `[2-9]|${SEAT_WORDS.join("|")}`,
};

export function meaning(
  parameter: string,
  value: string | number,
  label: QueryToken["label"] | string,
) {
  const text = typeof label === "string" ? () => label : label;
  return { parameter, value: String(value), label: text };
}

/** Reads `between 40k and 30k` as 30k to 40k. */
export function spanOf(one: number, other: number): { min: number; max: number } {
  return { min: Math.min(one, other), max: Math.max(one, other) };
}

export function numberOf(text = ""): number {
  return Number(text.replaceAll(",", ""));
}

/** Keeps the length: the lowercase of a few characters is longer. */
export function lowered(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
