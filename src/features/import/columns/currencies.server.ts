/** Currencies by their ISO 4217 codes, and as people write them in files. */
import { unitLabel } from "../stored-text.ts";
import { foldLetters, listOf, readDataFile } from "./words.server.ts";

export const OUR_CURRENCY = "US dollars";

const TABLE = readDataFile("currencies");

/** Currencies that a mapping can also name in words, by code. */
const NAMED: ReadonlyMap<string, string> = new Map(
  TABLE.flatMap(({ code = "", name = "" }) => (code && name ? [[code, name]] : [])),
);

/** One of several currencies; the rate decides which. */
const CROWNS = "kronor";

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const unitsBy = (column: "signs" | "header words"): ReadonlyMap<string, string> =>
  new Map(
    TABLE.flatMap(({ code = "", name, [column]: words }) =>
      listOf(words, " ").map((word) => [word, name || code] as const),
    ),
  );

/** By signs and abbreviations that are not codes, in lowercase. */
const SIGNS = unitsBy("signs");

/** Currencies that a header may name without a word for price, since no other word is spelled like them. */
export const CURRENCY_OF_WORD = unitsBy("header words");

/** Normalizes a currency: `EUR` becomes `euros`, `USD` becomes `US dollars`. Other units stay as they are. */
export function currencyUnit(unit: string): string {
  return NAMED.get(unit) ?? unit;
}

/** Without US dollars, the currency that we store. */
export const CURRENCIES: readonly string[] = [
  ...[...NAMED.values()].filter((unit) => unit !== OUR_CURRENCY),
  CROWNS,
  ...[...CODES].filter((code) => !NAMED.has(code)),
];
const FOREIGN: ReadonlySet<string> = new Set(CURRENCIES);

export function isCurrency(unit: string): boolean {
  return FOREIGN.has(currencyUnit(unit));
}

let names: ReturnType<typeof readCurrencyNames> | undefined;

/** Built on first use: codes by full names in lowercase (`polish zloty`), and by last words that are unique. */
function readCurrencyNames(): ReadonlyMap<string, string> {
  const currencyNames = new Intl.DisplayNames("en", { type: "currency" });
  const named = Array.from(CODES, (code) => {
    const name = foldLetters((currencyNames.of(code) ?? code).toLowerCase());
    return { code, name, last: name.split(" ").at(-1) ?? "" };
  });
  const single = [...Map.groupBy(named, ({ last }) => last)].flatMap(([last, [first, ...others]]) =>
    first && others.length === 0 ? [[last, first.code] as const] : [],
  );
  return new Map([...single, ...named.map(({ name, code }) => [name, code] as const)]);
}

const LONGEST_NAME = 40;

export function currencyNamed(words: string): string | undefined {
  const text = words.trim();
  if (text === "" || text.length > LONGEST_NAME) return undefined;
  const code = text.toUpperCase();
  if (CODES.has(code)) return currencyUnit(code);
  const sign = SIGNS.get(text.toLowerCase());
  if (sign !== undefined) return sign;
  names ??= readCurrencyNames();
  const name = foldLetters(text.toLowerCase());
  const named = names.get(name) ?? names.get(name.replace(/s$/, ""));
  return named === undefined ? undefined : currencyUnit(named);
}

/** Signs that several currencies share; the currency's name must match. */
const SHARED_SIGNS: ReadonlyMap<string, RegExp> = new Map([
  ["$", /dollar|peso|real/i],
  ["¥", /yen|yuan/i],
  ["£", /pound/i],
  ["kr", /kron|króna/i],
  ["rs", /rupee/i],
]);

/** Whether a text names the currency, or has a sign that it shares with others. */
export function isWrittenAs(unit: string, words: string): boolean {
  const key = words.trim().toLowerCase().replace(/\.$/, "");
  if (SHARED_SIGNS.get(key)?.test(unitLabel(unit))) return true;
  return currencyNamed(words) === currencyUnit(unit);
}
