/** Phrases for figures with bounds (finding.md#plain-words). */
import { type Bounds, writeBounds } from "../../domain/filters/bounds.ts";
import { boundsChip } from "../filters/filter-chips.ts";
import { lowerFirst } from "../../domain/filters/filter-kinds.ts";
import { type BoundsName, FILTERS } from "../../domain/filters/filters.ts";
import { MODEL_YEARS } from "../../domain/filters/limits.ts";
import { FIGURE_WORDS } from "./figure-words.ts";
import { ORDER_WORDS, type SortOrder } from "../../domain/filters/sort.ts";
import {
  type Groups,
  type QueryToken,
  meaning,
  numberOf,
  type Phrase,
  phrase,
  spaced,
  spanOf,
} from "./phrase.ts";

export function boundsToken(name: BoundsName, bounds: Bounds): QueryToken {
  // The chip is only missing when there are no bounds, and here is at least one.
  return meaning(name, writeBounds(bounds), (distance) => boundsChip(name, bounds, distance) ?? "");
}

function sortPhrase(source: string, name: BoundsName, order: SortOrder): Phrase {
  const label = `${lowerFirst(FILTERS[name].title)}, ${ORDER_WORDS[order]}`;
  return phrase(source, () => ({ ...meaning("sort", name, label), order }));
}

/** The figure with its direction: `under 165`, `over 5k`. */
const FIGURE =
  "(?:(?<most>AT_MOST)|(?<least>AT_LEAST))?(?<number>NUMBER)(?<thousands>k)?(?<plus>\\+)?";
const OR = "(?:(?<fewer>OR_LESS)|(?<more>OR_MORE))?";
const SPAN =
  "(?:between |from )?(?<from>NUMBER)(?<fromThousands>k)?~(?:to|and|-|–)~(?<number>NUMBER)(?<thousands>k)?";

function figurePhrases(name: keyof typeof FIGURE_WORDS): { named: Phrase[]; bare: Phrase[] } {
  const { nouns, adjectives = nouns, units, needsUnit, isBare, ...words } = FIGURE_WORDS[name];
  const unit = `~(?<unit>${units.map(([source]) => source).join("|")})`;
  const perUnit = units.map(
    ([source, ours]) => [new RegExp(`^(?:${spaced(source)})$`), ours] as const,
  );
  const { limits, order, example } = FILTERS[name];
  // `5 in leather` is not a length.
  const leastBare = example[0] / 4;

  const read = (number: string | undefined, thousands: string | undefined, text = "") => {
    const [, ours = 1] = perUnit.find(([pattern]) => pattern.test(text)) ?? [];
    const figure = Math.round(numberOf(number) * (thousands ? 1_000 : 1) * ours * 100) / 100;
    return figure >= limits.min && figure <= limits.max ? figure : null;
  };
  /** A figure without a direction is a minimum, or a maximum if lower is better. */
  const asked = (side?: "min" | "max") => (groups: Groups) => {
    const figure = read(groups["number"], groups["thousands"], groups["unit"]);
    if (figure === null) return "words";
    const { most, fewer, least, more, plus } = groups;
    const typed = (most ?? fewer) ? "max" : (least ?? more ?? plus) ? "min" : side;
    const isLeast = (typed ?? (order === "asc" ? "max" : "min")) === "min";
    return boundsToken(name, isLeast ? { min: figure, max: null } : { min: null, max: figure });
  };
  const askedByUnit = (groups: Groups) => {
    const figure = read(groups["number"], groups["thousands"], groups["unit"]);
    return figure !== null && figure >= leastBare ? asked()(groups) : null;
  };
  const between = ({ from, fromThousands, number, thousands, unit: text }: Groups) => {
    const one = read(from, fromThousands ?? thousands, text);
    const other = read(number, thousands, text);
    return one === null || other === null ? "words" : boundsToken(name, spanOf(one, other));
  };
  const behind = `(?:${adjectives}|(?:of |in )?(?:${nouns}))`;
  const afterNoun = needsUnit ? unit : `(?:${unit})?`;
  const { shorter, longer, most, least } = words;
  return {
    named: [
      ...(most ? [sortPhrase(most, name, "desc")] : []),
      ...(least ? [sortPhrase(least, name, "asc")] : []),
      ...(shorter
        ? [phrase(`${shorter} (?<number>NUMBER)(?<thousands>k)?(?:${unit})?`, asked("max"))]
        : []),
      ...(longer
        ? [phrase(`${longer} (?<number>NUMBER)(?<thousands>k)?(?:${unit})?`, asked("min"))]
        : []),
      phrase(`(?:${nouns}) (?:of |is )?${SPAN}${afterNoun}`, between),
      phrase(`${SPAN}${unit} ${behind}`, between),
      phrase(`(?:${nouns}) (?:of |is )?${FIGURE}${afterNoun}${OR}`, asked()),
      phrase(`${FIGURE}${unit}${OR} ${behind}`, asked()),
    ],
    bare: isBare
      ? [phrase(`${SPAN}${unit}`, between), phrase(`${FIGURE}${unit}${OR}`, askedByUnit)]
      : [],
  };
}

