import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { BROKEN_STORAGE, sampleStorage } from "../../test/sample-browser.ts";
import { eachFirst } from "../../test/each-first.ts";

const SCRIPT = stripTypeScriptTypes(readFileSync("src/app/first-script.ts", "utf8"));

/**
 * Runs the script with this browser storage, as before the first paint.
 * @returns also the fragment that replaced the address's
 */
function runFirstScript(localStorage: typeof BROKEN_STORAGE, { search = "", hash = "" } = {}) {
  const dataset: Record<string, string> = {};
  const style = new Map<string, string>();
  const replaced: string[] = [];
  const events = new EventTarget();
  runInNewContext(SCRIPT, {
    URLSearchParams,
    setTimeout: () => undefined,
    addEventListener: events.addEventListener.bind(events),
    document: {
      documentElement: {
        dataset,
        style: { setProperty: (name: string, value: string) => style.set(name, value) },
      },
      querySelectorAll: () => [],
    },
    localStorage,
    location: { search, hash, replace: (fragment: string) => replaced.push(fragment) },
    performance: { now: () => 1_000 },
    requestAnimationFrame: () => undefined,
    IntersectionObserver: Object,
  });
  return { dataset, style, replaced };
}

test.each([
  ["light", "light"],
  ["dark", "dark"],
  [null, undefined],
  ["<b>", undefined],
])("a stored theme %s becomes %s", (theme, shown) => {
  const { dataset } = runFirstScript(sampleStorage(theme === null ? {} : { theme }));
  expect(dataset["theme"]).toBe(shown);
});

const CAR = { make: "Kia" };

test.each(
  eachFirst([
    [[JSON.stringify([CAR, null, CAR])], "2"],
    [["[]", null, "{", '"abc"'], undefined],
  ]),
)("the height of stored lists %s is reserved for %s cars", (text, count) => {
  for (const [key, name] of [
    ["ev_saved", "saved"],
    ["ev_recently_viewed", "viewed"],
  ] as const) {
    const { dataset, style } = runFirstScript(sampleStorage(text === null ? {} : { [key]: text }));
    expect([dataset[name], style.get(`--${name}`)]).toEqual([count, count]);
  }
});

test.each([
  ["", "7,14", "2"],
  ["?ev=1", null, "1"],
  ["?ev=", "7", undefined],
  ["?make=Kia", "", undefined],
  ["", null, undefined],
])(
  "of the address %j with %j stored it knows whether something is compared: %s",
  (search, stored, count) => {
    const storage = sampleStorage(stored === null ? {} : { ev_comparison: stored });
    const { dataset, style } = runFirstScript(storage, { search });
    expect(style.get("--compared")).toBe(count);
    expect("compared" in dataset).toBe(count !== undefined);
  },
);

test("refused storage leaves everything as it was served", () => {
  expect(runFirstScript(BROKEN_STORAGE).dataset).toEqual({});
});

test.each(
  eachFirst([
    [["", "#", "#reviews", "#a%20b", "#%"], []],
    [["#reviews)", "#reviews%E2%80%9D."], ["#reviews"]],
    [["#find%22"], ["#find"]],
    [["#invite=a-b_c,"], ["#invite=a-b_c"]],
  ]),
)("a fragment %s loses the marks of a chat", (hash, expected) => {
  expect(runFirstScript(sampleStorage(), { hash }).replaced).toEqual(expected);
});
