import { describe, expect, test } from "vitest";

import { EvInput } from "../../../domain/ev-input.ts";
import {
  EV_FORM_FIELDS,
  type EvFormValues,
  readForm,
  formValuesOf,
  valuesToAdd,
} from "./ev-form.ts";

const FILLED: EvFormValues = {
  ...valuesToAdd(2026),
  make: "Tesla",
  model: "Model 3",
  trim: "Long Range",
};

test("the form has every field of the schema, once", () => {
  const names = EV_FORM_FIELDS.map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(EvInput.shape).toSorted());
});

test("a new row is a Sedan of the current year, not eligible; the rest is absent (dashboard.md#form, vehicles.md#field-rules)", () => {
  expect(readForm(FILLED).input).toEqual({
    ...Object.fromEntries(EV_FORM_FIELDS.map(({ name }) => [name, null])),
    make: "Tesla",
    model: "Model 3",
    trim: "Long Range",
    year: 2026,
    bodyType: "Sedan",
    taxCreditEligible: false,
  });
});

test("a stored row comes back as it was", () => {
  const row: EvInput = EvInput.parse({
    make: "Kia",
    model: "EV6",
    trim: "GT",
    year: 2025,
    price: 61_600,
    range: 218,
    charging: 18,
    zeroToSixty: 3.4,
    bodyType: "Crossover",
    driveType: "AWD",
    seatingCapacity: 5,
    cargoSpace: 24.4,
    image: "https://pictures.example/ev6.jpg",
    taxCreditEligible: null,
  });
  expect(readForm(formValuesOf(row)).input).toEqual(row);
  expect(formValuesOf(row).acceleration).toBe("");
});

describe("what is wrong is said at its field (dashboard.md#form, vehicles.md#field-rules)", () => {
  test("but not of a stored figure that is not changed", () => {
    const stored = { ...FILLED, price: "0.3" };
    const input = readForm({ ...stored, range: "300" }, stored).input;
    expect(input).toMatchObject({ price: 0.3, range: 300 });
    const message = "Price must be 0 or at least 1";
    expect(readForm({ ...stored, price: "0.2" }, stored).issues).toEqual({ price: message });
  });

  test("in the form's order, first reason first", () => {
    const { issues = {} } = readForm({ ...FILLED, trim: "", range: "-1", model: "" });
    expect(Object.keys(issues)).toEqual(["model", "trim", "range"]);
  });
});
