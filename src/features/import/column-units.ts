import { entryOf, type FieldName } from "../../vehicle/fields.ts";

/** Lowercase words of a header for each unit. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  miles: ["mi", "mile", "miles"],
  km: ["km", "kms", "kilometer", "kilometers", "kilometre", "kilometres"],
  mph: ["mph"],
  "km/h": ["kmh", "kph"],
  minutes: ["min", "mins", "minute", "minutes"],
  hours: ["h", "hr", "hrs", "hour", "hours"],
  seconds: ["s", "sec", "secs", "second", "seconds"],
  kW: ["kw", "kilowatt", "kilowatts"],
  kWh: ["kwh"],
  Wh: ["wh"],
  Ah: ["ah"],
  volts: ["v", "volt", "volts"],
  "kWh/100 mi": ["kwhper100mi"],
  "kWh/100 km": ["kwhper100km"],
  "kWh/mi": ["kwhpermi"],
  "Wh/mi": ["whpermi"],
  "Wh/km": ["whperkm"],
  MPGe: ["mpge"],
  hp: ["hp", "bhp", "horsepower"],
  "metric hp": ["ps", "cv", "pk"],
  "lb-ft": ["lbft"],
  Nm: ["nm"],
  "cubic feet": ["cuft", "ft3", "cf"],
  litres: ["l", "ltr", "litre", "litres", "liter", "liters"],
  "cubic metres": ["m3"],
  inches: ["inch", "inches"],
  mm: ["mm"],
  cm: ["cm"],
  pounds: ["lb", "lbs"],
  kg: ["kg"],
  percent: ["%", "percent", "pct"],
  "US dollars": ["$", "usd", "us$", "dollar", "dollars"],
  euros: ["€", "eur", "euro", "euros"],
  "British pounds": ["£", "gbp", "pound", "pounds"],
  yuan: ["¥", "cny", "rmb", "yuan"],
  yen: ["jpy", "yen"],
  rupees: ["₹", "inr", "rupee", "rupees"],
  // 100,000 of them: nothing is converted from it.
  lakh: ["lakh", "lakhs"],
  won: ["₩", "krw", "won"],
  "Canadian dollars": ["cad", "ca$", "c$"],
  "Australian dollars": ["aud", "au$", "a$"],
  "Swiss francs": ["chf"],
  "Swedish kronor": ["sek"],
  "Norwegian kroner": ["nok"],
  "Danish kroner": ["dkk"],
  // One of these, whichever the rate is of.
  kronor: ["kr"],
  // Of whatever: nothing is converted from them.
  thousands: ["k", "thousand", "thousands", "tsd", "teur", "tusd", "000", "000s", "1000", "1000s"],
  millions: ["mn", "mln", "million", "millions"],
};

export const UNIT_NAMES = Object.keys(UNITS);

export const UNIT_OF_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS).flatMap(([unit, words]) => words.map((word) => [word, unit] as const)),
);

/** Foreign: US dollars are what we store. */
export const CURRENCIES: readonly string[] = [
  "euros",
  "British pounds",
  "yuan",
  "yen",
  "rupees",
  "won",
  "Canadian dollars",
  "Australian dollars",
  "Swiss francs",
  "Swedish kronor",
  "Norwegian kroner",
  "Danish kroner",
  "kronor",
];

/** Sprints to another speed than 60 mph. */
const OTHER_SPRINTS: readonly string[] = ["0-62 mph", "0-100 km/h"];

export interface HeaderWords {
  /** all of it, in small letters without space and signs */
  all: string;
  /** the same without its units */
  words: string;
  units: readonly string[];
}

/**
 * Speeds and spans as one word each, units that camel case would divide too:
 * `TopSpeed_KmH`, `BatteryKWh`, `0 - 100 km/h`, `10-80 %`, `cu. ft.`
 */
function withWholeUnits(header: string): string {
  return header
    .normalize("NFKC")
    .replaceAll(
      /(?<!\d)0(?:[-–—\s_]+|[\s_]*to[\s_]*)(60|62|100)(?!\d)[\s_]*(?:mph|km[\s_/]*h(?![a-z])|kph)?/gi,
      " sprint$1 ",
    )
    .replaceAll(/(?<!\d)10[\s_]*%?(?:[-–—\s_]+|[\s_]*to[\s_]*)80(?!\d)[\s_]*%?/gi, " tentoeighty ")
    .replaceAll(/(?<![a-z])cu(?:bic|\.)?[\s_]*(?:feet|foot|ft)\.?(?![a-z])/gi, " cuft ")
    .replaceAll(
      /(k?)[\s_]?wh[\s_]*(?:\/|per)?[\s_]*(100)?[\s_]*(mi|km)(?:les?)?(?![a-z])/gi,
      (_all, kilo: string, hundred: string | undefined, distance: string) =>
        ` ${kilo}whper${hundred ?? ""}${distance} `.toLowerCase(),
    )
    .replaceAll(/(?<![a-z])lbs?[\s_.·-]*ft(?![a-z])|(?<![a-z])ft[\s_.·-]*lbs?(?![a-z])/gi, " lbft ")
    .replaceAll(/k[\s_]?wh(?![a-z])/gi, " kwh ")
    .replaceAll(/km[\s_]*(?:\/|per[\s_]+)?[\s_]*h(?:our|r)?(?![a-z])/gi, " kmh ")
    .replaceAll(/(?:miles|mi)[\s_]*(?:\/|per[\s_]+)[\s_]*h(?:our|r)?(?![a-z])/gi, " mph ")
    .replaceAll(/kW(?![a-zA-Z])/g, " kw ")
    .replaceAll(/us\$/gi, " usd ")
    .replaceAll(/ca?\$/gi, " cad ")
    .replaceAll(/au?\$/gi, " aud ")
    .replaceAll(/([$€£¥₹₩%])/g, " $1 ");
}

const LONGEST_HEADER = 100;

function tokensOf(header: string): string[] {
  return withWholeUnits(header.slice(0, LONGEST_HEADER))
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}$€£¥₹₩%]+/u)
    .filter((token) => token !== "" && token !== "in");
}

/** Splits at camel case, underscores, brackets and signs. */
export function wordsOf(header: string): HeaderWords {
  const words: string[] = [];
  const units: string[] = [];
  for (const [at, token] of tokensOf(header).entries()) {
    const unit = UNIT_OF_WORD.get(token);
    // `min range` is no unit, and `h` alone is no name.
    if (unit && at > 0) units.push(unit);
    else if (token === "sprint62" || token === "sprint100") {
      words.push("sprint60");
      units.push(token === "sprint62" ? "0-62 mph" : "0-100 km/h");
    } else words.push(token);
  }
  return { all: [...words, "|", ...units].join(""), words: words.join(""), units };
}

/** `pounds` are those of money only where no weight is meant. */
export function unitsFor(units: readonly string[], field: FieldName): readonly string[] {
  const entry = entryOf(field);
  if (entry.kind !== "figure" || entry.unit !== "pounds") return units;
  return units.map((unit) => (unit === "British pounds" ? "pounds" : unit));
}

/** `in km; we store miles`: why figures in these units are not those of the field. */
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
