import { describe, expect, it } from "vitest";

import { DISTANCE_FORMATS, toKilometers } from "./distance.ts";

const { miles, km } = DISTANCE_FORMATS;

describe("distances (everywhere.md#distances)", () => {
  it.each([
    [363, "363 miles", "584 km"],
    [1, "1 miles", "2 km"],
    [1000, "1,000 miles", "1,609 km"],
    [0, "N/A", "N/A"],
    [null, "N/A", "N/A"],
    [undefined, "N/A", "N/A"],
    [Number.NaN, "N/A", "N/A"],
  ])("a range of %s", (figure, inMiles, inKilometers) => {
    expect(miles.formatRange(figure)).toBe(inMiles);
    expect(km.formatRange(figure)).toBe(inKilometers);
  });

  it.each([
    [130, "130 mph", "209 km/h"],
    [100, "100 mph", "161 km/h"],
    [0, "N/A", "N/A"],
    [null, "N/A", "N/A"],
  ])("a top speed of %s", (figure, inMiles, inKilometers) => {
    expect(miles.formatTopSpeed(figure)).toBe(inMiles);
    expect(km.formatTopSpeed(figure)).toBe(inKilometers);
  });

  it("a bare figure stands beside its short unit", () => {
    expect([miles.rangeFigure(350), miles.short]).toEqual(["350", "mi"]);
    expect([km.rangeFigure(350), km.short]).toEqual(["563", "km"]);
  });

  it("is converted by the international mile", () => {
    expect(toKilometers(1)).toBe(1.609344);
  });
});
