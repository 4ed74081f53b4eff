/** What a key does while the table, and no editor in it, has the focus (grid.md#keys). */
import type { CellPosition } from "./use-grid-selection.ts";

export interface GridSize {
  rows: number;
  columns: number;
}

export interface GridKey {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

export type KeyAction =
  /** `extends`: the selection grows from where it began */
  | { do: "move"; to: CellPosition; extends: boolean }
  | { do: "turn"; step: 1 | -1 }
  | { do: "edit"; typed?: string }
  | { do: "clear" }
  | { do: "fill" }
  /** the dialog that sorts and filters by this column */
  | { do: "filter" }
  | { do: "undo" }
  | { do: "redo" }
  /** Escape: one cell is selected again, a failure is put away */
  | { do: "collapse" };

export type Direction = "up" | "down" | "left" | "right";

/** What saves an open editor, and where it goes on: with Shift the other way. */
const SAVING_KEYS: Readonly<Record<string, readonly [Direction, Direction]>> = {
  Enter: ["down", "up"],
  Tab: ["right", "left"],
};

export function readSavingKey({ key, shift }: Pick<GridKey, "key" | "shift">) {
  return SAVING_KEYS[key]?.[shift ? 1 : 0];
}

const STEPS: Readonly<Record<Direction, readonly [down: number, along: number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** The cell beside this one, as far as the table goes. */
export function neighbourOf(
  { row, column }: CellPosition,
  direction: Direction,
  size: GridSize,
): CellPosition {
  const [down, along] = STEPS[direction];
  return { row: within(row + down, size.rows), column: within(column + along, size.columns) };
}

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** Null leaves the key to the browser: Tab at a row's end leaves the table. */
export function readKey(pressed: GridKey, at: CellPosition, size: GridSize): KeyAction | null {
  if (pressed.alt) return pressed.key === "ArrowDown" ? { do: "filter" } : null;
  return readMove(pressed, at, size) ?? readCommand(pressed);
}

function readMove(pressed: GridKey, at: CellPosition, size: GridSize): KeyAction | null {
  const { key, ctrl, shift } = pressed;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const move = (row: number, column: number, extending = shift): KeyAction => ({
    do: "move",
    to: { row: within(row, size.rows), column: within(column, size.columns) },
    extends: extending,
  });
  switch (key) {
    case "ArrowUp":
      return move(ctrl ? 0 : at.row - 1, at.column);
    case "ArrowDown":
      return move(ctrl ? last.row : at.row + 1, at.column);
    case "ArrowLeft":
      return move(at.row, ctrl ? 0 : at.column - 1);
    case "ArrowRight":
      return move(at.row, ctrl ? last.column : at.column + 1);
    case "Home":
      return move(ctrl ? 0 : at.row, 0);
    case "End":
      return move(ctrl ? last.row : at.row, last.column);
    case "PageUp":
      return { do: "turn", step: -1 };
    case "PageDown":
      return { do: "turn", step: 1 };
    case "Tab": {
      const column = at.column + (shift ? -1 : 1);
      return column < 0 || column > last.column || ctrl ? null : move(at.row, column, false);
    }
    default:
      return null;
  }
}

function readCommand({ key, ctrl, shift }: GridKey): KeyAction | null {
  if (ctrl) {
    const letter = key.toLowerCase();
    if (letter === "d" && !shift) return { do: "fill" };
    if (letter === "y" && !shift) return { do: "redo" };
    return letter === "z" ? { do: shift ? "redo" : "undo" } : null;
  }
  // Opens the list of keys.
  if (key === "?") return null;
  if (key === "Enter" || key === "F2" || key === " ") return { do: "edit" };
  if (key === "Backspace") return { do: "edit", typed: "" };
  if (key === "Delete") return { do: "clear" };
  if (key === "Escape") return { do: "collapse" };
  return /^.$/u.test(key) ? { do: "edit", typed: key } : null;
}
