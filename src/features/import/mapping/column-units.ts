import { CURRENCIES, CURRENCY_CODE, currencyNamed, OUR_CURRENCY } from "./currencies.ts";
import { entryOf, type FieldName } from "../../../domain/fields.ts";

/**
 * Spellings of each unit in headers and cells, folded by `foldUnit`. Spellings for cells only are in
 * `IN_CELLS`.
 */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  miles: ["mi", "mile", "miles", "meilen", "millas"],
  km: ["km", "kms", "kilometer", "kilometers", "kilometre", "kilometres", "kilometros"],
  mph: ["mph", "mih", "mihr", "milesh", "milehour", "mileshour"],
  "km/h": "kmh kph kmhr kmhour kmt kmu kmgodz kilometershour kilometreshour".split(" "),
  minutes: "min mins minute minutes minuten minutos minut minuty minutter minuti".split(" "),
  hours: "h hr hrs hour hours std stunden heures horas godz timer timmar uur ore".split(" "),
  seconds: ["s", "sec", "secs", "second", "seconds", "sek", "sekunden", "secondes", "segundos"],
  kW: ["kw", "kilowatt", "kilowatts"],
  kWh: ["kwh", "kilowatthour", "kilowatthours"],
  Wh: ["wh"],
  Ah: ["ah"],
  volts: ["v", "volt", "volts"],
  "kWh/100 mi": ["kwhper100mi", "kwh100mi", "kwh100mile", "kwh100miles"],
  "kWh/100 km": ["kwhper100km", "kwh100km", "kwh100kilometers", "kwh100kilometres"],
  "kWh/mi": ["kwhpermi", "kwhmi", "kwhmile"],
  "Wh/mi": ["whpermi", "whmi", "whmile"],
  "Wh/km": ["whperkm", "whkm"],
  "mi/kWh": ["mikwh", "mileskwh", "perkwhmi"],
  "km/kWh": ["kmkwh", "perkwhkm"],
  MPGe: ["mpge"],
  hp: ["hp", "bhp", "horsepower"],
  "metric hp":
    "ps cv ch pk hk metrichp metrichorsepower hestekrefter caballos chevaux cavalli".split(" "),
  "lb-ft": ["lbft", "lbsft", "ftlb", "ftlbs", "lbfft", "ftlbf", "poundfeet", "footpounds"],
  Nm: ["nm", "newtonmeter", "newtonmeters", "newtonmetre", "newtonmetres"],
  "cubic feet": ["cuft", "ft3", "cf", "cubicfeet", "cubicfoot", "cubicft"],
  litres: "l lt ltr litre litres liter liters litros litry litrow litri".split(" "),
  "cubic metres": ["m3", "cubicmeters", "cubicmetres"],
  inches: ["inch", "inches"],
  feet: ["ft", "foot", "feet"],
  mm: ["mm", "millimeters", "millimetres"],
  cm: ["cm", "centimeters", "centimetres"],
  metres: ["metre", "metres", "meter", "meters"],
  pounds: ["lb", "lbs"],
  kg: ["kg", "kgs", "kilogram", "kilograms", "kilos"],
  tonnes: ["tonne", "tonnes"],
  percent: ["%", "percent", "pct"],
  thousands:
    "k t€ thou thousand thousands tsd tausend tys tysięcy тыс тысяч tusen milliers milesde 000 000s 1000 1000s".split(
      " ",
    ),
  "ten thousands": ["wan", "万", "萬", "万元", "萬元", "10000"],
  lakh: ["lakh", "lakhs", "lac", "lacs"],
  millions: ["mn", "mln", "mio", "million", "millions"],
  crore: ["crore", "crores"],
};

/** Units that multiply a figure in any other unit, and that no later choice of a unit or currency removes. */
const MULTIPLES: ReadonlyMap<string, number> = new Map([
  ["thousands", 1_000],
  ["ten thousands", 10_000],
  ["lakh", 100_000],
  ["millions", 1_000_000],
  ["crore", 10_000_000],
]);

/** The number that figures are multiplied by, as 1,000 for `thousands`; 1 without such a unit. */
export function multipleOf(units: readonly string[]): number {
  return units.map((unit) => MULTIPLES.get(unit)).find((multiple) => multiple !== undefined) ?? 1;
}

