import { describe, expect, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import { expandBodyType, nameSearch, recognizeSearch, wordSearch, wordsOf } from "./search.ts";

const MAKES = ["Tesla", "Mercedes-Benz", "Chevrolet", "Mini", "Scout"];

test.each([
  ["", "Mercedes-Benz EQE 350+ 4MATIC", true],
  ["  eqe   4matic ", "Mercedes-Benz EQE 350+ 4MATIC", true],
  ["MERCEDES 350+", "Mercedes-Benz EQE 350+ 4MATIC", true],
  ["eqe tesla", "Mercedes-Benz EQE 350+ 4MATIC", false],
  ["350+", "Mercedes-Benz EQE 350 4MATIC", false],
  ["f150", "Ford F-150 Lightning", true],
  ["F-150LIGHT ford", "Ford F-150 Lightning", true],
  ["id-4", "Volkswagen ID.4 Pro", true],
  ["ioniq5", "Hyundai Ioniq 5 SE", true],
  ["hyundai-ioniq-5", "Hyundai Ioniq 5 SE", true],
  ["mache", "Ford Mustang Mach-E", true],
  ["citroen", "Citroën ë-C4", true],
  ["citroën", "Citroen e-C4", true],
  // Matches only from the start of a word; otherwise `q6` would find an Ioniq 6.
  ["q6", "Hyundai Ioniq 6 SE", false],
  ["q6", "Audi Q6 e-tron", true],
  ["ioniq 5 or ev6", "Hyundai Ioniq 5 SE", true],
  ["ioniq 5 or ev6", "Hyundai Ioniq 6 SE", false],
  ["ioniq 5 or", "Hyundai Ioniq 5 SE", false],
  ["or", "Ford Explorer Base", true],
  // Without letters and digits only the specification's rule applies.
  ["-", "Ford F-150 Lightning", true],
  ["-", "Hyundai Ioniq 5 SE", false],
  ["()", "Ford F-150 Lightning", false],
])("the word search finds %o in %s: %s (finding.md#search)", (text, name, expected) => {
  const [make = "", model = "", ...rest] = name.split(" ");
  const ev = sampleEv({ id: 1, make, model }, { trim: rest.join(" ") });
  expect(wordSearch(wordsOf(text))(ev)).toEqual(expected ? ev.trims : []);
});

test.each([
  ["ioniq 5", ["SE", "Limited AWD", "N Line"]],
  ["limited", ["Limited AWD"]],
  ["hyundai se", ["SE"]],
  ["line or se", ["SE", "N Line"]],
  // No trim has both words, though the model does.
  ["se limited", []],
  ["sel", []],
])("%o finds the trims %o of a model (finding.md#search)", (text, expected) => {
  const trims = ["SE", "Limited AWD", "N Line"].map((trim) => ({ trim }));
  const ev = sampleEv({ id: 1, make: "Hyundai", model: "Ioniq 5" }, ...trims);
  expect(wordSearch(wordsOf(text))(ev).map(({ trim }) => trim)).toEqual(expected);
});

test.each([
  ["model 3", "Tesla", "Model 3", true],
  ["TESLA MOD", "Tesla", "Model 3", true],
  ["3 model", "Tesla", "Model 3", false],
  ["model3", "Tesla", "Model 3", true],
  ["f 150", "Ford", "F-150 Lightning", true],
  [".", "Volkswagen", "ID.4", true],
  [".", "Tesla", "Model 3", false],
])("the substring search finds %o in %s %s: %s", (text, make, model, expected) => {
  expect(nameSearch(text)({ make, model })).toBe(expected);
});

test.each([
  ["Truck", ["Pickup Truck"]],
  ["suv/crossover", ["SUV", "Crossover"]],
  ["sports car", ["Sports Car"]],
  ["Minivan", ["Minivan"]],
  ["Boat", ["Boat"]],
])("the body type %s means %o", (name, expected) => {
  expect(expandBodyType(name)).toEqual(expected);
});

describe("text that is a selection (finding.md#search-that-selects)", () => {
  test.each([
    ["tesla", "Tesla"],
    [" TESLA ", "Tesla"],
    ["mercedes benz", "Mercedes-Benz"],
    ["Mercedes", "Mercedes-Benz"],
    ["chevy", "Chevrolet"],
    ["mini", "Mini"],
  ])("%o is the brand %s", (text, make) => {
    expect(recognizeSearch(text, MAKES)).toEqual({ kind: "make", make });
  });

  test.each([
    ["Pickup-Truck", ["Pickup Truck"]],
    ["truck", ["Pickup Truck"]],
    ["SUV/Crossover", ["SUV", "Crossover"]],
    ["minivan", ["Minivan"]],
  ])("%o is the body type %o", (text, bodyTypes) => {
    expect(recognizeSearch(text, MAKES)).toEqual({ kind: "bodyTypes", bodyTypes });
  });

  test.each(["", " ", "-", "tesl", "tesla model 3", "kia", "sedans"])(
    "%o is just words",
    (text) => {
      expect(recognizeSearch(text, MAKES)).toBeNull();
    },
  );
});
