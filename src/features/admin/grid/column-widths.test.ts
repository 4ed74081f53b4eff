import { expect, test } from "vitest";
import { allowedWidth, readColumnWidths } from "./column-widths.ts";

test.each([
  [null, {}],
  ['{"price":120,"range":96}', { price: 120, range: 96 }],
  ['{"price":"120","range":-5,"year":1.5,"colour":80,"position":90,"topSpeed":null}', {}],
  ['{"price":1,"battery":100000,"cargoSpace":100000}', { price: 48, cargoSpace: 640 }],
  // Pinned columns leave room for the others.
  ['{"make":640,"trim":640,"year":640}', { make: 240, trim: 240, year: 240 }],
  ["[120]", {}],
  ["5", {}],
])("the stored text %s gives the widths %j", (text, widths) => {
  expect(readColumnWidths(text)).toEqual(widths);
});

test("a width is a whole number of pixels within its bounds", () => {
  expect(allowedWidth("price", 99.6)).toBe(100);
  expect(allowedWidth("price", -40)).toBe(48);
});
