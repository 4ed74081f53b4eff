/** Says which saved figures are far from those in the catalogue (vehicles.md#unusual-figures). */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";

import type { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, isFieldName } from "../../../domain/fields.ts";
import { isUnusual, type UsualFigures } from "../../../domain/usual-figures.ts";
import { columnOf, shownText, valueWithUnit } from "../grid/grid-columns.ts";
import { usualFiguresQuery } from "./rows.queries.ts";

type Values = Partial<EvInput>;

/** Figures that are typed; a year or a number of seats is chosen from a list. */
function typedFigures(values: Values) {
  return Object.entries(values).flatMap(([field, value]) => {
    if (!isFieldName(field) || typeof value !== "number") return [];
    const entry = entryOf(field);
    return entry.kind === "figure" && !entry.isWhole ? [{ field, value }] : [];
  });
}

/** @param saved the saved values of each row @returns a sentence, or null if every figure is usual */
export function unusualWords(saved: readonly Values[], usual: UsualFigures): string | null {
  const unusual = saved
    .flatMap(typedFigures)
    .filter(({ field, value }) => isUnusual(value, usual[field]));
  const [first] = unusual;
  const range = first && usual[first.field];
  const column = first && columnOf(first.field);
  if (!first || !range || !column) return null;
  const figure = `${column.label}: ${valueWithUnit(column, first.value)}`;
  const cars = `Nearly all cars have ${shownText(column, range.least)}–${valueWithUnit(column, range.most)}.`;
  if (unusual.length > 1) {
    return `${unusual.length} values are unusual, such as ${figure}. ${cars}`;
  }
  return `${figure} is unusually ${first.value < range.least ? "low" : "high"}. ${cars}`;
}

/** `EV updated successfully. Price: $46 is unusually low. ...` */
export function withRemark(sentence: string, remark: string | null): string {
  return remark === null ? sentence : `${sentence}. ${remark}`;
}

/** Never fails: the values are saved even if the usual figures cannot be read. */
async function readUnusual(client: QueryClient, saved: readonly Values[]): Promise<string | null> {
  if (!saved.some((values) => typedFigures(values).length > 0)) return null;
  try {
    return unusualWords(saved, await client.ensureQueryData(usualFiguresQuery));
  } catch {
    return null;
  }
}

/** @returns a function to call before saving, so that the new values do not count as usual */
export function useUnusualValues() {
  const client = useQueryClient();
  return (saved: readonly Values[]) => readUnusual(client, saved);
}