/** Too short or too common to be recognized in headers. */
const IN_CELLS: Readonly<Record<string, readonly string[]>> = {
  inches: ["in", '"', "''", "”", "′′"],
  metres: ["m"],
  tonnes: ["t"],
};

/** Currencies that a header may name without a word for price, since no other word is spelled like them. */
const CURRENCY_WORDS =
  "usd dollar dollars eur euro euros gbp pound pounds cny rmb yuan jpy yen inr rupee rupees krw won cad aud chf sek nok dkk kr zł kč"; // oxfmt-ignore

/** Currencies that have a name here; all others are known by their codes. */
export const UNIT_NAMES: readonly string[] = [
  ...Object.keys(UNITS),
  OUR_CURRENCY,
  ...CURRENCIES.filter((unit) => !CURRENCY_CODE.test(unit)),
];

const unitsByWord = (units: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(units).flatMap(([unit, words]) => words.map((word) => [word, unit] as const));

const UNIT_OF_WORD: ReadonlyMap<string, string> = new Map([
  ...unitsByWord(UNITS),
  ...CURRENCY_WORDS.split(" ").map((word) => [word, currencyNamed(word) ?? word] as const),
]);
const UNIT_IN_CELL: ReadonlyMap<string, string> = new Map([
  ...unitsByWord(UNITS),
  ...unitsByWord(IN_CELLS),
]);

const LONGEST_UNIT = 40;

/** `k` in `45k €` and `lakh` in `₹15 lakh`, but not `kr` */
const MULTIPLE_IN_CELL = /^([a-z]{1,9})\.?(?!\p{L})\s*(.*)$/isu;

/** Divides the words beside a price into the number that it is multiplied by and the rest. */
export function readMultiple(words: string): { multiple: number; rest: string } {
  const [, word = "", rest = ""] = MULTIPLE_IN_CELL.exec(words.slice(0, LONGEST_UNIT)) ?? [];
  const multiple = multipleOf([UNIT_OF_WORD.get(word.toLowerCase()) ?? ""]);
  return multiple === 1 ? { multiple, rest: words } : { multiple, rest };
}

/** Ignores letter case, spaces, dots, hyphens and slashes: `Lb. - Ft` becomes `lbft`. */
function foldUnit(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\bper\b/g, "")
    .replaceAll(/[\s.·⋅∙•^/_()[\]‐‑–-]/g, "");
}

/** The unit next to the figure in a cell, for a column of the field. */
export function unitInCell(text: string, field: FieldName): string | undefined {
  if (text.length > LONGEST_UNIT) return undefined;
  const unit = UNIT_IN_CELL.get(foldUnit(text));
  if (field === "price") return currencyNamed(text) ?? unit;
  return unit && unitsFor([unit], field)[0];
}

/** Acceleration to speeds other than 60 mph. */
const OTHER_SPRINTS: readonly string[] = ["0-62 mph", "0-100 km/h"];

export interface HeaderWords {
  /** the whole header in lowercase, without spaces, signs and accents */
  all: string;
  /** the same without units; `max` first, `ac` and `dc` last */
  words: string;
  /** the same without names of test cycles or standards, and without `dc` */
  bare: string;
  /** whether it is about alternating current */
  isAc: boolean;
  units: readonly string[];
}

/**
 * Joins speeds, ranges and units that the split at camel case would break: `TopSpeed_KmH`, `BatteryKWh`, `0 -
 * 100 km/h`, `10-80 %`, `cu. ft.`
 */
