import { expect, test } from "vitest";
import { keepStepsOf, noteStep, putStep, storedSteps, takeStep, turned } from "./undo-steps.ts";

const step = (price: number) => ({
  rows: [{ rowId: 1, before: { price: price - 1 }, after: { price } }],
});

test("a step is taken once, put back turned, and a new one ends what was undone", () => {
  keepStepsOf(7);
  noteStep(step(2));
  noteStep(step(3));
  // Two presses in a row, before the first one's answer has come.
  expect([takeStep("undo"), takeStep("undo"), takeStep("undo")]).toEqual([
    step(3),
    step(2),
    undefined,
  ]);
  putStep("undo", step(2));
  putStep("redo", turned(step(3)));
  expect(storedSteps.get()).toEqual({
    userId: 7,
    undo: [step(2)],
    redo: [{ rows: [{ rowId: 1, before: { price: 3 }, after: { price: 2 } }] }],
  });
  noteStep(step(9));
  expect(storedSteps.get()).toEqual({ userId: 7, undo: [step(2), step(9)], redo: [] });
});

test("a few are kept, and none of another person", () => {
  keepStepsOf(8);
  for (let price = 0; price < 30; price++) noteStep(step(price));
  expect(storedSteps.get().undo).toEqual(Array.from({ length: 20 }, (_, at) => step(at + 10)));
  keepStepsOf(8);
  expect(storedSteps.get().undo).toHaveLength(20);
  keepStepsOf(9);
  expect(storedSteps.get()).toEqual({ userId: 9, undo: [], redo: [] });
});
