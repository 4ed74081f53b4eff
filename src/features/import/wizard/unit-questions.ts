import { isFieldName } from "../../../vehicle/fields.ts";
import type { ColumnDraft } from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { currencyUnit } from "../mapping/currencies.ts";
import { priceCurrency, unknownUnit } from "../mapping/stated-units.ts";
import { unitsOf } from "../mapping/unit-conversion.ts";

/**
 * What a person has to say of a column's figures before they are read, since neither its name nor
 * its cells tell and our unit is not likely (importing.md#currencies).
 * @param headers of the whole file
 */
export function unitQuestion(
  { header, samples = [] }: CsvColumn,
  { field, unit }: ColumnDraft,
  headers: readonly string[],
): "currency" | "unit" | undefined {
  if (unit !== undefined || !isFieldName(field)) return undefined;
  const isUnknown = unknownUnit(header, field) !== undefined;
  if (field !== "price") return isUnknown ? "unit" : undefined;
  return isUnknown || priceCurrency(header, samples, headers).mustConfirm ? "currency" : undefined;
}

/** The unit that a column's figures are converted from; undefined where it is ours. */
export function convertedUnit({
  field,
  unit,
}: Pick<ColumnDraft, "unit"> & {
  field: CsvColumn["field"] | ColumnDraft["field"];
}): string | undefined {
  if (unit === undefined || !isFieldName(field)) return undefined;
  return currencyUnit(unit) === unitsOf(field)[0] ? undefined : unit;
}
