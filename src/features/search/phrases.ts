import { toMiles } from "../../domain/distance.ts";
import { formatNumber } from "../../domain/format.ts";
import {
  ACCELERATION_SECONDS,
  CHARGING_MINUTES,
  CONSUMPTION_KWH,
  MODEL_YEARS,
  PANEL_RANGE_MILES,
  SEATS,
} from "../../domain/filters/slider-scales.ts";
import { OPEN } from "../../domain/filters/bounds.ts";
import type { ChoiceName, FlagName } from "../../domain/filters/filters.ts";
import type { Sort, SortKey, SortOrder } from "../../domain/filters/sort.ts";
import { setIgnored } from "../filters/filter-address.ts";
import { type CardView, type FilterState, setBounds } from "../filters/filter-state.ts";
import { FIGURE_PHRASES, YEAR_PHRASES } from "./figure-phrases.ts";
import type { KnownNames } from "./known-names.ts";
import {
  boundsToken,
  createToken,
  type Groups,
  limitToken,
  listToken,
  type QueryToken,
  numberOf,
  type Phrase,
  phrase,
  SEAT_WORDS,
  sortToken,
  spanOf,
} from "./phrase.ts";

/** A lower bare number is not read as a price; no car is that cheap. */
const LEAST_BARE_PRICE_USD = 10_000;
const LEAST_PRICE_USD = 1000;

/** @returns US dollars, or null if the number is unlikely to be a price */
function dollarsOf(text = ""): number | null {
  const [, sign, figure, thousands, unit] =
    /^(\$?)[\s–-]*([\d.,]+)[\s–-]*(k|thousand|grand)?[\s–-]*([a-z]+)?$/.exec(text) ?? [];
  const dollars = Math.floor(numberOf(figure) * (thousands ? 1000 : 1));
  const least = sign || thousands || unit ? LEAST_PRICE_USD : LEAST_BARE_PRICE_USD;
  return dollars >= least && dollars < 10_000_000 ? dollars : null;
}

function upToDollars(dollars: number): QueryToken {
  return createToken("maxPrice", dollars, (state) => ({ ...state, price: dollars }));
}

function fromDollars(dollars: number): QueryToken {
  return limitToken("minPrice", dollars);
}

function price(source: string, tokenOf: (dollars: number) => QueryToken): Phrase {
  return phrase(source, ({ money }) => {
    const dollars = dollarsOf(money);
    return dollars === null ? null : tokenOf(dollars);
  });
}

/** Half an answer would be wrong, so if one price is invalid, the words are ignored. */
function twoPrices({
  from: first = "",
  money = "",
}: Groups): readonly QueryToken[] | "words" | null {
  const other = dollarsOf(money);
  if (other === null) return null;
  // `30 to 40k`
  const thousands = /^\d{1,3}$/.test(first) && /k|thousand|grand/.test(money) ? "k" : "";
  const one = dollarsOf(first + thousands);
  if (one === null) return "words";
  const { min, max } = spanOf(one, other);
  return [fromDollars(min), upToDollars(max)];
}

function twoRanges(groups: Groups, names: KnownNames): readonly QueryToken[] | "words" {
  const { from: first, to, unit } = groups;
  const { min, max } = spanOf(numberOf(first), numberOf(to));
  const low = rangeOf({ number: String(min), unit }, names);
  const high = rangeOf({ number: String(max), unit, most: "" }, names);
  return low && high ? [low, high] : "words";
}

/** Nobody drives farther than from coast to coast. */
const MAX_DRIVE_MILES = 3_000;

function rangeOf({ most, number, unit = "" }: Groups, { longestRange }: KnownNames) {
  const typedNumber = numberOf(number);
  // `longest range 2026`
  if (!unit && typedNumber >= MODEL_YEARS.min && typedNumber <= MODEL_YEARS.max) return null;
  const miles = unit.startsWith("k") ? Math.floor(toMiles(typedNumber)) : typedNumber;
  const { min, max } = PANEL_RANGE_MILES;
  const isBeyondAny = longestRange > 0 && miles > longestRange && miles <= MAX_DRIVE_MILES;
  if (isBeyondAny && most === undefined) return LONG_DRIVE;
  if (miles < 50 || miles > max) return null;
  // The range filter starts there (finding.md#range-and-price).
  const limit = Math.max(miles, min);
  if (most !== undefined) {
    const apply = (state: FilterState) => {
      const lower = state.range?.min ?? min;
      return setBounds(state, "range", { min: lower <= limit ? lower : min, max: limit });
    };
    return createToken(
      "maxRange",
      limit,
      apply,
      (distance) => `up to ${distance.formatRange(limit)}`,
    );
  }
  const apply = (state: FilterState) => {
    const upper = state.range?.max ?? max;
    return setBounds(state, "range", { min: limit, max: upper >= limit ? upper : max });
  };
  // Miles are rounded down, so converting back would change the kilometers that were typed.
  const isTyped = unit.startsWith("k") && limit === miles;
  return createToken("minRange", limit, apply, (distance) =>
    isTyped && distance.unit === "km"
      ? `${formatNumber(typedNumber)}+ km`
      : distance.formatRange(limit).replace(" ", "+ "),
  );
}

