import { type DistanceFormats, toMiles } from "../../domain/distance.ts";
import { formatNumber, formatPrice } from "../../domain/format.ts";
import { formatConsumption } from "../../domain/shown-formats.ts";
import {
  ACCELERATION_SECONDS,
  CHARGING_MINUTES,
  CONSUMPTION_KWH,
  PANEL_RANGE_MILES,
  SEATS,
} from "../../domain/filters/limits.ts";
import type { SortKey, SortOrder } from "../../domain/filters/sort.ts";

/** What some of the words ask for. */
export interface Meaning {
  /** of the address, with its value */
  readonly parameter: string;
  readonly value: string;
  /** of a sort */
  readonly order?: SortOrder;
  readonly label: (distance: DistanceFormats) => string;
}

type Groups = Readonly<Record<string, string | undefined>>;

export interface Phrase {
  readonly pattern: RegExp;
  /** null: these words mean something else; "words": nothing filters by them, nor by a part of them */
  readonly means: (groups: Groups) => Meaning | "words" | null;
}

/**
 * In a source a space stands for white space or hyphens, `~` for some or none; the names in capitals
 * are those of PARTS.
 */
function phrase(source: string, means: Phrase["means"]): Phrase {
  const parts = source.replaceAll(/[A-Z][A-Z_]+/g, (name) => `(?:${PARTS[name] ?? name})`);
  // Bounded, so that a text of a hundred spaces takes no time either.
  const spaced = parts.replaceAll("~", "[\\s–-]{0,3}").replaceAll(" ", "[\\s–-]{1,3}");
  const pattern = `(?<![a-z\\d$]|\\d[.,]|[a-z\\d]-)(?:${spaced})(?![a-z\\d]|[.,]\\d)`;
  return { pattern: new RegExp(pattern, "g"), means };
}

const SEAT_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];

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
  label: Meaning["label"] | string,
) {
  const text = typeof label === "string" ? () => label : label;
  return { parameter, value: String(value), label: text };
}

function numberOf(text = ""): number {
  return Number(text.replaceAll(",", ""));
}

/** Below this a bare number is no price, and no car has one so low. */
const LEAST_BARE_PRICE_USD = 10_000;
const LEAST_PRICE_USD = 1000;

/** @returns US dollars, null for what is hardly a price */
function dollarsOf(text = ""): number | null {
  const [, sign, figure, thousands, unit] =
    /^(\$?)[\s–-]*([\d.,]+)[\s–-]*(k|thousand|grand)?[\s–-]*([a-z]+)?$/.exec(text) ?? [];
  const dollars = Math.floor(numberOf(figure) * (thousands ? 1000 : 1));
  const least = sign || thousands || unit ? LEAST_PRICE_USD : LEAST_BARE_PRICE_USD;
  return dollars >= least && dollars < 10_000_000 ? dollars : null;
}

function priceUpTo({ money }: Groups): Meaning | null {
  const dollars = dollarsOf(money);
  return dollars === null ? null : meaning("maxPrice", dollars, `up to ${formatPrice(dollars)}`);
}

function priceFrom({ money }: Groups): Meaning | null {
  const dollars = dollarsOf(money);
  return dollars === null ? null : meaning("minPrice", dollars, `from ${formatPrice(dollars)}`);
}

/** Half of what was asked is not what was asked. */
function twoPrices({ money }: Groups): "words" | null {
  return dollarsOf(money) === null ? null : "words";
}

function rangeOf({ most, number, unit = "" }: Groups): Meaning | null {
  const asked = numberOf(number);
  const miles = unit.startsWith("k") ? Math.floor(toMiles(asked)) : asked;
  const { min, max } = PANEL_RANGE_MILES;
  if (miles < 50 || miles > max) return null;
  // The range filter begins there (finding.md#range-and-price).
  const limit = Math.max(miles, min);
  const isAsIs = unit.startsWith("k") && limit === miles;
  // Miles are rounded down; kilometers read back from them would be others than those typed.
  const said = (distance: DistanceFormats) =>
    isAsIs && distance.unit === "km" ? `${formatNumber(asked)} km` : distance.formatRange(limit);
  return most === undefined
    ? meaning("minRange", limit, (distance) => said(distance).replace(" ", "+ "))
    : meaning("maxRange", limit, (distance) => `up to ${said(distance)}`);
}

function chargingOf({ number }: Groups): Meaning | null {
  const minutes = Math.floor(numberOf(number));
  const { min, max } = CHARGING_MINUTES;
  if (minutes < min || minutes > max) return null;
  return meaning("maxCharging", minutes, `10-80% in ${minutes} min or less`);
}

