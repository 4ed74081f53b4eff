import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { THEME_SCRIPT, themeAfter } from "./theme.tsx";

/** What the script of the first paint makes of a stored text. */
function themeBeforePaint(getItem: () => string | null): string | undefined {
  const dataset: { theme?: string } = {};
  runInNewContext(THEME_SCRIPT, {
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
