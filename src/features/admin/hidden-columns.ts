/** Columns of the administrator's table that somebody has hidden, remembered by this browser. */
import { useMemo } from "react";

import { storedValue, useStoredValue } from "../../ui/stored-value.ts";
import { type FieldColumn, GRID_COLUMNS, type GridColumn, type GridField } from "./grid-columns.ts";

/** They say which row it is. */
const NAMES: readonly GridField[] = ["make", "model", "trim"];

export const HIDEABLE_COLUMNS = GRID_COLUMNS.filter(
  (column): column is FieldColumn => column.field !== null && !NAMES.includes(column.field),
);

/** @param text JSON, perhaps of another release @throws SyntaxError */
export function readHiddenColumns(text: string | null): readonly GridField[] {
  const hidden: unknown = JSON.parse(text ?? "[]");
  if (!Array.isArray(hidden)) return [];
  return HIDEABLE_COLUMNS.flatMap(({ field }) => (hidden.includes(field) ? [field] : []));
}

const hiddenColumns = storedValue("ev_admin_hidden_columns", readHiddenColumns, {
  format: (fields) => (fields.length > 0 ? JSON.stringify(fields) : null),
});

export function useHiddenColumns(): readonly GridField[] {
  return useStoredValue(hiddenColumns);
}

export function hideColumn(field: GridField, isHidden: boolean): void {
  const others = hiddenColumns.get().filter((each) => each !== field);
  hiddenColumns.set(isHidden ? [...others, field] : others);
}

export function showAllColumns(): void {
  hiddenColumns.set([]);
}

/** The table's columns without the hidden ones. */
export function useGridColumns(): readonly GridColumn[] {
  const hidden = useHiddenColumns();
  return useMemo(
    () => GRID_COLUMNS.filter(({ field }) => field === null || !hidden.includes(field)),
    [hidden],
  );
}
