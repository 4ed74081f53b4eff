import { describe, expect, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import { expandBodyType, matchesName, matchesWords, recogniseSearch, wordsOf } from "./search.ts";

const MAKES = ["Tesla", "Mercedes-Benz", "Chevrolet", "Mini", "Scout"];

describe("word search of Discover (§5)", () => {
  const ev = sampleEv({ id: 1, make: "Mercedes-Benz", model: "EQE" }, { trim: "350+ 4MATIC" });
  test.each([
    ["", true],
    ["  eqe   4matic ", true],
    ["MERCEDES 350+", true],
    ["benz e", true],
    ["eqs", false],
    ["eqe tesla", false],
  ])("%o: %s", (text, expected) => {
    expect(matchesWords(ev, ev.trims[0] ?? expect.fail(), wordsOf(text))).toBe(expected);
  });
});

test.each([
  ["model 3", true],
  ["TESLA MOD", true],
  ["3 model", false],
  ["", true],
])("the substring search finds %o in Tesla Model 3: %s", (text, expected) => {
  expect(matchesName({ make: "Tesla", model: "Model 3" }, text)).toBe(expected);
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

describe("text that is a selection (§4)", () => {
  test.each([
    ["tesla", "Tesla"],
    [" TESLA ", "Tesla"],
    ["mercedes benz", "Mercedes-Benz"],
    ["mercedes-benz", "Mercedes-Benz"],
    ["Mercedes", "Mercedes-Benz"],
    ["chevy", "Chevrolet"],
    ["mini", "Mini"],
    ["scout", "Scout"],
  ])("%o is the brand %s", (text, make) => {
    expect(recogniseSearch(text, MAKES)).toEqual({ kind: "make", make });
  });

  test.each([
    ["sedan", ["Sedan"]],
    ["Pickup-Truck", ["Pickup Truck"]],
    ["truck", ["Pickup Truck"]],
    ["SUV/Crossover", ["SUV", "Crossover"]],
    ["minivan", ["Minivan"]],
  ])("%o is the body type %o", (text, bodyTypes) => {
    expect(recogniseSearch(text, MAKES)).toEqual({ kind: "bodyTypes", bodyTypes });
  });

  test.each(["", " ", "-", "tesl", "tesla model 3", "kia", "sedans"])(
    "%o is just words",
    (text) => {
      expect(recogniseSearch(text, MAKES)).toBeNull();
    },
  );
});
