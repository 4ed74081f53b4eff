import { expect, test } from "vitest";

import { USUAL_TRIP } from "./trip.ts";
import { atSpeed, TRIP_ADDRESS } from "./trip-inputs.ts";

const { parse, serialise, owns } = TRIP_ADDRESS;

test("a trip survives its address", () => {
  const trip = { ...atSpeed(USUAL_TRIP, 75), miles: 800, isWinter: true, winterPercent: 61 };
  const text = "tripMph=75&tripWinter=true&tripMiles=800&tripCold=61";
  expect(serialise(trip)).toBe(text);
  expect(parse(`?ev=1,2&${text}`)).toEqual(trip);
  expect(serialise(USUAL_TRIP)).toBe("");
  expect(parse("")).toEqual(USUAL_TRIP);
});

test("a speed brings its factor, and one's own stays", () => {
  expect(parse("tripMph=65").rangePercent).toBe(100);
  expect(parse("tripMph=65&tripRange=90").rangePercent).toBe(90);
  expect(serialise({ ...USUAL_TRIP, mph: 65, rangePercent: 90 })).toBe("tripMph=65&tripRange=90");
});

test.each(["tripMiles=1e9&tripMph=90", "tripWinter=1&tripStop=-3", "tripCold=0&tripRange=x"])(
  "%s counts as nothing",
  (search) => {
    expect(parse(search)).toEqual(USUAL_TRIP);
  },
);

test("the parameters of others are not its own", () => {
  expect([owns("tripMiles"), owns("tripWinter"), owns("ev"), owns("trim")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
