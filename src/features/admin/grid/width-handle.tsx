import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";

import { allowedWidth, COLUMN_MIN_PX, maxWidthOf, setColumnWidth } from "./column-widths.ts";
import type { FieldColumn } from "./grid-columns.ts";
import styles from "./width-handle.module.css";

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
