/** A change of figures by a part of themselves, such as `+2%` (grid.md#selected-rows). */
import { formatNumber } from "../../../domain/format.ts";
import { entryOf } from "../../../domain/fields.ts";
import { SHOWN_DECIMALS } from "../limits.ts";
import { type CellValue, type FieldColumn, cellToText } from "./grid-columns.ts";

const PERCENTAGE = /^([+-])\s?(\d{1,3}(?:[.,]\d{1,2})?)\s?%$/;

/** @returns null for a text that is no such change: without a sign it could mean the figure itself */
export function readPercentage(text: string): number | null {
  const [, sign, figure] = PERCENTAGE.exec(text.trim()) ?? [];
  if (figure === undefined) return null;
  const percent = Number(figure.replace(",", "."));
  return sign === "-" ? -percent : percent;
}

/** The changed value as text, prices and whole figures rounded; what is missing stays so. */
export function changedByPercent(
  { field }: FieldColumn,
  value: CellValue,
  percent: number,
): string {
  if (typeof value !== "number") return cellToText(value);
  const entry = entryOf(field);
  const isWhole = entry.kind === "figure" && (entry.isWhole || entry.symbol === "$");
  // Times a whole number, so that 40,000 and 2% make 40,800 and nothing beside it.
  const changed = (value * (10_000 + Math.round(percent * 100))) / 10_000;
  return formatNumber(changed, isWhole ? 0 : SHOWN_DECIMALS).replaceAll(",", "");
}
