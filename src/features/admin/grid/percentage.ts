/** Relative changes of figures, such as `+2%` (grid.md#selected-rows). */
import { entryOf } from "../../../domain/fields.ts";
import { formatNumber } from "../../../domain/format.ts";
import { type CellValue, cellToText, type FieldColumn, SHOWN_DECIMALS } from "./grid-columns.ts";

const PERCENTAGE = /^([+-])\s?(\d{1,3}(?:[.,]\d{1,2})?)\s?%$/;

/** @returns null for any other text; a sign is required, since without one it could be the figure itself */
export function readPercentage(text: string): number | null {
  const [, sign, figure] = PERCENTAGE.exec(text.trim()) ?? [];
  if (figure === undefined) return null;
  const percent = Number(figure.replace(",", "."));
  return sign === "-" ? -percent : percent;
}

/** The changed value as text, with prices and whole figures rounded; missing values stay missing. */
export function changedByPercent(
  { field }: FieldColumn,
  value: CellValue,
  percent: number,
): string {
  if (typeof value !== "number") return cellToText(value);
  const entry = entryOf(field);
  const isWhole = entry.kind === "figure" && (entry.isWhole || entry.symbol === "$");
  // Multiplies by a whole number, so that 40,000 and 2% give exactly 40,800.
  const changed = (value * (10_000 + Math.round(percent * 100))) / 10_000;
  return formatNumber(changed, isWhole ? 0 : SHOWN_DECIMALS).replaceAll(",", "");
}
