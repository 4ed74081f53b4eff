import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createCardTurns } from "./card-turns.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a card waits until the one before it is drawn", () => {
  const turns = createCardTurns();
  const drawn: string[] = [];
  const first = turns.wait(() => drawn.push("first"));
  const second = turns.wait(() => drawn.push("second"));
  expect(drawn).toEqual([]);
  vi.runAllTimers();
  expect(drawn).toEqual(["first"]);
  first();
  vi.runAllTimers();
  expect(drawn).toEqual(["first", "second"]);
  second();
  expect(vi.getTimerCount()).toBe(0);
});

test("a card that is gone keeps nobody waiting", () => {
  const turns = createCardTurns();
  const drawn: string[] = [];
  const [before, during] = ["before", "during"].map((name) => turns.wait(() => drawn.push(name)));
  turns.wait(() => drawn.push("after"));
  before?.();
  vi.runAllTimers();
  expect(drawn).toEqual(["during"]);
  during?.();
  vi.runAllTimers();
  expect(drawn).toEqual(["during", "after"]);
});
