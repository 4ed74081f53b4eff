/** Phrases for figures with bounds (finding.md#plain-words). */
import { lowerFirst } from "../../domain/format.ts";
import { type Bounds, OPEN } from "../../domain/filters/bounds.ts";
import { type BoundsName, FILTERS } from "../../domain/filters/filters.ts";
import { ORDER_WORDS, type SortOrder } from "../../domain/filters/sort.ts";
import {
  boundsToken,
  type Groups,
  type QueryToken,
  numberOf,
  type Phrase,
  phrase,
  sortToken,
  spaced,
  spanOf,
} from "./phrase.ts";
import { MODEL_YEARS } from "../../domain/filters/slider-scales.ts";
import { keysOf } from "../../domain/records.ts";

/** Patterns in the syntax of `phrase()`. */
interface FigureWords {
  /** before or after the figure: `towing 5,000 lb` */
  readonly nouns: string;
  /** only after the figure: `165 inches long` */
  readonly adjectives?: string;
  /** with the conversion factor to our unit, which comes first */
  readonly units: readonly (readonly [unit: string, ours: number])[];
  /** the noun alone could mean something else */
  readonly needsUnit?: boolean;
  /** the unit is enough to identify the figure: `300 hp` */
  readonly isBare?: boolean;
  readonly shorter?: string;
  readonly longer?: string;
  /** words that sort from highest to lowest, or from lowest to highest */
  readonly most?: string;
  readonly least?: string;
}

const INCHES = [
  ['in(?:ch(?:es)?)?|"|″', 1],
  ["feet|foot|ft", 12],
  ["cm|centimet(?:er|re)s?", 1 / 2.54],
  ["m|met(?:er|re)s?", 100 / 2.54],
] as const;
const POUNDS = [
  ["lbs?|pounds?", 1],
  ["kg|kilos?|kilograms?", 2.20462],
  ["tons?", 2_000],
] as const;
const CUBIC_FEET = [
  ["cu~\\.?~ft|cubic f(?:ee|oo)t|ft3|ft³", 1],
  ["l|lit(?:er|re)s?", 1 / 28.3168],
] as const;
const MOST = "(?:most|biggest|largest|highest|greatest|best|max(?:imum)?)";

/** In search order: a front trunk is also a trunk, and inches on their own are a length. */
const FIGURE_WORDS: Readonly<Record<Exclude<BoundsName, "acceleration" | "year">, FigureWords>> = {
  towing: {
    nouns:
      "(?:can )?(?:tows?|pulls?|towing)(?: capacity| rating)?(?: up to)?|(?:can )?tow(?:s|ing)? a",
    units: POUNDS,
    most: `${MOST} tow(?:ing)?(?: capacity| rating)?|tows? (?:the )?most`,
  },
  frunk: {
    nouns: "frunk|front trunk",
    units: CUBIC_FEET,
    most: `${MOST} (?:frunk|front trunk)`,
  },
  cargo: {
    nouns: "(?:cargo|trunk|boot|luggage)(?: (?:space|room|capacity|volume|area))?",
    units: CUBIC_FEET,
    isBare: true,
    most: `${MOST} (?:cargo|trunk|boot|luggage)(?: (?:space|room|capacity|volume|area))?|roomiest`,
  },
  groundClearance: {
    nouns: "(?:ground )?clearance",
    units: INCHES,
    most: `${MOST} (?:ground )?clearance`,
  },
  wheelbase: {
    nouns: "wheel~base",
    units: INCHES,
    least: "shortest wheel~base",
    most: "longest wheel~base",
  },
  width: {
    nouns: "width",
    adjectives: "wide|in width",
    units: INCHES,
    shorter: "narrower than",
    longer: "wider than",
    least: "narrowest",
    most: "widest",
  },
  height: {
    nouns: "height",
    adjectives: "tall|high|in height",
    units: INCHES,
    longer: "taller than",
    most: "tallest",
  },
  length: {
    nouns: "length",
    adjectives: "long|in length",
    units: INCHES,
    isBare: true,
    shorter: "shorter than",
    longer: "longer than",
    least: "(?:shortest|smallest|most compact)(?! (?:range|charg))",
  },
  torque: {
    nouns: "torque",
    units: [
      ["lb~ft|ft~lbs?|pound~(?:feet|foot)", 1],
      ["nm|newton~met(?:er|re)s?", 0.737562],
    ],
    isBare: true,
    most: `${MOST} torque`,
  },
  horsepower: {
    nouns: "horsepower|power",
    units: [
      ["hp|bhp|horsepower", 1],
      ["ps", 0.98632],
    ],
    isBare: true,
    most: `(?:most|highest|max(?:imum)?) (?:powerful|power|horsepower|hp)`,
  },
  curbWeight: {
    nouns: "weigh(?:s|ing)?|(?:curb )?weight",
    adjectives: "heavy|curb weight|weight",
    units: POUNDS,
    shorter: "lighter than",
    longer: "heavier than",
    least: "lightest",
    most: "heaviest",
  },
  acChargingSpeed: {
    nouns: "(?:ac|level 2|on~board)(?: charg(?:e|es|ing|er))?(?: speed| power)?",
    units: [["kw", 1]],
    most: "(?:fastest|quickest) (?:ac|level 2) charging",
  },
  homeCharging: {
    nouns: "(?:full )?(?:home charg(?:e|ing)|charg(?:es?|ing) at home)(?: time)?(?: in)?",
    adjectives: "at home|home charg(?:e|ing)",
    units: [["hours?|hrs?|h", 1]],
    needsUnit: true,
    least: "(?:fastest|quickest) (?:home charging|charg(?:e|ing) at home)",
  },
  maxChargingSpeed: {
    nouns:
      "(?:peak |max(?:imum)? |fast |dc )?charg(?:e|es|ing)(?: power| speed)?(?: at)?(?: up to)?|(?:charging )?peak",
    units: [["kw", 1]],
    needsUnit: true,
    isBare: true,
    most: "highest (?:peak )?charging(?: power| speed| peak)",
  },
  battery: {
    nouns: "battery(?: (?:pack|size|capacity))?",
    units: [["kwh(?!~/| per)", 1]],
    isBare: true,
    most: `${MOST} battery(?: pack| size| capacity)?`,
  },
  topSpeed: {
    nouns: "(?:top|max(?:imum)?) speed",
    units: [
      ["mph", 1],
      ["km/h|kph|kmh", 0.621371],
    ],
    isBare: true,
    most: `(?:fastest|${MOST}) top speed`,
  },
};

