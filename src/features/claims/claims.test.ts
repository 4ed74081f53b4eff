import { expect, test } from "vitest";

import { TRIM_NAMES } from "../../domain/field-shapes.ts";
import { SHOWN_FIELDS, type ShownName } from "../../domain/shown-fields.ts";
import { FIGURE_FIELDS, figuresBehind, sheetLabelOf, sheetNameOf } from "./claims.ts";

const KNOWN = { zeroToSixty: 4.5 };

test("every figure of a row supports what pages show under its trim's name", () => {
  const names = new Map<string, string>(TRIM_NAMES);
  for (const field of FIGURE_FIELDS) {
    const shown = sheetNameOf(field);
    expect(SHOWN_FIELDS, field).toHaveProperty(shown);
    expect(sheetLabelOf(field)).not.toBe("");
    if (field === "acceleration") continue;
    expect(shown).toBe(names.get(field) ?? field);
    expect(figuresBehind(shown, KNOWN)).toEqual([field]);
  }
});

test("the acceleration replaces an unknown 0-60 time", () => {
  expect(figuresBehind("zeroToSixty", KNOWN)).toEqual(["zeroToSixty"]);
  for (const zeroToSixty of [null, 0]) {
    expect(figuresBehind("zeroToSixty", { zeroToSixty })).toEqual(["acceleration"]);
  }
});

test("no field supports a calculated value, and three support a size", () => {
  const fields: readonly string[] = FIGURE_FIELDS;
  for (const name of Object.keys(SHOWN_FIELDS) as ShownName[]) {
    for (const field of figuresBehind(name, KNOWN)) expect(fields, name).toContain(field);
  }
  expect(figuresBehind("wallOutletMiles", KNOWN)).toEqual([]);
  expect(figuresBehind("year", KNOWN)).toEqual([]);
  expect(figuresBehind("size", KNOWN)).toEqual(["length", "width", "height"]);
});
