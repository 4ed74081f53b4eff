import { describe, expect, test } from "vitest";

import { type GridKey, type KeyAction, readKey } from "./grid-keys.ts";

const SIZE = { rows: 10, columns: 18 };
const AT = { row: 4, column: 7 };

/** `Ctrl+Shift+End` as a keyboard event. @param code the physical key */
function pressed(keys: string, code = ""): GridKey {
  const names = keys === "+" ? ["+"] : keys.split("+");
  return {
    key: names.at(-1) ?? "",
    code,
    ctrl: names.includes("Ctrl"),
    shift: names.includes("Shift"),
    alt: names.includes("Alt"),
  };
}

describe("moves", () => {
  test.each([
    ["ArrowUp", AT, 3, 7],
    ["ArrowDown", AT, 5, 7],
    ["ArrowLeft", AT, 4, 6],
    ["ArrowRight", AT, 4, 8],
    ["Ctrl+ArrowDown", AT, 9, 7],
    ["Ctrl+ArrowRight", AT, 4, 17],
    ["End", AT, 4, 17],
    ["Ctrl+End", AT, 9, 17],
    ["Tab", AT, 4, 8],
    ["Shift+Tab", AT, 4, 6],
    ["ArrowUp", { row: 0, column: 0 }, 0, 0],
    ["ArrowRight", { row: 9, column: 17 }, 9, 17],
  ])("%s from %o to %i, %i", (keys, at, row, column) => {
    expect(readKey(pressed(keys), at, SIZE)).toEqual({
      do: "move",
      to: { row, column },
      extends: false,
    });
  });

  test.each([
    ["Shift+ArrowDown", 5, 7],
    ["Shift+ArrowRight", 4, 8],
    ["Shift+Home", 4, 0],
    ["Ctrl+Shift+End", 9, 17],
  ])("%s extends the selection to %i, %i", (keys, row, column) => {
    expect(readKey(pressed(keys), AT, SIZE)).toEqual({
      do: "move",
      to: { row, column },
      extends: true,
    });
  });

  test("Tab leaves the table at the ends of a row, so that it is no keyboard trap", () => {
    expect(readKey(pressed("Tab"), { row: 0, column: 17 }, SIZE)).toBeNull();
    expect(readKey(pressed("Shift+Tab"), { row: 9, column: 0 }, SIZE)).toBeNull();
  });
});

test.each<[string, KeyAction | null]>([
  ["PageUp", { do: "turn", step: -1 }],
  ["PageDown", { do: "turn", step: 1 }],
  ["Enter", { do: "edit" }],
  ["F2", { do: "edit" }],
  [" ", { do: "edit" }],
  ["7", { do: "edit", typed: "7" }],
  ["Shift+A", { do: "edit", typed: "A" }],
  ["é", { do: "edit", typed: "é" }],
  ["😀", { do: "edit", typed: "😀" }],
  ["Backspace", { do: "edit", typed: "" }],
  ["Delete", { do: "clear" }],
  ["Ctrl+d", { do: "fill" }],
  ["Shift+?", null],
  ["Shift+؟", null],
  ["Ctrl+z", { do: "undo" }],
  ["Ctrl+y", { do: "redo" }],
  ["Ctrl+Shift+Z", { do: "redo" }],
  ["Escape", { do: "collapse" }],
  ["Ctrl+c", null],
  ["Ctrl+v", null],
  ["Alt+ArrowLeft", null],
  ["Alt+ArrowDown", { do: "filter" }],
  ["Alt+ArrowUp", { do: "history" }],
  ["Shift+F2", { do: "sources" }],
  ["F8", null],
  ["Shift", null],
  ["Dead", null],
])("%s means %o", (keys, action) => {
  expect(readKey(pressed(keys), AT, SIZE)).toEqual(action);
});

describe("shortcuts on other keyboards", () => {
  test.each<[layout: string, keys: string, code: string, action: KeyAction | null]>([
    ["Russian", "Ctrl+я", "KeyZ", { do: "undo" }],
    ["Russian", "Ctrl+н", "KeyY", { do: "redo" }],
    ["Russian", "Ctrl+в", "KeyD", { do: "fill" }],
    ["Russian", "Ctrl+с", "KeyC", null],
    ["Greek", "Ctrl+ζ", "KeyZ", { do: "undo" }],
    ["Hebrew", "Ctrl+ז", "KeyZ", { do: "undo" }],
    ["Arabic", "Ctrl+ئ", "KeyZ", { do: "undo" }],
    ["Thai", "Ctrl+ั", "KeyY", { do: "redo" }],
    ["Korean", "Ctrl+ㅋ", "KeyZ", { do: "undo" }],
    ["Dvorak", "Ctrl+z", "Slash", { do: "undo" }],
    ["Dvorak", "Ctrl+;", "KeyZ", null],
    ["Dvorak", "Ctrl+f", "KeyY", null],
    ["AZERTY", "Ctrl+z", "KeyW", { do: "undo" }],
    ["AZERTY", "Ctrl+w", "KeyZ", null],
    ["QWERTZ", "Ctrl+y", "KeyZ", { do: "redo" }],
    ["Bépo", "Ctrl+à", "KeyZ", null],
    ["Russian", "я", "KeyZ", { do: "edit", typed: "я" }],
  ])("%s: %s on %s", (_layout, keys, code, action) => {
    expect(readKey(pressed(keys, code), AT, SIZE)).toEqual(action);
  });
});
