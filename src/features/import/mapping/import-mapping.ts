/** Helpers that server and browser share to read a mapping (importing.md#mapping). */
import { isFieldName } from "../../../domain/fields.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type {
  ColumnMapping,
  FieldMapping,
  ImportMapping,
  NameMapping,
} from "./import-mapping.schema.ts";

export const EMPTY_MAPPING: ImportMapping = { columns: {} };

/** The key by which rules and values match a cell: letter case is ignored. */
export function textKey(text: string): string {
  return text.trim().toLowerCase();
}

/** Letter case matters only between names that differ in nothing else. */
export function headerAmong(headers: readonly string[], name: string): string | undefined {
  const key = name.toLowerCase();
  return headers.includes(name) ? name : headers.find((each) => each.toLowerCase() === key);
}

export function findColumn({ columns }: ImportMapping, header: string): ColumnMapping | undefined {
  const named = headerAmong(Object.keys(columns), header);
  return named === undefined ? undefined : columns[named];
}

/** Whether a column contains whole names that must be split. */
export function isNameMapping(column: ColumnMapping | undefined): column is NameMapping {
  return column !== undefined && "split" in column;
}

/** The column's mapping to a field; a column of whole names has none. */
export function fieldMapping(column: ColumnMapping): FieldMapping {
  return isNameMapping(column) ? { field: null } : column;
}

/** The mapping of a column: as chosen, or else by its name. */
export function columnMapping(
  mapping: ImportMapping,
  { header, field }: Pick<CsvColumn, "header" | "field">,
): ColumnMapping {
  return findColumn(mapping, header) ?? { field: isFieldName(field) ? field : null };
}

/** The fields that have a column, including those that a whole name is split into. */
export function fieldsWithColumn(
  mapping: ImportMapping,
  columns: readonly CsvColumn[],
): ReadonlySet<string | null> {
  return new Set(
    columns.flatMap((column): readonly (string | null)[] => {
      const mapped = columnMapping(mapping, column);
      return isNameMapping(mapped) ? mapped.split : [mapped.field];
    }),
  );
}

/** `2026 Kia EV6`, `Kia EV6 (2026)`; figures elsewhere may belong to the name (`Peugeot 2008`). */
const YEAR_IN_NAME = /^(20\d\d)\s+(?=\S)|\s*\((?:MY ?)?(20\d\d)\)$/i;

/** Divides a whole name into its model year, if it states one, and the rest. */
export function splitYear(name: string): { year?: number; rest: string } {
  const text = name.trim();
  const [found, first, last] = YEAR_IN_NAME.exec(text) ?? [];
  if (found === undefined) return { rest: text };
  return { year: Number(first ?? last), rest: text.replace(found, "") };
}

/** Splits a column of whole names, with their years if all samples state one. */
export function wholeName(samples: readonly string[] = []): NameMapping {
  const hasYears =
    samples.length > 0 && samples.every((name) => splitYear(name).year !== undefined);
  return { split: ["make", "model", "trim", ...(hasYears ? (["year"] as const) : [])] };
}
