import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import {
  parseListPosition,
  parsePagePosition,
  restorePosition,
  SCROLL_POSITION_MAX_AGE_MS,
} from "./scroll-memory.ts";

const NOW = 1_800_000_000_000;
const KEPT = {
  scrollY: 480,
  timestamp: NOW - 5_000,
  viewportHeight: 900,
  documentHeight: 2_569,
  filterState: "quick=fastest",
};

describe("parsePagePosition", () => {
  test("reads what was kept", () => {
    const { scrollY, filterState } = KEPT;
    expect(parsePagePosition(JSON.stringify(KEPT), NOW)).toEqual({ scrollY, filterState });
  });

  test.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["no object", "7"],
    ["no position", JSON.stringify({ ...KEPT, scrollY: undefined })],
    ["a negative position", JSON.stringify({ ...KEPT, scrollY: -1 })],
    ["no time", JSON.stringify({ ...KEPT, timestamp: null })],
    ["the future", JSON.stringify({ ...KEPT, timestamp: NOW + 1 })],
    ["another visit", JSON.stringify({ ...KEPT, timestamp: NOW - SCROLL_POSITION_MAX_AGE_MS - 1 })],
  ])("takes nothing from %s", (_, text) => {
    expect(parsePagePosition(text, NOW)).toBeNull();
  });

  test("does without the heights and the filters", () => {
    const text = JSON.stringify({ scrollY: 0, timestamp: NOW });
    expect(parsePagePosition(text, NOW)).toEqual({ scrollY: 0, filterState: null });
  });
});

test.each([
  ['{"evId":13,"offset":-4.5}', { evId: 13, offset: -4.5 }],
  ['{"evId":"13","offset":0}', null],
  ['{"evId":13}', null],
  ["[]", null],
  [null, null],
])("parseListPosition reads %s", (text, place) => {
  expect(parseListPosition(text)).toEqual(place);
});

describe("restorePosition", () => {
  /** A page whose height the test controls. */
  class Page extends EventTarget {
    scrollY = 0;
    tallest = 0;
    scrollTo({ top }: { top: number }) {
      this.scrollY = Math.min(top, this.tallest);
    }
  }
  let page: Page;
  const forget = vi.fn();

  beforeEach(() => {
    forget.mockClear();
    vi.useFakeTimers();
    page = new Page();
    vi.stubGlobal("window", page);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("tries again until the page is tall enough and the list stands", () => {
    const placeList = vi.fn(() => page.tallest > 0);
    restorePosition(480, placeList, forget);
    vi.advanceTimersByTime(500);
    expect(page.scrollY).toBe(0);
    page.tallest = 2_000;
    vi.advanceTimersByTime(600);
    expect(page.scrollY).toBe(480);
    const attempts = placeList.mock.calls.length;
    vi.runAllTimers();
    expect(placeList.mock.calls.length).toBeLessThanOrEqual(attempts + 1);
    expect(forget).toHaveBeenCalledOnce();
  });

  test.each(["wheel", "touchstart", "pointerdown", "keydown"])("gives way to a %s", (type) => {
    restorePosition(480, () => true, forget);
    page.dispatchEvent(new Event(type));
    page.tallest = 2_000;
    vi.runAllTimers();
    expect(page.scrollY).toBe(0);
  });

  test("a scroll event alone is no visitor", () => {
    restorePosition(480, () => true, forget);
    page.dispatchEvent(new Event("scroll"));
    page.tallest = 2_000;
    vi.runAllTimers();
    expect(page.scrollY).toBe(480);
  });

  test("stops when it is cancelled", () => {
    restorePosition(480, () => true, forget)();
    page.tallest = 2_000;
    vi.runAllTimers();
    expect(page.scrollY).toBe(0);
    expect(forget).not.toHaveBeenCalled();
  });
});
