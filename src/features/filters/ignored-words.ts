/** What is said about words that do not filter (finding.md#ignored-words). */
import { serializeFilters } from "./filter-address.ts";
import type { FilterState } from "./filter-state.ts";

const WAGON = /\b(?:(?:station[\s–-]+)?wagons?|estate[\s–-]+cars?)\b/iu;

/** What people ask for and we do not know. */
const UNKNOWN: readonly (readonly [words: RegExp, sentence: string])[] = [
  [/\b(?:winter|snow|cold weather)\b/iu, "We can't sort by winter range yet."],
  [/\b(?:head ?room|tall)\b|\d['’′]\s?\d/iu, "We have no figures for headroom."],
  [/\b(?:quiet(?:est)?|nois[ey]|silent)\b/iu, "We have no figures for noise."],
  [/\b(?:popular|best[\s–-]sell(?:ers?|ing))\b/iu, "The most popular cars are in Rankings."],
  [
    /\b(?:not|no|non|without|except|anything but)\b|(?<!\S)[–-]\p{L}/iu,
    "We can't exclude anything yet. Search for what you want instead.",
  ],
  [/\b(?:payments?|month(?:ly)?)\b/iu, "Monthly payments are in Savings."],
  [WAGON, "We don't list wagons. Closest match: crossovers."],
];

/** Returns the words that have no meaning. Crossovers are what a wagon means. */
function meaninglessWords({
  ignored,
  bodyTypes,
}: Pick<FilterState, "ignored" | "bodyTypes">): string {
  return bodyTypes.includes("Crossover") ? ignored.replace(WAGON, "").trim() : ignored;
}

/** Returns one or more sentences; empty when there is nothing to say. */
export function describeIgnored(state: FilterState): string {
  const { search, ignored } = state;
  const unknown = UNKNOWN.flatMap(([words, sentence]) =>
    words.test(`${ignored} ${search}`) ? sentence : [],
  );
  const isAlone = ignored !== "" && serializeFilters({ ...state, ignored: "" }) === "";
  if (isAlone && unknown.length === 0)
    return `No results for “${ignored}”. Try price, range, charging, size or space. All models are shown.`;
  const meaningless = isAlone ? "" : meaninglessWords(state);
  return [...(meaningless ? [`Ignored: ${meaningless}`] : []), ...unknown].join(" · ");
}