function chargingOf({ number }: Groups): QueryToken | null {
  const minutes = Math.floor(numberOf(number));
  const { min, max } = CHARGING_MINUTES;
  if (minutes < min || minutes > max) return null;
  return limitToken("maxCharging", minutes);
}

function consumptionOf({ number }: Groups): QueryToken | null {
  const kwh = Math.floor(numberOf(number) * 10 + 1e-6) / 10;
  const { min, max } = CONSUMPTION_KWH;
  if (kwh < min || kwh > max) return null;
  return limitToken("maxConsumption", kwh);
}

function accelerationOf({ number }: Groups): QueryToken | null {
  const seconds = Math.floor(numberOf(number) * 10 + 1e-6) / 10;
  const { min, max } = ACCELERATION_SECONDS;
  if (seconds <= min || seconds >= max) return null;
  return boundsToken("acceleration", { ...OPEN, max: seconds });
}

function seatsOf({ count = "", more }: Groups): QueryToken | "words" {
  const word = SEAT_WORDS.indexOf(count);
  const seats = (word < 0 ? Number(count) : word + 2) + (more === undefined ? 0 : 1);
  if (seats > SEATS.max) return "words";
  // Every car has two seats; people who mention two want no more.
  return seats === 2 ? listToken("seating", ["2"], "2 or 3 seats") : limitToken("minSeats", seats);
}

function choice(name: ChoiceName | "bodyType", source: string, value: string): Phrase {
  return phrase(source, () => listToken(name, [value], value));
}

function flag(name: FlagName, source: string): Phrase {
  return phrase(source, () => createToken(name, "true", (state) => ({ ...state, [name]: true })));
}

function sort(source: string, key: SortKey, order: SortOrder, label: string): Phrase {
  return phrase(source, () => sortToken({ key, order }, label));
}

function idea(source: string, means: Phrase["means"]): Phrase {
  return { ...phrase(source, means), isIdea: true };
}

/** Cards show these figures, and the list begins with the lowest. */
function viewTokens(show: CardView, key: SortKey, label: string): QueryToken[] {
  const token = createToken("show", show, (state) => ({ ...state, show }));
  return [token, sortToken({ key, order: "asc" }, label)];
}

const TRIP: Sort = { key: "trip", order: "asc" };
const LONG_DRIVE = sortToken(TRIP, "shortest long drive first");

/** Filters nothing; planSearch() opens Savings. */
export const PAYMENT = createToken("payment", "true", (state) => state);

const FAMILY_SEATS = 5;
const MOST_CARGO = sortToken({ key: "cargo", order: "desc" }, "cargo space, most first");