function withWholeUnits(header: string): string {
  return header
    .normalize("NFKC")
    .replaceAll(
      /(?<!\d)0(?:[-–—\s_]+|[\s_]*to[\s_]*)(60|62|100)(?!\d)[\s_]*(?:mph|km[\s_/]*h(?![a-z])|kph)?/gi,
      " sprint$1 ",
    )
    .replaceAll(/zero[\s_-]*to[\s_-]*(?:one[\s_-]*)?hundred/gi, " sprint100 ")
    .replaceAll(/(?<!\d)10[\s_]*%?(?:[-–—\s_]+|[\s_]*to[\s_]*)80(?!\d)[\s_]*%?/gi, " tentoeighty ")
    .replaceAll(/(?<![a-z])cu(?:bic|\.)?[\s_]*(?:feet|foot|ft)\.?(?![a-z])/gi, " cuft ")
    .replaceAll(
      /(k?)[\s_]?wh[\s_]*(?:\/|per)?[\s_]*(100)?[\s_]*(mi|km)(?:les?)?(?![a-z])/gi,
      (_all, kilo: string, hundred: string | undefined, distance: string) =>
        ` ${kilo}whper${hundred ?? ""}${distance} `.toLowerCase(),
    )
    .replaceAll(
      /(?<![a-z])(mi|km)(?:les)?[\s_]*(?:\/|per[\s_]+)[\s_]*k[\s_]?wh(?![a-z])/gi,
      (_all, distance: string) => ` perkwh${distance} `.toLowerCase(),
    )
    .replaceAll(/(?<![a-z])lbs?[\s_.·-]*ft(?![a-z])|(?<![a-z])ft[\s_.·-]*lbs?(?![a-z])/gi, " lbft ")
    .replaceAll(/k[\s_]?wh(?![a-z])/gi, " kwh ")
    .replaceAll(/km[\s_]*(?:\/|per[\s_]+)?[\s_]*h(?:our|r)?(?![a-z])/gi, " kmh ")
    .replaceAll(/km[\s_]*\/[\s_]*(?:t|u|godz)(?![a-z])/gi, " kmh ")
    .replaceAll(/(?:miles|mi)[\s_]*(?:\/|per[\s_]+)[\s_]*h(?:our|r)?(?![a-z])/gi, " mph ")
    .replaceAll(/kW(?![a-zA-Z])/g, " kw ")
    .replaceAll(/(?<![a-z])mpge(?![a-z])/gi, " mpge ")
    .replaceAll(/(?<![a-z])[tk](eur|usd|gbp|chf|inr|cny|rmb)(?![a-z])/gi, " tsd $1 ")
    .replaceAll(/[[(]\s?m\s?[\])]/gi, " metres ")
    .replaceAll(/[[(]\s?t\s?[\])]|(?<=^|[\s_])t$/gi, " tonnes ")
    .replaceAll(CODE_IN_BRACKETS, (all, code: string) => signOf(code) ?? all)
    .replaceAll(/(?<![a-z])[a-z]{1,3}\$/gi, (sign) => signOf(sign) ?? sign)
    .replaceAll(/(?!¤)(\p{Sc}|%)/gu, " $1 ");
}

const CODE_IN_BRACKETS = /[[(]\s{0,9}([a-z]{3})\s{0,9}[\])]/gi;

/** Replaces a currency that is unambiguous in any context with a single word. */
function signOf(text: string): string | undefined {
  const unit = currencyNamed(text);
  return unit === undefined ? undefined : ` ¤${CURRENCY_TOKENS.indexOf(unit)} `;
}

/** Looked up by index, since a unit may have several words. */
const CURRENCY_TOKENS: readonly string[] = [OUR_CURRENCY, ...CURRENCIES];

export const LONGEST_HEADER = 100;

function tokensOf(header: string): string[] {
  return withWholeUnits(header.slice(0, LONGEST_HEADER))
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{Sc}%]+/u)
    .filter((token) => token !== "" && token !== "in");
}

/**
 * Codes such as `all` and `top` are also ordinary words, so they only count as currencies next to a word for
 * price.
 */
const PRICE_WORD =
  /^(?:price|prices|pricing|msrp|cost|preis|[a-z]{3,12}preis|prix|tarif|precio|pvp|prezzo|cena|prijs|pris|[a-z]{3,12}pris)$/;

function unitOfToken(token: string, at: number, isOfPrice: boolean): string | undefined {
  if (token.startsWith("¤")) return CURRENCY_TOKENS[Number(token.slice(1))];
  // `min` in `min range` is not a unit, and `h` alone is not a name.
  const unit = at > 0 ? UNIT_OF_WORD.get(token) : undefined;
  const isSign = /^\p{Sc}$/u.test(token);
  // Next to a price, `Ft` means forints, not feet.
  const currency = isOfPrice || isSign ? currencyNamed(token) : undefined;
  return unit === "feet" ? (currency ?? unit) : (unit ?? currency);
}

