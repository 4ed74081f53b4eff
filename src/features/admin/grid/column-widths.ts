/** Widths that somebody has given to columns of the administrator's table, remembered by this browser. */
import { createStoredState, useStoredState } from "../../../ui/stored-state.ts";
import { isCount, isRecord } from "../../../ui/stored-list.ts";
import { FIELD_COLUMNS, FROZEN_COLUMNS, type GridField } from "./grid-columns.ts";

export type ColumnWidths = Readonly<Partial<Record<GridField, number>>>;

export const COLUMN_MIN_PX = 48;
const COLUMN_MAX_PX = 640;
/** Together they leave room for the columns that move under them. */
const FROZEN_MAX_PX = 240;

export function maxWidthOf(field: GridField): number {
  return FROZEN_COLUMNS.some((name) => name === field) ? FROZEN_MAX_PX : COLUMN_MAX_PX;
}

/** The nearest width that a column may have, in whole pixels. */
export function allowedWidth(field: GridField, px: number): number {
  return Math.round(Math.max(COLUMN_MIN_PX, Math.min(maxWidthOf(field), px)));
}

/** @param text JSON, perhaps of another release @throws SyntaxError */
export function readColumnWidths(text: string | null): ColumnWidths {
  const stored: unknown = JSON.parse(text ?? "{}");
  if (!isRecord(stored) || Array.isArray(stored)) return {};
  return Object.fromEntries(
    FIELD_COLUMNS.flatMap(({ field }) => {
      const px = stored[field];
      return isCount(px) ? [[field, allowedWidth(field, px)] as const] : [];
    }),
  );
}

const columnWidths = createStoredState("ev_admin_column_widths", readColumnWidths, (widths) =>
  Object.keys(widths).length > 0 ? JSON.stringify(widths) : null,
);

export function useColumnWidths(): ColumnWidths {
  return useStoredState(columnWidths);
}

/** @param px null: as it was at first */
export function setColumnWidth(field: GridField, px: number | null): void {
  const { [field]: _before, ...others } = columnWidths.getState().value;
  const value = px === null ? others : { ...others, [field]: allowedWidth(field, px) };
  columnWidths.setState({ value });
}

export function resetColumnWidths(): void {
  columnWidths.setState({ value: {} });
}
