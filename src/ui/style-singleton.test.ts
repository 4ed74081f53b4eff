import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { stylesheetSingleton } from "./style-singleton.ts";

/** The little of the browser that the sheets need. */
class Sheet {
  rules = "";
  replaceSync(rules: string) {
    this.rules = rules;
  }
}
const page: { adoptedStyleSheets: Sheet[] } = { adoptedStyleSheets: [] };
const rules = () => page.adoptedStyleSheets.map((sheet) => sheet.rules);

beforeEach(() => {
  page.adoptedStyleSheets = [Object.assign(new Sheet(), { rules: "the page's own" })];
  vi.stubGlobal("CSSStyleSheet", Sheet);
  vi.stubGlobal("document", page);
});
afterEach(() => vi.unstubAllGlobals());

test("the first user's rules hold until the last user has gone", () => {
  const singleton = stylesheetSingleton();
  singleton.add("body { overflow: hidden }");
  singleton.add("body { overflow: clip }");
  expect(rules()).toEqual(["the page's own", "body { overflow: hidden }"]);
  singleton.remove();
  expect(rules()).toHaveLength(2);
  singleton.remove();
  expect(rules()).toEqual(["the page's own"]);
});

test("it can be used again, and each singleton has its own rules", () => {
  const one = stylesheetSingleton();
  const other = stylesheetSingleton();
  one.add("a {}");
  one.remove();
  one.add("b {}");
  other.add("c {}");
  expect(rules()).toEqual(["the page's own", "b {}", "c {}"]);
});
