import { yieldOften } from "../../server/yield-often.server.ts";
import { isNumberField } from "../../vehicle/ev-cells.ts";
import { TRIM_NAMES } from "../../vehicle/field-shapes.ts";
import { type FieldName, isFieldName } from "../../vehicle/fields.ts";
import { present } from "../../vehicle/trims.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { CsvColumn, UnusualFigures } from "./import-schemas.server.ts";
import type { ImportRow } from "./import-file.server.ts";
import { NAMED_UNUSUAL } from "./limits.ts";

const TRIM_NAME_OF_FIGURE = new Map<FieldName, (typeof TRIM_NAMES)[number][1]>(
  TRIM_NAMES.filter(([field]) => isNumberField(field)),
);

/**
 * Figures of new rows below or above all that the catalogue has: kilometres in a column of miles, a
 * figure too many. Nothing is compared while no row of the catalogue has the field.
 */
export async function unusualFigures(
  added: readonly ImportRow[],
  columns: readonly CsvColumn[],
  evs: readonly Ev[],
): Promise<UnusualFigures[]> {
  const watched = columns.flatMap(({ field, header: column }) => {
    if (!isFieldName(field)) return [];
    const name = TRIM_NAME_OF_FIGURE.get(field);
    if (!name) return [];
    const figures: UnusualFigures = {
      field,
      column,
      least: Infinity,
      most: -Infinity,
      count: 0,
      rows: [],
    };
    return [{ name, field, figures }];
  });
  for await (const { trims } of yieldOften(evs)) {
    for (const trim of trims) {
      for (const { name, figures } of watched) {
        const figure = presentFigure(trim[name]);
        if (figure === null) continue;
        figures.least = Math.min(figures.least, figure);
        figures.most = Math.max(figures.most, figure);
      }
    }
  }
  const compared = watched.filter(({ figures }) => figures.least < Infinity);
  for await (const { row, input } of yieldOften(added)) {
    for (const { field, figures } of compared) {
      const value = presentFigure(input[field]);
      if (value === null || (value >= figures.least && value <= figures.most)) continue;
      figures.count++;
      if (figures.rows.length >= NAMED_UNUSUAL) continue;
      const { make, model, trim, year } = input;
      figures.rows.push({ row, make, model, trim, year, value });
    }
  }
  return compared.flatMap(({ figures }) => (figures.count > 0 ? [figures] : []));
}

function presentFigure(value: unknown): number | null {
  return typeof value === "number" ? present(value) : null;
}
