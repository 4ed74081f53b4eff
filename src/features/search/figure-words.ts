/** The words for each figure with bounds (finding.md#plain-words). A new one needs an entry. */
import type { BoundsName } from "../../domain/filters/filters.ts";

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
export const FIGURE_WORDS: Readonly<
  Record<Exclude<BoundsName, "acceleration" | "year">, FigureWords>
> = {
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