function sortPhrase(source: string, name: BoundsName, order: SortOrder): Phrase {
  const label = `${lowerFirst(FILTERS[name].title)}, ${ORDER_WORDS[order]}`;
  return phrase(source, () => sortToken({ key: name, order }, label));
}

const BARE = "(?<number>NUMBER)(?<thousands>k)?";
/** The figure with its direction: `under 165`, `over 5k`. */
const FIGURE = `(?:(?<most>AT_MOST)|(?<least>AT_LEAST))?${BARE}(?<plus>\\+)?`;
const OR = "(?:(?<fewer>OR_LESS)|(?<more>OR_MORE))?";
const SPAN = `(?:between |from )?(?<from>NUMBER)(?<fromThousands>k)?~(?:to|and|-|–)~${BARE}`;

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
  const toBounds = (side?: "min" | "max") => (groups: Groups) => {
    const figure = read(groups["number"], groups["thousands"], groups["unit"]);
    if (figure === null) return "words";
    const { most, fewer, least, more, plus } = groups;
    const typed = (most ?? fewer) ? "max" : (least ?? more ?? plus) ? "min" : side;
    const isLeast = (typed ?? (order === "asc" ? "max" : "min")) === "min";
    return boundsToken(name, { ...OPEN, [isLeast ? "min" : "max"]: figure });
  };
  const toBoundsByUnit = (groups: Groups) => {
    const figure = read(groups["number"], groups["thousands"], groups["unit"]);
    return figure !== null && figure >= leastBare ? toBounds()(groups) : null;
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
      ...(shorter ? [phrase(`${shorter} ${BARE}(?:${unit})?`, toBounds("max"))] : []),
      ...(longer ? [phrase(`${longer} ${BARE}(?:${unit})?`, toBounds("min"))] : []),
      phrase(`(?:${nouns}) (?:of |is )?${SPAN}${afterNoun}`, between),
      phrase(`${SPAN}${unit} ${behind}`, between),
      phrase(`(?:${nouns}) (?:of |is )?${FIGURE}${afterNoun}${OR}`, toBounds()),
      phrase(`${FIGURE}${unit}${OR} ${behind}`, toBounds()),
    ],
    bare: isBare
      ? [phrase(`${SPAN}${unit}`, between), phrase(`${FIGURE}${unit}${OR}`, toBoundsByUnit)]
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
  yearPhrase(`(?:model year |year |my~)?(?<year>${YEAR})(?: model(?: year)?s?)?`, (year) => [
    year,
    year,
  ]),
];

function standsFor(source: string, name: BoundsName, bounds: Partial<Bounds>): Phrase {
  return phrase(source, () => boundsToken(name, { ...OPEN, ...bounds }));
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
    "(?:tow|trailer) (?:hitch|bar)|(?:can |able to )?(?:tow|tows|towing)(?: capacity| package)?|can pull(?: an? trailer)?",
    "towing",
    { min: 1 },
  ),
  standsFor(
    "(?:small|smaller|sub~compact|compact|tiny|little|city(?= cars?))(?: size| sized)?",
    "length",
    {
      max: SMALL_CAR_INCHES,
    },
  ),
];

const FIGURES = keysOf(FIGURE_WORDS).map(figurePhrases);

export const FIGURE_PHRASES: readonly Phrase[] = [
  ...FIGURES.flatMap(({ named }) => named),
  ...FIGURES.flatMap(({ bare }) => bare),
  ...WORDS_FOR_FIGURES,
];
