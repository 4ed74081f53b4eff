/** Reads numbers from text: the only reader for what is typed, pasted or imported (vehicles.md#figures). */

import type { EnteredFigure } from "./field-kinds.ts";

/** The character before the decimals; the other one groups thousands. */
export type DecimalSign = "point" | "comma";
export const DECIMAL_SIGNS: readonly DecimalSign[] = ["point", "comma"];

/** Longer text is not a figure, so it is not parsed. */
export const LONGEST_FIGURE = 100;

/** An exponent is accepted only in the form in which `String` writes numbers below a millionth. */
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e-\d+)?$/;
/** `1,045,990`, and as in India `10,45,990` */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const GROUPED_INDIAN = /^[+-]?[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/;

const SWAPPED: Readonly<Record<string, string>> = { ".": ",", ",": "." };

/** `45 990`, `45'990,50`: characters that only group thousands, including thin and narrow spaces. */
const SPACED = /^[+-]?[1-9]\d{0,2}(?:[ '’\u00A0\u2007\u2009\u202F]\d{3})+(?![^.,])/;
/** Marks a price without cents: `45.990,-` */
const NO_CENTS = /(?<=\d[.,])[-–—]{1,2}$/;
/** Full-width characters, as Chinese and Japanese keyboards write them. */
const FULL_WIDTH = /[！-～]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Replaces full-width digits and signs, and the typographic minus. */
export function toPlainDigits(text: string): string {
  return text
    .replaceAll(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/^\u2212/, "-");
}

/** Reads `45,990.50`, or `45.990,50` with a decimal comma; undefined when the text is not such a number. */
export function readNumber(text: string, decimal: DecimalSign): number | undefined {
  if (text.length > LONGEST_FIGURE) return undefined;
  const bare = toPlainDigits(text)
    .replace(NO_CENTS, "0")
    .replace(SPACED, (digits) => digits.replaceAll(/[^\d+-]/g, ""));
  const pointed =
    decimal === "point" ? bare : bare.replaceAll(/[.,]/g, (sign) => SWAPPED[sign] ?? sign);
  if (PLAIN.test(pointed)) return Number(pointed);
  const isGrouped = GROUPED.test(pointed) || (decimal === "point" && GROUPED_INDIAN.test(pointed));
  return isGrouped ? Number(pointed.replaceAll(",", "")) : undefined;
}

const DOLLARS = /^(?:(?:US ?)?\$|USD)|(?:\$|USD)$/gi;

/** Removes the field's own unit next to a figure: `$45,990`, `310 mi`, `310 miles`. */
export function withoutUnit({ unit = "", symbol = "" }: Partial<EnteredFigure>, text: string) {
  if (symbol === "$") return text.replaceAll(DOLLARS, "").trim();
  const lower = text.toLowerCase();
  const written = [unit, symbol].find((each) => each && lower.endsWith(each.toLowerCase()));
  return written === undefined ? text : text.slice(0, -written.length).trimEnd();
}

const THREE_DECIMALS = /^([+-]?\d+)\.(\d{3})$/;

/** How typed text is read: a figure, or what to type instead; undefined when it is not a number. */
type TypedFigure =
  | { value: number; message?: undefined }
  | { value?: undefined; message: string }
  | undefined;

/** Reads a typed or pasted figure with a decimal point; refuses text that may mean another (vehicles.md#figures). */
export function readTypedFigure(entry: Partial<EnteredFigure>, typed: string): TypedFigure {
  const { min = 0, max = Infinity, hasThousands } = entry;
  const text = withoutUnit(entry, toPlainDigits(typed.trim()));
  const isAllowed = (value: number | undefined): value is number =>
    value !== undefined && value >= min && value <= max;
  const value = readNumber(text, "point");
  if (value === undefined) {
    const other = readNumber(text, "comma");
    return isAllowed(other) ? { message: `Enter ${other}` } : undefined;
  }
  const [, whole, decimals] = (hasThousands && THREE_DECIMALS.exec(text)) || [];
  if (whole === undefined) return { value };
  const meanings = [Number(`${whole}${decimals}`), Number(value.toFixed(2))].filter(isAllowed);
  return meanings.length > 0
    ? { message: `Enter ${[...new Set(meanings)].join(" or ")}` }
    : { value };
}
