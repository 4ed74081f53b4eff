/**
 * Numbers as English has them, without `Intl`: each of its formats takes a slow phone 15 to 30 ms to
 * make, and the first one longer.
 */

/** The value times ten to the power, as its digits say it and not as their binary form does. */
function shifted(value: number, power: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + power}`);
}

/**
 * `12,345`, or with decimals `1,234.5`, as `Intl.NumberFormat("en-US")` writes it.
 * @param value below 1e12; beyond, where a double has no more digits to spare, halves may differ
 * @param decimals at most so many; halves are rounded away from 0, zeros at the end left out
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
