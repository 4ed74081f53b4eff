import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";

import { readStored, type Stored, useStored, writeStored } from "../../../ui/storage.ts";
import { isCount, isRecord } from "../../../ui/stored-list.ts";
import { FIELD_COLUMNS, type FieldColumn, FROZEN_COLUMNS, type GridField } from "./grid-columns.ts";
import styles from "./width-handle.module.css";

/** Custom column widths, remembered by this browser. */
type ColumnWidths = Readonly<Partial<Record<GridField, number>>>;

const COLUMN_MIN_PX = 48;
const COLUMN_MAX_PX = 640;
/** Keeps the pinned columns narrow enough for the others to scroll under them. */
const FROZEN_MAX_PX = 240;

function maxWidthOf(field: GridField): number {
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
function setColumnWidth(field: GridField, px: number | null): void {
  const { [field]: _before, ...others } = readStored(COLUMN_WIDTHS);
  const value = px === null ? others : { ...others, [field]: allowedWidth(field, px) };
  writeStored(COLUMN_WIDTHS, value);
}

export function resetColumnWidths(): void {
  writeStored(COLUMN_WIDTHS, {});
}

/** How far one press of an arrow key moves the edge. */
const STEP_PX = 8;

/** The custom property of the table that holds a column's width. */
export function widthProperty(name: string): `--${string}` {
  return `--width-of-${name}`;
}

export const inRem = (px: number) => `${px / 16}rem`;

interface WidthHandleProps {
  column: FieldColumn;
  /** the element with the width properties */
  scroller: RefObject<HTMLElement | null>;
}

/**
 * The right edge of a heading, which resizes its column by dragging, or with the arrow keys after opening it
 * from the cell's menu (grid.md#column-widths).
 */
export function WidthHandle({ column, scroller }: WidthHandleProps) {
  const { field, label, widthPx } = column;
  const drag = useRef<{ fromX: number; scale: number }>(null);
  const widthAt = ({ clientX }: PointerEvent) => {
    const { fromX, scale } = drag.current ?? { fromX: clientX, scale: 1 };
    return allowedWidth(field, widthPx + (clientX - fromX) / scale);
  };
  // Bypasses React, since every move would render thousands of cells.
  const show = (px: number) => scroller.current?.style.setProperty(widthProperty(field), inRem(px));
  const end = (event: PointerEvent) => {
    if (!drag.current) return;
    const px = widthAt(event);
    drag.current = null;
    if (event.type !== "pointerup") show(widthPx);
    else if (px !== widthPx) setColumnWidth(field, px);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: widthPx - STEP_PX,
      ArrowRight: widthPx + STEP_PX,
      Home: COLUMN_MIN_PX,
      End: maxWidthOf(field),
    };
    const px = moves[event.key];
    if (px === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setColumnWidth(field, px);
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={widthPx}
      aria-valuemin={COLUMN_MIN_PX}
      aria-valuemax={maxWidthOf(field)}
      aria-valuetext={`${widthPx} pixels`}
      tabIndex={-1}
      data-width-of={field}
      className={styles.handle}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setColumnWidth(field, null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const { currentTarget, pointerId, clientX } = event;
        currentTarget.setPointerCapture(pointerId);
        const shownPx = currentTarget.parentElement?.offsetWidth ?? widthPx;
        drag.current = { fromX: clientX, scale: shownPx / widthPx };
      }}
      onPointerMove={(event) => drag.current && show(widthAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

export function findWidthHandle(
  scroller: HTMLElement | null,
  field: string,
): HTMLElement | null | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-width-of="${field}"]`);
}

export function isWidthHandle(element: Element | null): boolean {
  return element?.closest("[data-width-of]") != null;
}
