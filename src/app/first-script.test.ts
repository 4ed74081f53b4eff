import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { BROKEN_STORAGE, sampleStorage } from "../../test/sample-browser.ts";

const SCRIPT = stripTypeScriptTypes(readFileSync("src/app/first-script.ts", "utf8"));

/**
 * Runs the script with this browser storage, as before the first paint.
 * @returns also the fragment that replaced the address's, and a function that ends the document
 */
function runFirstScript(
  localStorage: typeof BROKEN_STORAGE,
  { search = "", hash = "", viewedModel = "", hidden = false, hydrated = false } = {},
) {
  const dataset: Record<string, string> = {};
  const style = new Map<string, string>();
  const replaced: string[] = [];
  const events = new EventTarget();
  runInNewContext(SCRIPT, {
    URLSearchParams,
    setTimeout: () => undefined,
    addEventListener: events.addEventListener.bind(events),
    document: {
      hidden,
      documentElement: {
        dataset,
        style: { setProperty: (name: string, value: string) => style.set(name, value) },
        hasAttribute: () => hydrated,
      },
      querySelectorAll: () => [],
      querySelector: () => (viewedModel ? { dataset: { viewedModel } } : null),
    },
    localStorage,
    location: { search, hash, replace: (fragment: string) => replaced.push(fragment) },
    performance: { now: () => 1_000 },
    requestAnimationFrame: () => undefined,
    IntersectionObserver: Object,
  });
  const endDocument = () => events.dispatchEvent(new Event("DOMContentLoaded"));
  return { dataset, style, replaced, endDocument };
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

test.each([
  [JSON.stringify([CAR, null, CAR]), "2"],
  ["[]", undefined],
  [null, undefined],
  ["{", undefined],
  ['"abc"', undefined],
])("the height of stored lists %s is reserved for %s cars", (text, count) => {
  for (const [key, name] of [
    ["ev_saved", "saved"],
    ["ev_recently_viewed", "viewed"],
  ] as const) {
    const { dataset, style } = runFirstScript(sampleStorage(text === null ? {} : { [key]: text }));
    expect([dataset[name], style.get(`--${name}`)]).toEqual([count, count]);
  }
});

test.each([
  ["", "7,4", true],
  ["?ev=1", null, true],
  ["?ev=", "7", false],
  ["?make=Kia", "", false],
  ["", null, false],
])(
  "of the address %j with %j stored it knows whether something is compared",
  (search, stored, is) => {
    const storage = sampleStorage(stored === null ? {} : { ev_comparison: stored });
    expect("compared" in runFirstScript(storage, { search }).dataset).toBe(is);
  },
);

test("refused storage leaves everything as it was served", () => {
  expect(runFirstScript(BROKEN_STORAGE).dataset).toEqual({});
});

test.each([
  ["", []],
  ["#", []],
  ["#reviews", []],
  ["#a%20b", []],
  ["#reviews)", ["#reviews"]],
  ["#reviews%E2%80%9D.", ["#reviews"]],
  ["#find%22", ["#find"]],
  ["#invite=a-b_c,", ["#invite=a-b_c"]],
  ["#%", []],
])("a fragment %s loses the marks of a chat", (hash, expected) => {
  expect(runFirstScript(sampleStorage(), { hash }).replaced).toEqual(expected);
});

test.each([
  ["is put in front", "[]", {}, [5]],
  ["is there once", '[{"id":4},null,{"id":5}]', {}, [5, 4, null]],
  ["is one of eight", "[1,2,3,4,5,6,7,8,9]", {}, [5, ...Array<undefined>(7).fill(undefined)]],
  ["does not count while the tab is in the background", "[]", { hidden: true }, []],
  ["is left to the page once it has hydrated", "[]", { hydrated: true }, []],
])("a viewed car %s", (_, before, state, expected) => {
  const storage = sampleStorage({ ev_recently_viewed: before });
  const { endDocument } = runFirstScript(storage, { viewedModel: '{"id":5}', ...state });
  endDocument();
  const stored = JSON.parse(storage.values.get("ev_recently_viewed") ?? "[]") as { id?: number }[];
  expect(stored.map((model) => model && model.id)).toEqual(expected);
});

test.each([BROKEN_STORAGE, sampleStorage({ ev_recently_viewed: "{" })])(
  "a viewed car is not recorded where storage is refused or broken",
  (storage) => {
    const { endDocument } = runFirstScript(storage, { viewedModel: '{"id":5}' });
    expect(endDocument).not.toThrow();
  },
);