/** What people have in mind without a figure (finding.md#ideas). */
const IDEAS: readonly Phrase[] = [
  phrase("dog~(?:crates?|kennels?|guards?|gates?|ramps?)", () => "words"),
  idea("(?:family|families|kids?|child|children|dogs?)(?: friendly)?", () => [
    limitToken("minSeats", FAMILY_SEATS),
    MOST_CARGO,
  ]),
  idea("used|second hand|pre~owned", (_, { newestYear }) =>
    boundsToken("year", { ...OPEN, max: newestYear - 1 }),
  ),
  idea("(?<wagon>(?:station )?wagons?|estate cars?)", ({ wagon = "" }) => {
    const token = listToken("bodyType", ["Crossover"], "Crossover");
    // The word stays, so that describeIgnored() can say that there are no wagons.
    const keep = (state: FilterState) => setIgnored(state, `${state.ignored} ${wagon}`.trimStart());
    return { ...token, apply: (state) => keep(token.apply(state)) };
  }),
  idea("(?:for|in) snow", () => listToken("drive", ["AWD"], "AWD")),
  // Wins over the order that suits a family.
  phrase("(?:road|long(?: distance)?)~trips?|long (?:distance|drives?)", () => LONG_DRIVE),
  idea("garages?|parking (?:space|spot)s?", () => viewTokens("size", "length", "shortest first")),
  idea(
    "(?:wall|household|regular|standard|normal|ordinary) (?:outlet|socket|plug)s?|1[12]0~v(?:olts?)?(?: (?:outlet|socket|plug)s?)?|level (?:1|one)(?: charg(?:ing|er|e))?|(?:no|without) (?:an? )?(?:2[24]0~v(?:olts?)?|level (?:2|two)|home charg(?:er|ing))(?: at home)?|trickle charg(?:e|ing)",
    () => viewTokens("outlet", "consumption", "most efficient first"),
  ),
  idea(
    "(?:more |lots of |plenty of |most )?(?:(?:trunk|boot|cargo|luggage|storage) )?space(?: for)?",
    () => MOST_CARGO,
  ),
  idea("sporty|(?:fast|quick) cars?", () =>
    sortToken({ key: "acceleration", order: "asc" }, "quickest first"),
  ),
  idea("(?:for )?commut(?:e|er|es|ing)", () =>
    sortToken({ key: "consumption", order: "asc" }, "lowest consumption first"),
  ),
];