function consumptionOf({ number }: Groups): Meaning | null {
  const kwh = Math.floor(numberOf(number) * 10 + 1e-6) / 10;
  const { min, max } = CONSUMPTION_KWH;
  if (kwh < min || kwh > max) return null;
  return meaning("maxConsumption", kwh, (unit) => `up to ${formatConsumption(kwh, unit)}`);
}

function accelerationOf({ number }: Groups): Meaning | null {
  const seconds = Math.floor(numberOf(number) * 10 + 1e-6) / 10;
  const { min, max } = ACCELERATION_SECONDS;
  if (seconds <= min || seconds >= max) return null;
  // From 0 on, since the slider's first figure is not the quickest car's.
  return meaning("acceleration", `0-${seconds}`, `0-60 in up to ${formatNumber(seconds, 1)} s`);
}

function seatsOf({ count = "", more }: Groups): Meaning | "words" {
  const word = SEAT_WORDS.indexOf(count);
  const seats = (word < 0 ? Number(count) : word + 2) + (more === undefined ? 0 : 1);
  if (seats > SEATS.max) return "words";
  // Every car has two; who says so wants no more.
  return seats === 2
    ? meaning("seating", "2", "2 or 3 seats")
    : meaning("minSeats", seats, `${seats}+ seats`);
}

function choice(parameter: string, source: string, name: string, label = name): Phrase {
  return phrase(source, () => meaning(parameter, name, label));
}

function sort(source: string, key: SortKey, order: SortOrder, label: string): Phrase {
  return phrase(source, () => ({ ...meaning("sort", key, label), order }));
}

