/** Custom column widths of the administrators' table, remembered by this browser (grid.md#column-widths). */
import { readStored, type Stored, useStored, writeStored } from "../../../ui/storage.ts";
import { isCount, isRecord } from "../../../ui/stored-list.ts";
import { FIELD_COLUMNS, FROZEN_COLUMNS, type GridField } from "./grid-columns.ts";

type ColumnWidths = Readonly<Partial<Record<GridField, number>>>;

export const COLUMN_MIN_PX = 48;
const COLUMN_MAX_PX = 640;
/** Keeps the pinned columns narrow enough for the others to scroll under them. */
const FROZEN_MAX_PX = 240;

export function maxWidthOf(field: GridField): number {
  return FROZEN_COLUMNS.some((name) => name === field) ? FROZEN_MAX_PX : COLUMN_MAX_PX;
}

/** The nearest allowed width of a column, in whole pixels. */
export function allowedWidth(field: GridField, px: number): number {
  return Math.round(Math.max(COLUMN_MIN_PX, Math.min(maxWidthOf(field), px)));
}

/** @param text JSON, perhaps written by another release @throws SyntaxError */
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

const COLUMN_WIDTHS: Stored<ColumnWidths> = {
  key: "ev_admin_column_widths",
  parse: readColumnWidths,
  format: (widths) => (Object.keys(widths).length > 0 ? JSON.stringify(widths) : null),
};

export function useColumnWidths(): ColumnWidths {
  return useStored(COLUMN_WIDTHS);
}

/** @param px null restores the default width */
export function setColumnWidth(field: GridField, px: number | null): void {
  const { [field]: _before, ...others } = readStored(COLUMN_WIDTHS);
  const value = px === null ? others : { ...others, [field]: allowedWidth(field, px) };
  writeStored(COLUMN_WIDTHS, value);
}

export function resetColumnWidths(): void {
  writeStored(COLUMN_WIDTHS, {});
}
