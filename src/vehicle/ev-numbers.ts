/** Numbers as people and spreadsheets write them. */

/** What stands before the decimals; the other sign groups thousands. */
export type DecimalSign = "point" | "comma";
export const DECIMAL_SIGNS: readonly DecimalSign[] = ["point", "comma"];

/** With an exponent only as `String` writes numbers below a millionth. */
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e-\d+)?$/;
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

const SWAPPED: Readonly<Record<string, string>> = { ".": ",", ",": "." };

/** `45,990.50`, or with a decimal comma `45.990,50`; undefined for what is no number in that way. */
export function numberOfText(text: string, decimal: DecimalSign): number | undefined {
  const pointed =
    decimal === "point" ? text : text.replaceAll(/[.,]/g, (sign) => SWAPPED[sign] ?? sign);
  if (PLAIN.test(pointed)) return Number(pointed);
  return GROUPED.test(pointed) ? Number(pointed.replaceAll(",", "")) : undefined;
}