/** In the order in which they are looked for: what could be taken for another comes first. */
export const PHRASES: readonly Phrase[] = [
  phrase(
    "ZERO_TO_SIXTY(?: (?:in|of))?~(?:AT_MOST)?(?<number>NUMBER)(?:~SECONDS)?(?:OR_LESS)?",
    accelerationOf,
  ),
  phrase("(?:AT_MOST|in )(?<number>NUMBER)~SECONDS(?: ZERO_TO_SIXTY)?", accelerationOf),
  phrase("(?<number>NUMBER)~SECONDS ZERO_TO_SIXTY", accelerationOf),
  phrase(
    "(?:CHARGE )?(?:TEN_TO_EIGHTY )?(?:in )?AT_MOST(?<number>NUMBER)~MINUTES(?:~CHARGE)?",
    chargingOf,
  ),
  phrase(
    "(?:CHARGE (?:TEN_TO_EIGHTY )?|TEN_TO_EIGHTY )(?:in )?(?<number>NUMBER)~MINUTES(?:OR_LESS)?",
    chargingOf,
  ),
  phrase("(?:in )?(?<number>NUMBER)~MINUTES(?:OR_LESS| CHARGE)", chargingOf),
  phrase("CHARGE (?:TEN_TO_EIGHTY )?(?:in )?AT_MOST(?<number>NUMBER)(?!~kw)", chargingOf),

  phrase("AT_MOST(?<number>NUMBER)~kwh~(?:per|/|a)~100~(?:mi|miles)", consumptionOf),

  // Nothing filters by most seats.
  phrase("(?:AT_MOST)(?:COUNT)~SEATS", () => "words"),
  phrase("(?:COUNT)(?:OR_LESS)~SEATS", () => "words"),
  phrase("(?:COUNT)~SEATS(?:OR_LESS)", () => "words"),
  phrase("(?:between |from )?(?:COUNT)~(?:to|or|and|-|–)~(?:COUNT)~SEATS", () => "words"),
  phrase("SEATS(?: for)? (?:AT_MOST)(?:COUNT)", () => "words"),
  phrase("SEATS(?: for)? (?:COUNT)(?:OR_LESS)", () => "words"),
  phrase("(?:(?<more>MORE_THAN)|AT_LEAST)?(?<count>COUNT)(?:OR_MORE)?~SEATS", seatsOf),
  phrase(
    "(?:seats?|seating|room for)(?: for)? (?:(?<more>MORE_THAN)|AT_LEAST)?(?<count>COUNT)(?:OR_MORE)?",
    seatsOf,
  ),
  choice("minSeats", "(?:3|three|third|3rd) rows?(?: seating)?", "6", "6+ seats"),

  phrase("(?:between |from )?NUMBER~(?:MILES)?~(?:to|and|-|–)~NUMBER~MILES", () => "words"),
  phrase("(?<most>AT_MOST)range (?:of )?(?<number>NUMBER)(?:~(?<unit>MILES))?", rangeOf),
  phrase("(?:range )?(?<most>AT_MOST)(?<number>NUMBER)~(?<unit>MILES)(?: range)?", rangeOf),
  phrase("(?<number>NUMBER)~(?<unit>MILES)(?<most>OR_LESS)", rangeOf),
  phrase(
    "(?:range (?:of )?)?(?:AT_LEAST)?(?<number>NUMBER)~\\+?~(?<unit>MILES)(?:OR_MORE)?(?:(?: of)? range)?(?! (?:per|an?) |~/)",
    rangeOf,
  ),
  phrase("range (?:of )?(?:AT_LEAST)?(?<number>NUMBER)\\+?", rangeOf),
  phrase("(?:AT_LEAST)?(?<number>NUMBER)\\+? range", rangeOf),

  // Other moneys, and figures that nothing filters by.
  phrase("(?:AT_MOST|AT_LEAST)?[£€¥₹]~(?:NUMBER)(?:~(?:THOUSANDS))?", () => "words"),
  phrase(
    "(?:AT_MOST|AT_LEAST)?(?:NUMBER)(?:~(?:THOUSANDS))?~(?:[£€¥₹]|euros?|eur|gbp|cad|aud|pounds?)",
    () => "words",
  ),
  phrase("(?:AT_MOST|AT_LEAST)?(?:NUMBER)~(?:kwh?|hp|horsepower|lbs?|mph|km/h)", () => "words"),
  phrase("(?:between |from )?MONEY~(?:to|and|-|–)~(?<money>MONEY)", twoPrices),
  phrase("(?:AT_LEAST)(?:price |cost )?(?:of )?(?<money>MONEY)", priceFrom),
  phrase("(?<money>MONEY)(?:OR_MORE)", priceFrom),
  phrase("AT_MOST(?:price |cost )?(?:of )?(?<money>MONEY)NO_UNIT", priceUpTo),
  phrase("(?<money>MONEY)(?:OR_LESS| budget)", priceUpTo),
  phrase("(?<money>\\$~NUMBER(?:~(?:k|thousand|grand))?|NUMBER~(?:k|grand))NO_UNIT", priceUpTo),

  sort(
    "(?:fast|quick)(?:est)?(?: to)? charg(?:e|ing)",
    "charging",
    "asc",
    "fastest charging first",
  ),
  sort("charg(?:es|ing) (?:the )?fastest", "charging", "asc", "fastest charging first"),
  sort(
    "(?:fastest|quickest)(?: ZERO_TO_SIXTY| acceleration)?",
    "acceleration",
    "asc",
    "quickest first",
  ),
  sort("most efficient|lowest consumption", "consumption", "asc", "lowest consumption first"),
  sort(
    "(?:longest|most|best|greatest|highest|max(?:imum)?) range|farthest|furthest",
    "range",
    "desc",
    "longest range first",
  ),
  sort(
    "cheapest|cheap|lowest price|least expensive|(?:most )?affordable|inexpensive",
    "price",
    "asc",
    "lowest price first",
  ),

  choice("drive", "awd|4wd|4x4|(?:all|four|4) wheel(?: drive)?", "AWD"),
  choice("drive", "rwd|rear wheel(?: drive)?", "RWD"),
  choice("drive", "fwd|front wheel(?: drive)?", "FWD"),
  choice("bodyType", "sedans?|saloons?", "Sedan"),
  choice("bodyType", "suvs?", "SUV"),
  choice("bodyType", "pick~up(?: trucks?|s)?|trucks?", "Pickup Truck"),
  choice("bodyType", "cross~overs?|cuvs?", "Crossover"),
  choice("bodyType", "sports? cars?|sportscars?", "Sports Car"),
  choice("bodyType", "hatch(?:es|backs?)?", "Hatchback"),
  choice("bodyType", "mini~vans?|vans?|mpvs?", "Minivan"),
  choice("port", "nacs(?: (?:port|plug|connector))?", "NACS"),
  choice("port", "ccs1?(?: (?:port|plug|connector))?", "CCS"),
  choice("port", "chademo(?: (?:port|plug|connector))?", "CHAdeMO"),
  choice(
    "newest",
    "(?:newest|latest)(?: models?)?(?: years?)?(?: only)?",
    "true",
    "newest model years",
  ),
  choice(
    "taxCredit",
    "(?:federal )?tax credits?(?: eligible)?|eligible for (?:the )?tax credit",
    "true",
    "tax credit",
  ),
];
