import { expect, test } from "vitest";
import { electricWords, holdsFuels, holdsValues, storedWordOf } from "./column-values.server.ts";

test.each([
  [["Electric", "Plug-in hybrid"], true],
  [["Benzin", "Elektro", "Diesel"], true],
  [["elektryczny"], true],
  [["BEV", "Tesla", "Kia"], false],
  [["Battery Electric Vehicle (BEV)", "Plug-in Hybrid Electric Vehicle (PHEV)"], true],
  [["AWD", "RWD"], false],
  [[], false],
])("the values %j distinguish electric cars from others: %s", (samples, tells) => {
  expect(holdsFuels(samples)).toBe(tells);
});

test("a class that has several body types is none", () => {
  expect(holdsValues("bodyType", ["Midsize Cars", "Compact Cars"])).toBe(true);
  expect(storedWordOf("bodyType", "Midsize Cars")).toBe("");
});

test("electric cars are recognized by the words of the column and the usual ones", () => {
  expect(electricWords(["Benzin", "Elektro"])).toEqual(["Elektro", "Electric", "BEV"]);
  expect(electricWords(["electric"])).toEqual(["electric", "BEV"]);
});
