import { LRUCache } from "lru-cache";
import { currencyNamed } from "./currencies.server.ts";
import { LONGEST_UNIT, unitOfWord, UNIT_OF_WORD } from "./units.server.ts";
import { foldLetters, readDataFile } from "./words.server.ts";

export interface HeaderWords {
  /** the whole header in lowercase, without spaces, signs and accents */
  all: string;
  /** the same without units; `max` first, `ac` and `dc` last */
  words: string;
  /** the same without names of test cycles or standards, and without `dc` */
  bare: string;
  /** the words without names of test cycles or standards, so that their order does not matter */
  sorted: string;
  /** whether it is about alternating current */
  isAc: boolean;
  units: readonly string[];
}

/** Beside such a word, `0-100` is a percentage. */
const CHARGING =
  /charg|lade|lading|laden|ladd|carga|recarg|ricaric|carregam|ładowan|заряд|充电|充電|충전/i;

/** What the split at camel case would break, in order: `TopSpeed_KmH`, `BatteryKWh`, `0 - 100 km/h`, `cu. ft.` */
const PATTERNS = readDataFile("header-patterns").map(
  ({ pattern = "", "letter case": letterCase, becomes = "" }) => ({
    pattern: new RegExp(pattern, letterCase === "exact" ? "gu" : "giu"),
    becomes,
  }),
);
/** The signs in `1,000`, and the `s` in `1000s`. */
const THOUSANDS_SIGNS = /(?<=\d)[.,'’](?=000(?!\d))|(?<=000)['’]?s(?![a-z])/gi;
/** `[PLN]` and `A$` are currencies in any context. */
const CURRENCY = /[[(]\s{0,9}([a-z]{3})\s{0,9}[\])]|(?<![a-z])([a-z]{1,3}\$)/gi;

function withWholeUnits(header: string): string {
  let text = header.normalize("NFKC").replaceAll(THOUSANDS_SIGNS, "");
  for (const { pattern, becomes } of PATTERNS) {
    text = text.replaceAll(pattern, (...groups: string[]) => {
      const words = becomes.replaceAll(/\$(\d)/g, (_sign, at: string) => groups[Number(at)] ?? "");
      return ` ${words.toLowerCase()} `;
    });
  }
  return text
    .replaceAll(CURRENCY, (all: string, code?: string, sign?: string) => {
      const name = code ?? sign ?? "";
      return currencyNamed(name) === undefined ? all : ` ¤${name.toLowerCase()} `;
    })
    .replaceAll(/(?<!¤[a-z]{1,3})(?!¤)(\p{Sc}|%)/gu, " $1 ");
}

export const LONGEST_HEADER = 100;

/** `Price in euros`, `Precio (miles de euros)`, `Prix (milliers d'euros)` */
const LINKING_WORDS: ReadonlySet<string> = new Set(["in", "de", "di"]);

function tokensOf(header: string): string[] {
  const isOfCharging = CHARGING.test(header);
  return withWholeUnits(header.slice(0, LONGEST_HEADER))
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{Sc}%]+/u)
    .filter((token) => token !== "" && !LINKING_WORDS.has(token))
    .map((token) => (isOfCharging && token.startsWith("sprint") ? "zerotofull" : token));
}

/** Codes such as `all` and `top` are also words, so they are currencies only next to a word for price. */
const PRICE_WORD =
  /^(?:price|prices|pricing|msrp|cost|preis|[a-z]{3,12}preis|prix|tarif|precio|preço|pvp|prezzo|cena|prijs|pris|[a-z]{3,12}pris)$/;

function unitOfToken(token: string, at: number, isOfPrice: boolean): string | undefined {
  if (token.startsWith("¤")) return currencyNamed(token.slice(1));
  // `min` in `min range` is not a unit, and `h` alone is not a name.
  const unit = at > 0 ? UNIT_OF_WORD.get(token) : undefined;
  const isSign = /^\p{Sc}$/u.test(token);
  const currency = isOfPrice || isSign ? currencyNamed(token) : undefined;
  // Next to a price, `Ft` means forints, not feet, and the Spanish `miles` and `mil` thousands.
  if (isOfPrice && (unit === "miles" || token === "mil")) return "thousands";
  return unit === "feet" ? (currency ?? unit) : (unit ?? currency);
}

/** The units in a text that is nothing else: `km`, `(kWh/100 km)`, `€`. */
export function unitsIn(text: string): readonly string[] {
  if (text.length > LONGEST_UNIT) return [];
  const word = unitOfWord(text);
  if (word !== undefined) return [word];
  const { words, units } = readHeader(`x ${text}`);
  return words === "x" ? units : [];
}

export function isUnitText(text: string): boolean {
  return unitsIn(text).length > 0;
}

const MAX_REMEMBERED = 1_000;
const remembered = new LRUCache<string, HeaderWords>({
  max: MAX_REMEMBERED,
  memoMethod: splitHeader,
});

/** Remembers what it has read, since a check reads each header many times. */
export function readHeader(header: string): HeaderWords {
  return header.length > LONGEST_HEADER ? splitHeader(header) : remembered.memo(header);
}

/** Splits at camel case, underscores, brackets and signs. */
function splitHeader(header: string): HeaderWords {
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
  const ordered = inCanonicalOrder(words.map(foldLetters));
  const bare = ordered.filter((word) => !NORMS.has(word));
  return {
    all: [...ordered, "|", ...units].join(""),
    words: ordered.join(""),
    bare: bare.filter((word) => word !== "dc").join(""),
    sorted: bare.toSorted().join(" "),
    isAc: ordered.includes("ac"),
    units,
  };
}

/** Test cycles, standards and kinds of figures. */
export const NORMS: ReadonlySet<string> = new Set(
  "wltp wltc epa midc nedc nefz cltc vda din sae iso ece eec combined kombiniert mixte combinado combinada mean average avg gross minimal incl inkl excl exkl ttc vat mwst tva iva btw moms mva".split(
    " ",
  ),
);

/** Words for maximum values in several languages. */
const MAXIMUM =
  /^(?:maxi?|maximum|maks|maksimum|m(?:ax|aks|ass)im(?:al|o|a)(?:e|er|es|t)?|maksymaln[ayeą])$/;

/** Makes `Vitesse maximale` and `max speed` alike, and also `DC charging power` and `charging power (DC)`. */
function inCanonicalOrder(words: readonly string[]): string[] {
  const isCurrent = (word: string) => word === "ac" || word === "dc";
  const others = words.filter((word) => !MAXIMUM.test(word) && !isCurrent(word));
  const most = others.length < words.length && words.some((word) => MAXIMUM.test(word));
  return [...(most ? ["max"] : []), ...others, ...words.filter(isCurrent)];
}
