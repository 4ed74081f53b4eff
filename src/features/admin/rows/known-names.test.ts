import { expect, test } from "vitest";

import { findOffered, findSimilar } from "./known-names.tsx";

const MAKES = ["Audi", "BMW", "Kia", "Mercedes-Benz", "Škoda", "Volkswagen"];

test.each([
  ["", MAKES],
  ["a", ["Audi", "Kia", "Škoda", "Volkswagen"]],
  // The text that is already there is not suggested.
  ["kia", []],
  ["š", ["Škoda"]],
  ["Zeta", []],
])("while %j is typed, %j are suggested", (typed, offered) => {
  expect(findOffered(MAKES, typed)).toEqual(offered);
});

const MODELS = ["EV6", "F-150 Lightning", "ID.4", "Ioniq 5", "Citroën ë-C4"];

test.each([
  ["model", "Ioniq5", "Ioniq 5"],
  ["model", "id 4", "ID.4"],
  ["model", "Citroen e C4", "Citroën ë-C4"],
  ["model", "ioniq 5", undefined],
  ["model", "Ioniq", undefined],
  ["model", "", undefined],
  ["make", "Mercedes", "Mercedes-Benz"],
  ["make", "mercedes benz", "Mercedes-Benz"],
  ["make", "VW", "Volkswagen"],
  ["make", "Zeta", undefined],
] as const)("the catalogue has the %s %j as %j", (field, typed, known) => {
  expect(findSimilar(field === "make" ? MAKES : MODELS, field, typed)).toBe(known);
});

test("a name that is there in both spellings is not called similar", () => {
  expect(findSimilar(["Ioniq 5", "Ioniq5"], "model", "ioniq5")).toBeUndefined();
});

test("no more names are suggested than a list shows", () => {
  const names = Array.from({ length: 500 }, (_, at) => `Model ${at}`);
  expect(findOffered(names, "model")).toHaveLength(50);
});
