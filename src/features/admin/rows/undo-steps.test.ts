import { expect, test } from "vitest";
import { makeRow } from "../../../../test/admin-rows.ts";
import { addStep, invertStep, putStep, readSteps, stepOf, takeStep } from "./undo-steps.ts";

const step = (price: number) => ({
  rows: [{ rowId: 1, before: { price: price - 1 }, after: { price } }],
});

test("a step is taken only once and put back inverted, and a new step clears those to redo", () => {
  addStep(7, step(2));
  addStep(7, step(3));
  // Press twice before the first answer arrives.
  const taken = [takeStep(7, "undo"), takeStep(7, "undo"), takeStep(7, "undo")];
  expect(taken).toEqual([step(3), step(2), undefined]);
  putStep(7, "undo", step(2));
  putStep(7, "redo", invertStep(step(3)));
  expect(readSteps(7)).toEqual({
    undo: [step(2)],
    redo: [{ rows: [{ rowId: 1, before: { price: 3 }, after: { price: 2 } }] }],
  });
  addStep(7, step(9));
  expect(readSteps(7)).toEqual({ undo: [step(2), step(9)], redo: [] });
});

test("only a few steps are stored, and none of another user", () => {
  for (let price = 0; price < 30; price++) addStep(8, step(price));
  expect(readSteps(8).undo).toEqual(Array.from({ length: 20 }, (_, at) => step(at + 10)));
  expect(readSteps(9)).toEqual({ undo: [], redo: [] });
  expect(takeStep(9, "undo")).toBeUndefined();
  addStep(9, step(1));
  expect(readSteps(9).undo).toEqual([step(1)]);
  expect(readSteps(8).undo).toEqual([]);
});

test("undoing restores the values that the save replaced, even if the user saw others", () => {
  const seen = makeRow({ price: 1 });
  const met = makeRow({ price: 2, version: 2 });
  const saved = makeRow({ price: 3, version: 3 });
  expect(stepOf([{ seen, changes: { price: 3 } }], [met], [saved])).toEqual({
    rows: [{ rowId: seen.id, before: { price: 2 }, after: { price: 3 } }],
  });
});
