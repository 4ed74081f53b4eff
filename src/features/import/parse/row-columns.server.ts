import { type DecimalSign, isDateField, isTextField } from "../../../vehicle/ev-cells.ts";
import { isFieldName } from "../../../vehicle/fields.ts";
import type { FieldColumn } from "./column-cells.server.ts";
import { headerAmong, type SaidOfFile, saidOfHeader } from "../mapping/import-columns.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { createNameSplitter, type NamePart, type NameSplitter } from "../mapping/split-name.ts";

/** A column of whole names. */
export interface NameColumn {
  at: number;
  header: string;
  parts: readonly NamePart[];
  split: NameSplitter;
}

export type RowColumns = ReturnType<typeof readRowColumns>;

/**
 * What the cells of a row are, by their places.
 * @param said of columns, and of fields without one
 * @param models of the catalogue, by which names are divided
 * @param usual the decimal sign where nothing is said; undefined: it has to be found
 */
export function readRowColumns(
  columns: readonly CsvColumn[],
  said: SaidOfFile,
  models: Iterable<{ make: string; model: string }>,
  usual: DecimalSign | undefined,
) {
  const { constants = {}, rules = [] } = said;
  const fields = columns.flatMap(({ header, field, decimal, dates }, at): FieldColumn[] => {
    if (!isFieldName(field)) return [];
    const decimalOrUsual = decimal === "unclear" ? undefined : (decimal ?? usual);
    const reading = isDateField(field) && dates !== "unclear" ? dates : decimalOrUsual;
    return [{ ...saidOfHeader(said, header), field, at, header, reading }];
  });
  const names = columns.flatMap(({ header, split: parts }, at): NameColumn[] => {
    const makes = saidOfHeader(said, header)?.makes;
    return parts ? [{ at, header, parts, split: createNameSplitter(parts, models, makes) }] : [];
  });
  const headers = columns.map(({ header }) => header);
  const ruled = rules.flatMap(({ column, ...rule }) => {
    const named = headerAmong(headers, column);
    const at = named === undefined ? -1 : headers.indexOf(named);
    return at < 0 ? [] : [{ at, ...rule }];
  });
  const naming = (["year", "make", "model", "trim"] as const).flatMap(
    (name) => fields.find(({ field }) => field === name)?.at ?? [],
  );
  for (const { at } of names) naming.push(at);
  return {
    columns,
    headers,
    fields,
    names,
    constants,
    /** columns whose cells are kept as text */
    texts: [...fields.filter(({ field }) => isTextField(field)), ...names],
    /** rows that are left out */
    ruled,
    /** the cells that say which EV it is */
    naming,
    filledDown: headers.flatMap((header, at) => (saidOfHeader(said, header)?.fillDown ? [at] : [])),
  };
}
