import { describe, expect, test } from "vitest";

import { isWhereClicked, sectionInView, sectionScore, staysUntil } from "./active-section.ts";
import { moveWindow, swipeStep, windowWith } from "./sections.tsx";

const WINDOW = 1000;

describe("the score of a section (finding.md#active-section)", () => {
  test.each([
    ["fills the window", { top: 0, bottom: 1000 }, 1],
    ["reaches far beyond it", { top: -3000, bottom: 5000 }, 1],
    ["out of view above", { top: -500, bottom: 0 }, 0],
    ["the lower half", { top: 500, bottom: 2000 }, 0.25],
    ["small, in the middle", { top: 400, bottom: 600 }, 0.2],
  ])("%s", (_, extent, score) => {
    expect(sectionScore(extent, WINDOW)).toBeCloseTo(score);
  });

  test("a window without height sees nothing", () => {
    expect(sectionScore({ top: 0, bottom: 10 }, 0)).toBe(0);
  });
});

describe("the section in view (finding.md#active-section)", () => {
  test.each([
    ["the one with the highest score", -700, 400, 2000, "database"],
    ["what stands between two belongs to the one above", -2500, -1300, 1100, "database"],
    ["what stands before the first belongs to it", 700, 1500, 3000, "ranking"],
    ["what stands after the last belongs to it", -5000, -4000, -1500, "compare"],
  ] as const)("%s", (_, ranking, database, compare, inView) => {
    const tops = [
      ["ranking", ranking],
      ["database", database],
      ["compare", compare],
    ] as const;
    expect(sectionInView(tops, WINDOW)).toBe(inView);
  });

  test("none when no score is above 0.1", () => {
    expect(sectionInView([["ranking", 0]], 0)).toBeNull();
  });
});

test.each([
  ["a second after a click", 0, 0, 1000],
  ["300 ms after a change", 0, 5000, 5300],
  ["either, after a click amid changes", 5000, 4900, 6000],
  ["at once at first", -Infinity, -Infinity, -Infinity],
])(
  "the highlight may change again %s (finding.md#active-section)",
  (_, scrollStarted, lastChange, until) => {
    expect(staysUntil(scrollStarted, lastChange)).toBe(until);
  },
);

test.each([
  ["at its distance", 140, false, true],
  ["in the upper half", 300, false, true],
  ["further down", 600, false, false],
  ["further down at the page's end", 600, true, true],
  ["scrolled past at the page's end", -1, true, false],
])("a clicked section stays marked: %s", (_, top, isAtEnd, stays) => {
  expect(isWhereClicked(top, WINDOW, isAtEnd)).toBe(stays);
});

describe("the window of three dots (finding.md#section-indicator)", () => {
  test.each([
    [0, 1, 1],
    [1, 1, 1],
    [0, -1, 0],
  ])("from %i by %i is %i", (first, by, result) => {
    expect(moveWindow(first, by)).toBe(result);
  });

  test.each([
    ["shown already", 0, 2, 0],
    ["beyond the right", 0, 3, 1],
    ["beyond the left", 1, 0, 0],
    ["still shown", 1, 1, 1],
  ])("with a dot that is %s", (_, first, index, result) => {
    expect(windowWith(first, index)).toBe(result);
  });

  test.each([
    ["too short", -29, 400, 0],
    ["far enough to the left", -30, 400, 1],
    ["far enough to the right", 30, 400, -1],
    ["short but fast", -20, 20, 1],
    ["fast but too short", 19, 10, 0],
  ])("a swipe that is %s", (_, dx, ms, step) => {
    expect(swipeStep(dx, ms)).toBe(step);
  });
});
