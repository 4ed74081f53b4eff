import { expect, test } from "vitest";

import { findOffered } from "./known-names.tsx";

const MAKES = ["Audi", "BMW", "Kia", "Mercedes-Benz", "Škoda", "Volkswagen"];

test.each([
  ["", MAKES],
  ["a", ["Audi", "Kia", "Škoda", "Volkswagen"]],
  ["KI", ["Kia"]],
  // The text that is already there is not suggested.
  ["kia", []],
  ["š", ["Škoda"]],
  ["Zeta", []],
])("while %j is typed, %j are suggested", (typed, offered) => {
  expect(findOffered(MAKES, typed)).toEqual(offered);
});

test("no more names are suggested than a list shows", () => {
  const names = Array.from({ length: 500 }, (_, at) => `Model ${at}`);
  expect(findOffered(names, "model")).toHaveLength(50);
});