/** In search order: phrases that could be mistaken for others come first. */
export const PHRASES: readonly Phrase[] = [
  // `for 6 months` has to be whole here.
  phrase("for (?<count>COUNT)(?: adults?)?(?=~$|~,| (?:with|under|below) )", seatsOf),
  // A payment is not a price.
  idea(
    "(?:monthly )?payments?(?: (?:of )?(?:AT_MOST)?(?:MONEY))?(?: (?:an?|per) month)?",
    () => PAYMENT,
  ),
  idea("(?:AT_MOST)?(?:MONEY)(?:~/~| (?:an?|per) )mo(?:nth)?", () => PAYMENT),
  idea("monthly(?: costs?)?|(?:an?|per) month|months?", () => PAYMENT),

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
  phrase("CHARGE (?:TEN_TO_EIGHTY )?(?:in )?AT_MOST(?<number>NUMBER)(?!~(?:kw|h))", chargingOf),

  phrase("AT_MOST(?<number>NUMBER)~kwh~(?:per|/|a)~100~(?:mi|miles)", consumptionOf),
  phrase("AT_MOST(?:NUMBER)~MI_PER_KWH|(?:NUMBER)~MI_PER_KWH(?:OR_LESS)", () => "words"),
  phrase("(?:AT_LEAST)?(?<number>NUMBER)~\\+?~MI_PER_KWH(?:OR_MORE)?", ({ number }) =>
    consumptionOf({ number: String(100 / numberOf(number)) }),
  ),
  sort(
    "(?:most |very |energy )?efficient|(?:most |very )?economical|lowest (?:energy )?consumption|(?:lowest|least) kwh(?:~(?:per|/|a)~100~(?:mi|miles))?",
    "consumption",
    "asc",
    "lowest consumption first",
  ),

  ...FIGURE_PHRASES,

  // There is no filter for a maximum number of seats.
  phrase("(?:AT_MOST)(?:(?:COUNT)~or~)?(?:COUNT)~SEATS", () => "words"),
  phrase("(?:COUNT)~SEATS(?:OR_LESS)", () => "words"),
  phrase("(?!2~or~[4-9])(?<count>COUNT)~or~(?:COUNT)~SEATS", seatsOf),
  phrase("(?:between |from )?(?:COUNT)~(?:to|and|-|–)~(?:COUNT)~SEATS", () => "words"),
  phrase("SEATS(?: for)? (?:COUNT)(?:OR_LESS)", () => "words"),
  phrase(
    "(?:seats?|seating|room for)(?: for)? (?:(?<more>MORE_THAN)|AT_LEAST)?(?<count>COUNT)(?:OR_MORE)?(?:~SEATS)?",
    seatsOf,
  ),
  phrase("(?:(?<more>MORE_THAN)|AT_LEAST)?(?<count>COUNT)(?:OR_MORE)?~SEATS(?:OR_MORE)?", seatsOf),
  phrase("(?:family|families) of (?<count>COUNT)", seatsOf),
  phrase("(?:3|three|third|3rd) rows?(?: seating)?", () => limitToken("minSeats", 6)),

  phrase(
    "(?:range )?(?:of |between |from )?(?<from>NUMBER)~(?:MILES)?~(?:to|and|-|–)~(?<to>NUMBER)~(?<unit>MILES)(?: range)?",
    twoRanges,
  ),
  phrase(
    "range (?:of |between |from )?(?<from>NUMBER)~(?:to|and|-|–)~(?<to>NUMBER)(?!~(?:k|\\$))",
    twoRanges,
  ),
  phrase(
    "(?<most>AT_MOSTrange |range AT_MOST)(?:of )?(?<number>NUMBER)(?:~(?<unit>MILES))?(?!~(?:THOUSANDS|\\$|dollars|usd|bucks))",
    rangeOf,
  ),
  phrase("(?:range )?(?<most>AT_MOST)(?<number>NUMBER)~(?<unit>MILES)(?: range)?", rangeOf),
  phrase("(?<number>NUMBER)~(?<unit>MILES)(?<most>OR_LESS)", rangeOf),
  phrase(
    "(?:range (?:of )?)?(?:AT_LEAST)?(?<number>NUMBER)~\\+?~(?<unit>MILES)(?:OR_MORE)?(?:(?: of)? range)?(?! (?:per|an?) |~/)",
    rangeOf,
  ),
  phrase("range (?:of )?(?:AT_LEAST)?(?<number>NUMBER)\\+?", rangeOf),
  phrase("(?:AT_LEAST)?(?<number>NUMBER)\\+? range", rangeOf),

  // Other currencies, and figures without a filter.
  phrase("(?:AT_MOST|AT_LEAST)?[£€¥₹]~(?:NUMBER)(?:~(?:THOUSANDS))?", () => "words"),
  phrase(
    "(?:AT_MOST|AT_LEAST)?(?:NUMBER)(?:~(?:THOUSANDS))?~(?:[£€¥₹]|euros?|eur|gbp|cad|aud|pounds?)",
    () => "words",
  ),
  phrase("(?:AT_MOST|AT_LEAST)?(?:NUMBER)~(?:kwh?|hp|horsepower|lbs?|mph|km/h)", () => "words"),
  phrase("(?:between |from )?(?<from>MONEY)~(?:to|and|-|–)~(?<money>MONEY)", twoPrices),
  price("(?:AT_LEAST)(?:price |cost )?(?:of )?(?<money>MONEY)", fromDollars),
  price("(?<money>MONEY)(?:OR_MORE)", fromDollars),
  price("AT_MOST(?:price |cost )?(?:of )?(?<money>MONEY)NO_UNIT", upToDollars),
  price("(?<money>MONEY)(?:OR_LESS| budget)", upToDollars),
  price(
    "(?<money>\\$~NUMBER(?:~(?:k|thousand|grand))?|NUMBER~(?:k|grand|dollars|usd|bucks))NO_UNIT",
    upToDollars,
  ),

  sort(
    "(?:fast|quick)(?:est)?(?: to)? charg(?:e|ing)|charg(?:e|es|ing) (?:the )?(?:fast(?:est)?|quick(?:est|ly)?)",
    "charging",
    "asc",
    "fastest charging first",
  ),
  sort(
    "(?:fastest|quickest)(?: ZERO_TO_SIXTY| acceleration)?",
    "acceleration",
    "asc",
    "quickest first",
  ),
  sort(
    "(?:how long (?:does it take )?(?:to )?)?charg(?:e|es|ing) at home",
    "homeCharging",
    "asc",
    "fastest home charging first",
  ),
  sort(
    "(?:longest|most|best|biggest|greatest|high(?:est)?|max(?:imum)?|good|great|decent) range|farthest|furthest",
    "range",
    "desc",
    "longest range first",
  ),
  sort(
    "cheapest|cheap|low(?:est)? price|least expensive|(?:most )?affordable|inexpensive",
    "price",
    "asc",
    "lowest price first",
  ),

  ...YEAR_PHRASES,
  choice("drive", "awd|4wd|4x4|(?:all|four|4) wheel(?: drive)?", "AWD"),
  phrase("(?:2|two) wheel(?: drive)?|2wd", () => listToken("drive", ["RWD", "FWD"], "RWD or FWD")),
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
  flag("newest", "(?:newest|latest)(?: models?)?(?: years?)?(?: only)?"),
  flag("taxCredit", "(?:federal )?tax credits?(?: eligible)?|eligible for (?:the )?tax credit"),
  ...IDEAS,
];
