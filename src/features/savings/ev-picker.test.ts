import { describe, expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { choiceName, chosenEv, findChoices, LISTED_CHOICES, usualChoice } from "./ev-picker.tsx";

const OTHER = sampleEv(
  { id: 1, make: "Kia", model: "EV9" },
  { trim: "Land", price: 60_000 },
  { trim: "Light", price: 50_000, year: 2026 },
);
const KNOWN = sampleEv(
  { id: 2, make: "Tesla", model: "Model Y" },
  { trim: "Standard", price: 39_990, battery: null },
  { trim: "Premium", price: 44_990 },
);

describe("the EV of arrival", () => {
  test.each([
    ["a well-known one with all figures", [OTHER, KNOWN], "Tesla Model Y Premium"],
    ["else the cheapest with all figures", [OTHER], "Kia EV9 Light (2026)"],
    [
      "else the first there is",
      [sampleEv({ id: 3, make: "Fiat", model: "500e" }, { battery: null, trim: "Pop" })],
      "Fiat 500e Pop",
    ],
  ])("%s", (_, evs, name) => {
    const choice = usualChoice(evs);
    expect(choice && choiceName(choice)).toBe(name);
  });

  test("none in an empty catalogue", () => {
    expect(usualChoice([])).toBeUndefined();
  });
});

test.each([
  [100, "Kia EV9 Land (2025)"],
  [200, "Tesla Model Y Standard"],
  [999, "Tesla Model Y Premium"],
  [null, "Tesla Model Y Premium"],
])("row %j is %s", (rowId, name) => {
  const choice = chosenEv([OTHER, KNOWN], rowId);
  expect(choice && choiceName(choice)).toBe(name);
});

describe("finding", () => {
  test.each([
    ["tesla prem", 1],
    ["", 4],
    ["zeppelin", 0],
  ])("%j: %d", (text, total) => {
    expect(findChoices([OTHER, KNOWN], text)).toMatchObject({ total });
  });

  test("lists no more than it should and counts all", () => {
    const many = Array.from({ length: 200 }, (_, at) => sampleEv({ id: at + 1 }));
    const { choices, total } = findChoices(many, "make");
    expect(choices).toHaveLength(LISTED_CHOICES);
    expect(total).toBe(200);
  });
});
