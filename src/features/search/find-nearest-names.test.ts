import { expect, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import { knownNames } from "./known-names.ts";
import { nearestNames } from "./find-nearest-names.ts";
import { eachFirst } from "../../../test/each-first.ts";

const NAMES = [
  ["Audi", "Q4 e-tron"],
  ["Cadillac", "Lyriq"],
  ["Chevrolet", "Equinox EV"],
  ["Fiat", "500e"],
  ["Ford", "F-150 Lightning"],
  ["Honda", "Prologue"],
  ["Hyundai", "Kona"],
  ["Hyundai", "Ioniq 5"],
  ["Hyundai", "Ioniq 9"],
  ["Kia", "EV6"],
  ["Nissan", "Ariya"],
  ["Polestar", "2"],
  ["Porsche", "Taycan"],
  ["Subaru", "Solterra"],
  ["Tesla", "Model 3"],
  ["Tesla", "Model Y"],
  ["Toyota", "C-HR"],
  ["Volkswagen", "ID.4"],
];
const KNOWN = knownNames(NAMES.map(([make = "", model = ""], id) => sampleEv({ id, make, model })));

test.each(
  eachFirst([
    [["hundai"], ["Hyundai"]],
    [["Teslla"], ["Tesla"]],
    [["polstar 2"], ["Polestar 2"]],
    [["ionik 5"], ["Hyundai Ioniq 5"]],
    [["tesla modle y"], ["Tesla Model Y"]],
    [["chevy equinoks"], ["Chevrolet Equinox EV"]],
    [["vw"], ["Volkswagen"]],
    [["vw id5"], ["Volkswagen ID.4"]],
    [["lightening"], []],
    [["f-105 lightning"], ["Ford F-150 Lightning"]],
    [["porche"], ["Porsche"]],
    [["cona"], ["Hyundai Kona"]],
    // These are too short or too common.
    [["ev7", "family car", "good for snow", "best for tall people", "350 kw", "tows 5000 lb"], []],
    [["awd suv under 50k over 300 miles", "horse carriage", "!?", "x".repeat(100)], []],
    [["a blue hundai"], ["Hyundai"]],
  ]),
)("%o is nearest to %o", (text, expected) => {
  expect(nearestNames(text, KNOWN)).toEqual(expected);
});
