import type { ClipboardEvent } from "react";

import type { EvRow } from "../../vehicle/vehicle.ts";
import { isInEditor } from "./grid-focus.ts";
import type { GridBlock } from "./grid-keys.ts";
import { copiedCells, readCells, writeCells } from "./grid-paste.ts";
import { MAX_PASTED_CHARACTERS } from "./limits.ts";

/**
 * Puts the selected cells on the clipboard as spreadsheets do.
 * @returns how many; 0 where an editor copies its own text
 */
export function copyBlock(
  event: ClipboardEvent,
  rows: readonly EvRow[],
  block: GridBlock,
  firstNumber: number,
): number {
  if (isInEditor(event.target)) return 0;
  event.preventDefault();
  const cells = copiedCells(rows, block, firstNumber);
  event.clipboardData.setData("text/plain", writeCells(cells));
  return cells.flat().length;
}

/**
 * Takes a block of cells from the clipboard.
 * @returns null where an editor takes the text itself, where there is none, and for one too long
 */
export function pastedCells(event: ClipboardEvent): string[][] | "too much" | null {
  if (isInEditor(event.target)) return null;
  event.preventDefault();
  const text = event.clipboardData.getData("text/plain");
  if (text === "") return null;
  return text.length > MAX_PASTED_CHARACTERS ? "too much" : readCells(text);
}
