import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNames, isVisible } from "./names.ts";

test.each([
  ["Kia", true],
  ["9", true],
  ["!", true],
  ["起亚", true],
  ["기아", true],
  ["كيا", true],
  ["🚗", true],
  ["❤️", true],
  ["👩‍🔧", true],
  ["1️⃣", true],
  ["🇳🇱", true],
  ["\u202Ekia", true],
  ["\u3164x", true],
  ["é", true],
  ["", false],
  [" \t\u00A0\u3000", false],
  ["\u200B", false],
  ["\u200C\u200D\uFEFF", false],
  ["\u2060", false],
  ["\u202E", false],
  ["\u00AD", false],
  ["\u061C\u180E", false],
  ["\u3164", false],
  ["\u115F\u1160", false],
  ["\uFFA0", false],
  ["\u2800", false],
  ["\u{1D159}", false],
  ["\u0301", false],
  ["\u0903", false],
  ["\u034F\u17B4", false],
  ["\uFE0F", false],
  ["\u{E0100}", false],
  ["\u{E0041}", false],
  ["\uE000", false],
  ["\0", false],
  ["\uD800", false],
])("%j shows something: %s", (text, shown) => {
  expect(isVisible(text)).toBe(shown);
});

test("orders names as Intl.Collator does", () => {
  const { compare } = new Intl.Collator("en", { sensitivity: "base", numeric: true });
  const oneOf = (characters: string) =>
    fc.string({ unit: fc.constantFrom(...characters.split("")) });
  const name = fc.oneof(oneOf("abyzABYZ .-"), oneOf("aA .-_'&é0129"));
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareNames(a, b)), `${a} and ${b}`).toBe(Math.sign(compare(a, b)));
    }),
    { numRuns: 2000 },
  );
});
