import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNames, foldName, identityKey, isVisible } from "./names.ts";
import { eachFirst } from "../../test/each-first.ts";

test.each(
  eachFirst([
    [["Kia", "!", "기아", "🚗", "❤️", "👩‍🔧", "1️⃣", "\u202Ekia", "\u3164x", "é"], true],
    [["", " \t\u00A0\u3000", "\u200B", "\u200C\u200D\uFEFF", "\u2060", "\u202E", "\u00AD"], false],
    [["\u061C\u180E", "\u3164", "\u2800", "\u0301", "\u0903", "\u034F\u17B4", "\uFE0F"], false],
    [["\u{E0100}", "\uE000", "\0", "\uD800"], false],
  ]),
)("%j shows something: %s", (text, shown) => {
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

const ENGLAND = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";
const UNCHANGED = ["❤️", "👩‍🔧", ENGLAND, "می\u200Cخواهم", "क्\u200Dष", "Model\tY"];

test.each<[given: string, stored: string]>([
  ...eachFirst([
    [["Tesla", "Tes\u200Bla", "\u202ETesla\u202C", "\uFEFFTesla\u2066"], "Tesla"],
    [["Tes\u034Fla\u3164"], "Tesla"],
    [["Te\u0301sla"], "Tésla"],
    [["Model\u00A0Y", "Model\u2009\u202FY", "  Model   Y ", "Model\u2800Y"], "Model Y"],
    [["Model\u200D Y"], "Model Y"],
    [["F\u2011150"], "F-150"],
    [["Kia\uFE0F"], "Kia"],
    [["\u200B"], ""],
  ]),
  ...UNCHANGED.map((name): [string, string] => [name, name]),
])("the name %j is stored as %j", (given, stored) => {
  expect(foldName(given)).toBe(stored);
});

test.each([
  ["Tesla", "TES\u200BLA"],
  ["Model Y", "model\u00A0\u00A0y"],
  ["❤️", "❤"],
  ["می\u200Cخواهم", "میخواهم"],
])("the names %j and %j are the same", (one, other) => {
  expect(identityKey(one)).toBe(identityKey(other));
});

test("folding a name again changes nothing, and keeps its key", () => {
  const parts = [
    ..."a|é|e\u0301| |\u00A0|\u200B|\u200D|\uFE0F|\u202E|🏴|👩|🔧|ک|\u{E0067}|\u{E007F}".split("|"),
    ..."1|\u20E3|\u2011|\u3164|ᄀ|ᅡ".split("|"),
  ];
  const name = fc.string({ unit: fc.constantFrom(...parts) });
  fc.assert(
    fc.property(name, (given) => {
      const folded = foldName(given);
      expect(foldName(folded)).toBe(folded);
      expect(identityKey(folded)).toBe(identityKey(given));
    }),
    { numRuns: 2000 },
  );
});

test("a name of a megabyte is folded at once", () => {
  for (const part of ["🏴\u{E0067}", "a ", "\u200D", "👩\u200D", "ک\u200C", "  a"]) {
    const before = process.cpuUsage();
    foldName(part.repeat(200_000));
    expect(process.cpuUsage(before).user / 1000, part).toBeLessThan(1000);
  }
});