const YEAR = String.raw`20\d\d`;

function yearsOf(bounds: Bounds): QueryToken | null {
  const isKnown = [bounds.min, bounds.max].every(
    (year) => year === null || (year >= MODEL_YEARS.min && year <= MODEL_YEARS.max),
  );
  return isKnown ? boundsToken("year", bounds) : null;
}

function yearPhrase(
  source: string,
  bounds: (year: number) => readonly [number | null, number | null],
) {
  return phrase(`${source}NO_UNIT`, ({ year }) => {
    const [min, max] = bounds(Number(year));
    return yearsOf({ min, max });
  });
}

/** Must come after all other four-digit numbers. */
export const YEAR_PHRASES: readonly Phrase[] = [
  sortPhrase("(?:newest|latest) (?:years? )?first", "year", "desc"),
  sortPhrase("oldest(?: first)?", "year", "asc"),
  phrase(
    `(?:between |from )?(?<from>${YEAR})~(?:to|and|-|–)~(?<to>${YEAR})(?: models?)?NO_UNIT`,
    ({ from, to }) => yearsOf(spanOf(Number(from), Number(to))),
  ),
  yearPhrase(`(?:after|newer than) (?<year>${YEAR})`, (year) => [year + 1, null]),
  yearPhrase(`(?:before|older than) (?<year>${YEAR})`, (year) => [null, year - 1]),
  yearPhrase(`(?:since |AT_LEAST)(?<year>${YEAR})(?: (?:on|onwards?|up))?`, (year) => [year, null]),
  yearPhrase(
    `(?<year>${YEAR})(?:~(?:or|and|&) (?:newer|later|up|above)| onwards?|OR_MORE)`,
    (year) => [year, null],
  ),
  yearPhrase(`(?:until |AT_MOST)(?<year>${YEAR})`, (year) => [null, year]),
  yearPhrase(`(?<year>${YEAR})~(?:or|and) (?:older|earlier|before)`, (year) => [null, year]),
  yearPhrase(`(?:model year |year |my ?)?(?<year>${YEAR})(?: model(?: year)?s?)?`, (year) => [
    year,
    year,
  ]),
];

function standsFor(source: string, name: BoundsName, asked: Partial<Bounds>): Phrase {
  return phrase(source, () => boundsToken(name, { min: null, max: null, ...asked }));
}

const SMALL_CAR_INCHES = 175;
const BIG_TRUNK_CUBIC_FEET = 30;

/** Words that imply a figure; they come after the words that name one. */
const WORDS_FOR_FIGURES: readonly Phrase[] = [
  standsFor(
    "(?:(?:with|has) an? )?(?:big|large|huge|roomy|spacious|good) (?:frunk|front trunk)",
    "frunk",
    { min: 5 },
  ),
  standsFor("(?:(?:with|has) an? )?(?:frunk|front trunk)", "frunk", { min: 1 }),
  standsFor(
    "(?:(?:with|has) an? )?(?:big|large|huge|roomy|spacious|good|lots of|plenty of) (?:trunk|boot|cargo(?: space| room| area)?|luggage space)",
    "cargo",
    { min: BIG_TRUNK_CUBIC_FEET },
  ),
  standsFor(
    "(?:can |able to )?(?:tow|tows|towing)(?: capacity| package)?|tow hitch|can pull(?: an? trailer)?",
    "towing",
    { min: 1 },
  ),
  standsFor("(?:small|smaller|sub~compact|compact|tiny|little)(?: size| sized)?", "length", {
    max: SMALL_CAR_INCHES,
  }),
];

// An object literal has exactly the keys of its type.
const FIGURES = (Object.keys(FIGURE_WORDS) as (keyof typeof FIGURE_WORDS)[]).map(figurePhrases);

export const FIGURE_PHRASES: readonly Phrase[] = [
  ...FIGURES.flatMap(({ named }) => named),
  ...FIGURES.flatMap(({ bare }) => bare),
  ...WORDS_FOR_FIGURES,
];
