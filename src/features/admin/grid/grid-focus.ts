import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";

import type { GridPlace } from "./grid-keys.ts";

/** The cell of an event, by the marks that the rows carry; null outside of them. */
export function placeOf(target: EventTarget): GridPlace | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>("[data-column]");
  const row = cell?.closest<HTMLElement>("[data-row]");
  if (!cell || !row) return null;
  return { row: Number(row.dataset["row"]), column: Number(cell.dataset["column"]) };
}

export function isInEditor(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-editor]") !== null;
}

interface GridFocus {
  held: RefObject<boolean>;
  focusCell: () => void;
  enterCell: () => void;
}

/**
 * Keeps the focus on the active cell for as long as the table has it: rows come and go with the
 * pages and with what others change.
 * @param isEditing an editor has the focus itself
 */
export function useGridFocus(
  table: RefObject<HTMLTableElement | null>,
  at: GridPlace,
  isEditing: boolean,
  rows: unknown,
): GridFocus {
  const held = useRef(false);
  const cell = () =>
    table.current?.querySelector<HTMLElement>(
      `[data-row="${at.row}"] [data-column="${at.column}"]`,
    );
  const focusCell = () => {
    const target = cell();
    const isItself = target?.matches("[data-cell-focus]");
    (isItself ? target : target?.querySelector<HTMLElement>("[data-cell-focus]"))?.focus();
    // By itself a browser leaves a cell that is partly behind a pinned one where it is.
    target?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const follow = useEffectEvent(() => {
    if (held.current && !isEditing && !cell()?.contains(document.activeElement)) focusCell();
  });
  useLayoutEffect(() => follow(), [at.row, at.column, isEditing, rows]);
  return { held, focusCell, enterCell: () => cell()?.querySelector("button")?.focus() };
}

/** Keys on a button inside a cell: the arrows go to its neighbour, Escape back to the cell. */
export function walkInside(event: KeyboardEvent, button: HTMLElement, leave: () => void): void {
  const buttons = [...(button.closest("[data-column]")?.querySelectorAll("button") ?? [])];
  const at = buttons.findIndex((one) => one === button);
  const next = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : null;
  if (event.key === "Escape" || event.key === "Tab") leave();
  if (next !== null) buttons[next]?.focus();
  if (next !== null || event.key === "Escape") event.preventDefault();
}
