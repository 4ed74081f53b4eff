/** Helpers that server and browser share to read a mapping (importing.md#mapping). */
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import type {
  ColumnMapping,
  FieldMapping,
  GivenMapping,
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

type GivenColumn = FieldName | null | ColumnMapping;

function isColumn(given: unknown): boolean {
  if (given === null) return true;
  if (typeof given !== "object") return typeof given === "string" && isFieldName(given);
  return "field" in given || "split" in given;
}

const PARTS: ReadonlySet<string> = new Set<keyof ImportMapping>([
  "columns",
  "constants",
  "decimal",
  "makes",
  "rules",
  "exceptions",
  "cells",
  "usualWords",
  "models",
  "bodyTypes",
]);

type WholeMapping = Omit<ImportMapping, "columns"> & { columns: Record<string, GivenColumn> };

/** Whether a mapping has more than columns, given that a column may be called `columns` too. */
function isWhole(given: GivenMapping): given is WholeMapping {
  const { columns } = given;
  const isRecord = typeof columns === "object" && columns !== null;
  return (
    isRecord &&
    Object.keys(given).every((part) => PARTS.has(part)) &&
    Object.values(columns).every(isColumn)
  );
}

/** @param given already validated by the schema */
export function normalizeMapping(given: GivenMapping): ImportMapping {
  const whole: WholeMapping = isWhole(given) ? given : { columns: given };
  const { columns, rules, cells, ...rest } = whole;
  const trimColumn = <Named extends { column: string }>(named: Named): Named => ({
    ...named,
    column: named.column.trim(),
  });
  return {
    ...rest,
    ...(rules && { rules: rules.map(trimColumn) }),
    ...(cells && { cells: cells.map((cell) => ("column" in cell ? trimColumn(cell) : cell)) }),
    columns: Object.fromEntries(
      Object.entries<GivenColumn>(columns).map(([header, column]) => {
        const isField = typeof column !== "object" || column === null;
        return [header.trim(), isField ? { field: column } : column];
      }),
    ),
  };
}