/** Whether a text is just a unit: `km`, `(kWh/100 km)`, `€`. */
export function isUnitText(text: string): boolean {
  if (text.length > LONGEST_UNIT) return false;
  if (UNIT_IN_CELL.has(foldUnit(text))) return true;
  const { words, units } = readHeader(`x ${text}`);
  return words === "x" && units.length > 0;
}

/** Splits at camel case, underscores, brackets and signs. */
export function readHeader(header: string): HeaderWords {
  const words: string[] = [];
  const units: string[] = [];
  const tokens = tokensOf(header);
  const isOfPrice = tokens.some((token) => PRICE_WORD.test(token));
  for (const [at, token] of tokens.entries()) {
    // `Swiss francs` is two words.
    const pair = isOfPrice ? currencyNamed(`${words.at(-1)} ${token}`) : undefined;
    const unit = unitOfToken(token, at, isOfPrice) ?? pair;
    if (unit) {
      units.push(unit);
      if (pair === unit) words.pop();
    } else if (token === "sprint62" || token === "sprint100") {
      words.push("sprint60");
      units.push(token === "sprint62" ? "0-62 mph" : "0-100 km/h");
    } else words.push(token);
  }
  const ordered = inUsualOrder(words.map(foldLetters));
  return {
    all: [...ordered, "|", ...units].join(""),
    words: ordered.join(""),
    bare: ordered.filter((word) => !NORMS.has(word) && word !== "dc").join(""),
    isAc: ordered.includes("ac"),
    units,
  };
}

/** Removes accents, as in `Höchstgeschwindigkeit`. */
function foldLetters(word: string): string {
  return word
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[łøæßđ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  æ: "ae",
  ß: "ss",
  đ: "d",
};

/** Test cycles and standards for figures. */
const NORMS: ReadonlySet<string> = new Set(
  "wltp epa nedc nefz cltc vda din sae iso ece eec combined kombiniert mixte combinado combinada".split(
    " ",
  ),
);

/** Words for maximum values in several languages. */
const MAXIMUM =
  /^(?:max|maximum|maks|maksimum|m(?:ax|aks|ass)im(?:al|o|a)(?:e|er|es|t)?|maksymaln[ayeą])$/;

/** Makes `Vitesse maximale` and `max speed` alike, and also `DC charging power` and `charging power (DC)`. */
function inUsualOrder(words: readonly string[]): string[] {
  const isCurrent = (word: string) => word === "ac" || word === "dc";
  const others = words.filter((word) => !MAXIMUM.test(word) && !isCurrent(word));
  const most = others.length < words.length && words.some((word) => MAXIMUM.test(word));
  return [...(most ? ["max"] : []), ...others, ...words.filter(isCurrent)];
}

/** `pounds` are money only if no weight is possible; `KM` is Polish for metric hp. */
export function unitsFor(units: readonly string[], field: FieldName): readonly string[] {
  const entry = entryOf(field);
  const ours = entry.kind === "figure" ? entry.unit : undefined;
  if (ours === "pounds") return units.map((unit) => (unit === "British pounds" ? ours : unit));
  if (ours === "hp" || ours === "kW")
    return units.map((unit) => (unit === "km" ? "metric hp" : unit));
  return units;
}

/** Why figures in these units cannot be those of the field: `in km; we store miles`. */
export function unitIssue(units: readonly string[], field: FieldName): string | undefined {
  const entry = entryOf(field);
  const ours = entry.kind === "figure" ? entry.unit : undefined;
  const other = unitsFor(units, field).find((unit) => unit !== ours);
  if (other === undefined) return undefined;
  if (OTHER_SPRINTS.includes(other)) {
    const isSprint = field === "acceleration" || field === "zeroToSixty";
    return isSprint ? `${other}; we store 0-60 mph` : `${other}, which is no such value`;
  }
  return ours ? `in ${other}; we store ${ours}` : `in ${other}; this has no unit`;
}
