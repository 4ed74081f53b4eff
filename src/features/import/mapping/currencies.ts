/** Currencies by their ISO 4217 codes, and as people write them in files. */

/** The currency that we store. */
export const OUR_CURRENCY = "US dollars";

/** Currencies that a mapping can also name in words. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["USD", OUR_CURRENCY],
  ["EUR", "euros"],
  ["GBP", "British pounds"],
  ["CNY", "yuan"],
  ["JPY", "yen"],
  ["INR", "rupees"],
  ["KRW", "won"],
  ["CAD", "Canadian dollars"],
  ["AUD", "Australian dollars"],
  ["CHF", "Swiss francs"],
  ["SEK", "Swedish kronor"],
  ["NOK", "Norwegian kroner"],
  ["DKK", "Danish kroner"],
]);

/** One of several currencies; the rate decides which. */
const CROWNS = "kronor";

export const CURRENCY_CODE = /^[A-Z]{3}$/;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Signs and abbreviations that are not codes, in lowercase. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ $: "USD", us$: "USD", dollar: "USD", dollars: "USD", "u.s.$": "USD" }),
  ...Object.entries({ "€": "EUR", euro: "EUR", euros: "EUR", "£": "GBP", pound: "GBP" }),
  ...Object.entries({ pounds: "GBP", "¥": "CNY", "cn¥": "CNY", rmb: "CNY", yuan: "CNY" }),
  ...Object.entries({ yen: "JPY", "jp¥": "JPY", "₹": "INR", rupee: "INR", rupees: "INR" }),
  ...Object.entries({ "₩": "KRW", won: "KRW", ca$: "CAD", c$: "CAD", cdn$: "CAD" }),
  ...Object.entries({ a$: "AUD", au$: "AUD", nz$: "NZD", hk$: "HKD", s$: "SGD" }),
  ...Object.entries({ sg$: "SGD", nt$: "TWD", mx$: "MXN", r$: "BRL", "sfr.": "CHF" }),
  ...Object.entries({ "fr.": "CHF", zł: "PLN", zl: "PLN", kč: "CZK", ft: "HUF" }),
  ...Object.entries({ lei: "RON", "₺": "TRY", tl: "TRY", "₽": "RUB", "₴": "UAH", "฿": "THB" }),
  ...Object.entries({ "₫": "VND", "₪": "ILS", "₱": "PHP", "₦": "NGN", "₸": "KZT", "₾": "GEL" }),
  ...Object.entries({ rm: "MYR", rp: "IDR", "₡": "CRC", "₲": "PYG", "₮": "MNT", "৳": "BDT" }),
]);

/** The unit for a code: its name if a mapping has one, or else the code. */
function unitOfCode(code: string): string {
  return NAMED.get(code) ?? code;
}

/** Without US dollars, the currency that we store. */
export const CURRENCIES: readonly string[] = [
  ...[...NAMED.values()].filter((unit) => unit !== OUR_CURRENCY),
  CROWNS,
  ...[...CODES].filter((code) => !NAMED.has(code)),
];
const FOREIGN: ReadonlySet<string> = new Set(CURRENCIES);

/** Normalizes a currency: `EUR` becomes `euros`, `USD` becomes `US dollars`. Other units stay as they are. */
export function currencyUnit(unit: string): string {
  return unitOfCode(unit);
}

export function isCurrency(unit: string): boolean {
  return FOREIGN.has(currencyUnit(unit));
}

interface CurrencyNames {
  /** by the full name in lowercase, `polish zloty` */
  whole: ReadonlyMap<string, string>;
  /** by the last word if it is unique: `zloty` */
  last: ReadonlyMap<string, string>;
}
let names: CurrencyNames | undefined;

function lettersOf(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ł", "l").toLowerCase();
}

/** Built on first use. */
function readCurrencyNames(): CurrencyNames {
  const currencyNames = new Intl.DisplayNames("en", { type: "currency" });
  const whole = new Map<string, string>();
  const codesOfLast = new Map<string, string[]>();
  for (const code of CODES) {
    const name = lettersOf(currencyNames.of(code) ?? code);
    whole.set(name, code);
    const last = name.split(" ").at(-1) ?? "";
    codesOfLast.set(last, [...(codesOfLast.get(last) ?? []), code]);
  }
  const single = [...codesOfLast].flatMap(([last, [code = "", ...others]]) =>
    others.length === 0 ? [[last, code] as const] : [],
  );
  return { whole, last: new Map(single) };
}

const LONGEST_NAME = 40;

/** The currency that a text names by code, sign or name. */
export function currencyNamed(words: string): string | undefined {
  const text = words.trim();
  if (text === "" || text.length > LONGEST_NAME) return undefined;
  const key = text.toLowerCase();
  if (key === "kr" || key === "kr.") return CROWNS;
  const code = text.toUpperCase();
  if (CODES.has(code)) return unitOfCode(code);
  const sign = SIGNS.get(key);
  if (sign !== undefined) return unitOfCode(sign);
  names ??= readCurrencyNames();
  const name = lettersOf(text);
  const single = name.replace(/s$/, "");
  const named =
    names.whole.get(name) ??
    names.whole.get(single) ??
    names.last.get(name) ??
    names.last.get(single);
  return named === undefined ? undefined : unitOfCode(named);
}

/** Signs that several currencies share; the currency's name must match. */
const SHARED_SIGNS: ReadonlyMap<string, RegExp> = new Map([
  ["$", /dollar|peso|real/i],
  ["¥", /yen|yuan/i],
  ["£", /pound/i],
  ["kr", /kron|króna/i],
  ["kr.", /kron|króna/i],
]);

/** The name of a currency, such as `Polish Zloty`; other units are returned unchanged. */
export function unitLabel(unit: string): string {
  if (!CODES.has(unit)) return unit;
  return new Intl.DisplayNames("en", { type: "currency" }).of(unit) ?? unit;
}

/** Whether a text names the currency, or has a sign that it shares with others. */
export function isWrittenAs(unit: string, words: string): boolean {
  const key = words.trim().toLowerCase();
  if (SHARED_SIGNS.get(key)?.test(unitLabel(unit))) return true;
  return currencyNamed(words) === currencyUnit(unit);
}
