import { describe, expect, test } from "vitest";

import {
  mayFollow,
  moveWindow,
  sectionInView,
  sectionScore,
  swipeStep,
  windowWith,
} from "./sections.ts";

const WINDOW = 1000;

describe("the score of a section (§4)", () => {
  test.each([
    ["fills the window", { top: 0, bottom: 1000 }, 1],
    ["reaches far beyond it", { top: -3000, bottom: 5000 }, 1],
    ["out of view above", { top: -500, bottom: 0 }, 0],
    ["out of view below", { top: 1000, bottom: 2000 }, 0],
    ["the lower half", { top: 500, bottom: 2000 }, 0.25],
    ["small, in the middle", { top: 400, bottom: 600 }, 0.2],
    ["small, at the top", { top: 0, bottom: 200 }, 0.04],
  ])("%s", (_, extent, score) => {
    expect(sectionScore(extent, WINDOW)).toBeCloseTo(score);
  });

  test("a window without height sees nothing", () => {
    expect(sectionScore({ top: 0, bottom: 10 }, 0)).toBe(0);
  });
});

describe("the section in view (§4)", () => {
  test("the one with the highest score", () => {
    const extents = [
      ["ranking", { top: -700, bottom: 400 }],
      ["database", { top: 400, bottom: 2000 }],
    ] as const;
    expect(sectionInView(extents, WINDOW)).toBe("database");
  });

  test("none when no score is above 0.1", () => {
    expect(sectionInView([["ranking", { top: -900, bottom: 200 }]], WINDOW)).toBeNull();
  });
});

test.each([
  ["right after a click", 500, 0, -9999, false],
  ["a second after a click", 1000, 0, -9999, true],
  ["right after a change", 5299, 0, 5000, false],
  ["300 ms after a change", 5300, 0, 5000, true],
])("a scroll changes the highlight: %s", (_, now, scrollStarted, lastChange, may) => {
  expect(mayFollow(now, scrollStarted, lastChange)).toBe(may);
});

describe("the window of three dots (§2)", () => {
  test.each([
    [0, 1, 1],
    [1, 1, 1],
    [1, -1, 0],
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
