import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { themeAfter } from "./theme.ts";

const SCRIPT = readFileSync(new URL("../../public/theme.js", import.meta.url), "utf8");

/** What the script of the first paint makes of a stored text. */
function themeBeforePaint(getItem: () => string | null): string | undefined {
  const dataset: { theme?: string } = {};
  runInNewContext(SCRIPT, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
  });
  return dataset.theme;
}

test.each([
  ["light", "light"],
  ["dark", "dark"],
  [null, undefined],
  ["<b>", undefined],
])("a stored %s becomes %s before the first paint", (stored, theme) => {
  expect(themeBeforePaint(() => stored)).toBe(theme);
});

test("refused storage leaves the system's theme", () => {
  const refused = () => {
    throw new Error("SecurityError");
  };
  expect(themeBeforePaint(refused)).toBeUndefined();
});

test("the switch goes round", () => {
  expect(themeAfter("system")).toBe("light");
  expect(themeAfter("light")).toBe("dark");
  expect(themeAfter("dark")).toBe("system");
});
