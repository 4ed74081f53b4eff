/** What a phrase of the search is made of. */
import type { DistanceFormats } from "../../domain/distance.ts";
import type { SortOrder } from "../../domain/filters/sort.ts";

/** What some of the words ask for. */
export interface QueryToken {
  /** of the address, with its value */
  readonly parameter: string;
  readonly value: string;
  /** of a sort */
  readonly order?: SortOrder;
  readonly label: (distance: DistanceFormats) => string;
}

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Phrase {
  readonly pattern: RegExp;
  /** null: these words mean something else; "words": nothing filters by them, nor by a part of them */
  readonly means: (groups: Groups) => QueryToken | readonly QueryToken[] | "words" | null;
}

/** A text that is read has at most three of them in a row: see boundSpaces(). */
export function spaced(source: string): string {
  return source.replaceAll("~", "[\\s–-]*").replaceAll(" ", "[\\s–-]+");
}

/**
 * A text of a hundred spaces takes no time either. A bound in each phrase would do the same, but browsers
 * take three times as long to compile it, which the first key of a search waits for.
 * @param filler of one character, which no phrase matches
 */
export function boundSpaces(text: string, filler: string): string {
  return text.replaceAll(/(?<=[\s–-]{3})[\s–-]/g, filler);
}

/**
 * In a source a space stands for white space or hyphens, `~` for some or none; the names in capitals
 * are those of PARTS.
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

/** `between 40k and 30k` is 30k to 40k. */
export function spanOf(one: number, other: number): { min: number; max: number } {
  return { min: Math.min(one, other), max: Math.max(one, other) };
}

export function numberOf(text = ""): number {
  return Number(text.replaceAll(",", ""));
}
