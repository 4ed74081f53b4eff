import { describe, expect, test } from "vitest";

import { replacePart } from "../../ui/address-state.ts";
import {
  parseSavings,
  SAVINGS_ADDRESS,
  type SavingsChoice,
  serialiseSavings,
  USUAL_CHOICE,
} from "./use-savings.ts";
import { USUAL_INPUTS } from "./savings-inputs.ts";

const CHOICE: SavingsChoice = {
  rowId: 134,
  inputs: { ...USUAL_INPUTS, milesPerYear: 15_000, gasPrice: 4.25, chargingLossPercent: 0 },
};

test("a choice survives its address", () => {
  expect(serialiseSavings(CHOICE)).toBe("saveEv=134&saveMiles=15000&saveGas=4.25&saveLoss=0");
  expect(parseSavings(`?${serialiseSavings(CHOICE)}`)).toEqual(CHOICE);
});

test("a figure that was typed in kilometers stays what it was", () => {
  const inputs = { ...USUAL_INPUTS, milesPerYear: 12_427.42, gasCarMpg: 29.402 };
  const search = "saveMiles=12427.42&saveMpg=29.402";
  expect(serialiseSavings({ rowId: null, inputs })).toBe(search);
  expect(parseSavings(search).inputs).toEqual(inputs);
});

test("what is usual is not written", () => {
  expect(serialiseSavings(USUAL_CHOICE)).toBe("");
  expect(parseSavings("")).toEqual(USUAL_CHOICE);
});

describe("an address that nobody should have written", () => {
  test.each([
    "saveMiles=1e9",
    "saveMiles=-1&saveGas=abc&saveEv=0",
    "saveEv=1.5&saveYears=99",
    `saveMiles=${"1".repeat(500)}`,
    "saveEv=99999999999999999999",
    "%E0%A4%A&saveGas",
  ])("%s counts as nothing", (search) => {
    expect(parseSavings(search)).toEqual(USUAL_CHOICE);
  });

  test("keeps what is right in it", () => {
    expect(parseSavings("saveMiles=9&saveYears=5").inputs).toEqual({ ...USUAL_INPUTS, years: 5 });
  });
});

describe("the parameters of others", () => {
  test.each([
    ["", "saveEv=3", "saveEv=3"],
    ["?make=Kia&saveEv=2&ev=13,41", "saveEv=3", "make=Kia&ev=13,41&saveEv=3"],
    ["make=Kia&saveGas=4&save%45v=2", "", "make=Kia"],
    ["?x", "", "x"],
  ])("%j becomes with %j: %j", (search, savings, query) => {
    expect(replacePart(search, SAVINGS_ADDRESS.owns, savings)).toBe(query);
  });
});
