import { expect, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import { knownNames } from "./known-names.ts";
import { nearestNames } from "./nearest.ts";

const NAMES = [
  ["Chevrolet", "Equinox EV"],
  ["Ford", "F-150 Lightning"],
  ["Honda", "Prologue"],
  ["Hyundai", "Ioniq 5"],
  ["Hyundai", "Ioniq 9"],
  ["Kia", "EV6"],
  ["Polestar", "2"],
  ["Tesla", "Model 3"],
  ["Tesla", "Model Y"],
  ["Volkswagen", "ID.4"],
];
const KNOWN = knownNames(NAMES.map(([make = "", model = ""], id) => sampleEv({ id, make, model })));

test.each([
  ["hundai", ["Hyundai"]],
  ["HUYNDAI", ["Hyundai"]],
  ["Teslla", ["Tesla"]],
  ["polstar", ["Polestar"]],
  ["polstar 2", ["Polestar 2"]],
  ["ionic", ["Hyundai Ioniq 5", "Hyundai Ioniq 9"]],
  ["ionik 5", ["Hyundai Ioniq 5"]],
  ["tesla modle y", ["Tesla Model Y"]],
  ["chevy equinoks", ["Chevrolet Equinox EV"]],
  ["vw", ["Volkswagen"]],
  ["vw id5", ["Volkswagen ID.4"]],
  ["lightening", []],
  ["f-105 lightning", ["Ford F-150 Lightning"]],
  ["ev7", ["Kia EV6"]],
  ["a blue hundai", ["Hyundai"]],
  ["horse carriage", []],
  ["x", []],
  ["!?", []],
  ["x".repeat(100), []],
])("%o is nearest to %o", (text, expected) => {
  expect(nearestNames(text, KNOWN)).toEqual(expected);
});
