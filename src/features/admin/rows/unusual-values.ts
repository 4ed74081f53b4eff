/** Says which saved figures are far from those in the catalogue (vehicles.md#unusual-figures). */
import { useQueryClient } from "@tanstack/react-query";

import { entryOf, isFieldName } from "../../../domain/fields.ts";
import { isUnusual, type TypicalFigures } from "../../../domain/typical-figures.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { columnOf, formatCell, valueWithUnit } from "../grid/grid-columns.ts";
import type { SeenEdit } from "./save-row.ts";
import { typicalFiguresQuery } from "./rows.queries.ts";

/** The row is null if it is added. */
export interface SavedValues extends Pick<SeenEdit, "changes"> {
  seen: EvRow | null;
}

/** New figures that are typed; a year or a number of seats is chosen from a list. */
function typedFigures({ seen, changes }: SavedValues) {
  return Object.entries(changes).flatMap(([field, value]) => {
    if (!isFieldName(field) || typeof value !== "number" || value === seen?.[field]) return [];
    const entry = entryOf(field);
    return entry.kind === "figure" && !entry.isWhole ? [{ field, value }] : [];
  });
}

/** @returns a sentence, or null if no figure is far from the typical ones */
export function unusualWords(
  saved: readonly SavedValues[],
  typical: TypicalFigures,
): string | null {
  const unusual = saved
    .flatMap(typedFigures)
    .filter(({ field, value }) => isUnusual(value, typical[field]));
  const [first] = unusual;
  const range = first && typical[first.field];
  if (!first || !range) return null;
  const column = columnOf(first.field);
  const figure = `${column.label}: ${valueWithUnit(column, first.value)}`;
  const cars = `Nearly all cars have ${formatCell(column, range.least)}-${valueWithUnit(column, range.most)}.`;
  if (unusual.length > 1) {
    return `${unusual.length} values are unusual, such as ${figure}. ${cars}`;
  }
  return `${figure} is unusually ${first.value < range.least ? "low" : "high"}. ${cars}`;
}

/** `EV updated successfully. Price: $46 is unusually low. ...` */
export function withRemark(sentence: string, remark: string | null): string {
  return remark === null ? sentence : `${sentence}. ${remark}`;
}

/** @returns a function to call before saving, so that the new values do not count as typical */
export function useDescribeUnusual() {
  const client = useQueryClient();
  return async (saved: readonly SavedValues[]): Promise<string | null> => {
    if (!saved.some((values) => typedFigures(values).length > 0)) return null;
    try {
      return unusualWords(saved, await client.ensureQueryData(typicalFiguresQuery));
    } catch {
      return null; // The values are saved even if the typical figures cannot be read.
    }
  };
}
