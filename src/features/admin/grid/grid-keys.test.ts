import { expect, test } from "vitest";

import { keyLetter } from "./grid-keys.ts";

test.each([
  ["Russian", "я", "KeyZ", "z"],
  ["Russian", "н", "KeyY", "y"],
  ["Russian", "в", "KeyD", "d"],
  ["Greek", "ζ", "KeyZ", "z"],
  ["Hebrew", "ז", "KeyZ", "z"],
  ["Arabic", "ئ", "KeyZ", "z"],
  ["Thai", "ั", "KeyY", "y"],
  ["Korean", "ㅋ", "KeyZ", "z"],
  ["Dvorak", "z", "Slash", "z"],
  ["Dvorak", ";", "KeyZ", ";"],
  ["Dvorak", "f", "KeyY", "f"],
  ["AZERTY", "z", "KeyW", "z"],
  ["QWERTZ", "Y", "KeyZ", "y"],
  ["Bépo", "à", "KeyZ", "à"],
])("on a %s keyboard, Ctrl with %s on %s is Ctrl+%s", (_layout, key, code, letter) => {
  expect(keyLetter({ key, code })).toBe(letter);
});
