/** Formats figures (limits-and-texts.md#number-formats): "N/A" for a missing value, and 0 counts as missing. */
import { present } from "./trims.ts";

export const NOT_AVAILABLE = "N/A";

export type Figure = number | null | undefined;

/** Returns "N/A" for a missing value. */
export function labelled(value: Figure, label: (value: number) => string): string {
  const figure = present(value);
  return figure === null ? NOT_AVAILABLE : label(figure);
}

/** @param decimals maximum number of decimals */
export function inUnit(unit: string, decimals = 0) {
  return (value: Figure) => labelled(value, (known) => `${formatNumber(known, decimals)} ${unit}`);
}

/** US dollars without decimals: `$42,490`. */
export function formatPrice(dollars: Figure): string {
  return labelled(dollars, (value) => `$${formatNumber(value)}`);
}

/** Short dollars: `1.2M` from a million on, `85k` from a thousand on, else the number. */
export function formatPriceLabel(dollars: Figure): string {
  return labelled(dollars, (value) => {
    // Checked after rounding: 999,999 is 1.0M, never 1000k.
    if (Math.round(value / 1000) >= 1000) return `${(value / 1_000_000).toFixed(1)}M`;
    if (Math.round(value) >= 1000) return `${Math.round(value / 1000)}k`;
    return formatNumber(value);
  });
}

/** `363 miles` */
export const formatRange = inUnit("miles");

/** Minutes for 10-80 %: `27 min` */
export const formatCharging = inUnit("min");

/** Seconds 0-60 mph with one decimal: `4.8s` */
export function formatAcceleration(seconds: Figure): string {
  return labelled(seconds, (value) => `${value.toFixed(1)}s`);
}

/** Seconds with two decimals, also from numeric text: `3.10s` (limits-and-texts.md#number-formats). */
export function formatSeconds(seconds: Figure | string): string {
  const value = typeof seconds === "string" ? Number(seconds) : seconds;
  return labelled(value, (figure) => `${figure.toFixed(2)}s`);
}

/** `5 seats` */
export const formatSeats = inUnit("seats");

/** `130 mph` */
export const formatTopSpeed = inUnit("mph");

/** `77 kWh` */
export const formatBattery = inUnit("kWh", 1);

/** `190 kW` */
const formatPower = inUnit("kW", 1);

/** `up to 190 kW`, labelled `Peak charging`, if only the charging time is unknown (finding.md#cards), else null */
export function formatPeakCharging(trim: {
  charging: Figure;
  maxChargingSpeed: Figure;
}): string | null {
  const isPeakShown = present(trim.charging) === null && present(trim.maxChargingSpeed) !== null;
  return isPeakShown ? `up to ${formatPower(trim.maxChargingSpeed)}` : null;
}

/** Shifts the decimal point of the number as written, which avoids binary rounding errors. */
function shifted(value: number, power: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + power}`);
}

/**
 * Formats `1,234.5` like `Intl.NumberFormat("en-US")`, which takes a slow phone 15 to 30 ms to create.
 * @param value below 1e12; above that, doubles lack the digits to round halves reliably
 * @param decimals at most; halves are rounded away from 0
 */
export function formatNumber(value: number, decimals = 0): string {
  const size = Math.abs(value);
  const rounded = Number.isInteger(size)
    ? size
    : shifted(Math.round(shifted(size, decimals)), -decimals);
  const [whole = "", fraction] = String(rounded).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${value < 0 ? "-" : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** `12,345` */
export function formatCount(count: number): string {
  return formatNumber(count);
}

/** `3 rows`, `1 row` */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

/** `a, b and c` */
export function listInWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

/** Capitalizes the words for the start of a sentence; `kWh/100 mi` stays as it is. */
export function upperFirst(words: string): string {
  return words.replace(/^[a-z](?=[a-z])/u, (letter) => letter.toUpperCase());
}

/** The title as written in a sentence: `curb weight`, but `AC charging`. */
export function lowerFirst(title: string): string {
  return title.replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase());
}
