import { describe, expect, test } from "vitest";

import {
  atSpeed,
  RANGE_AT_SPEED,
  formatDuration,
  formatTripTime,
  TRIP_CODEC,
  type TripInputs,
  tripOf,
  DEFAULT_TRIP,
} from "./trip.ts";

const CAR = { range: 305, charging: 18 };

describe("worked by hand", () => {
  test("500 miles at 70 mph in summer", () => {
    // H = 305 x 0.95 = 289.75; first leg 260.775, 239.225 left; a full stop is 202.825 miles.
    // One full stop of 18 min, then 36.4 miles: 36.4 / 202.825 x 18 = 3.23 min.
    // 500 / 70 h = 428.57 min, 21.23 min of charging, 2 x 5 min: 459.80 min.
    const trip = tripOf(CAR, DEFAULT_TRIP);
    expect(trip).toEqual({
      highwayRange: expect.closeTo(289.75, 9),
      stops: 2,
      chargingMinutes: expect.closeTo(21.23, 2),
      minutes: expect.closeTo(459.8, 1),
      isEstimated: false,
    });
    expect(formatDuration(trip?.minutes ?? 0)).toBe("7 h 40 min");
  });

  test.each<[string, Partial<TripInputs>, number, number, string]>([
    // H 305, first leg 274.5, 225.5 left of 213.5 a stop: 1.0562 charges, 19.01 min; 461.54 + 10.
    ["at 65 mph", { mph: 65, rangePercent: RANGE_AT_SPEED[65] }, 2, 19.01, "8 h 11 min"],
    // H 266.875, first leg 240.1875, 259.8125 left of 186.8125: 1.3908 charges; 400 + 25.03 + 10.
    ["at 75 mph", { mph: 75, rangePercent: RANGE_AT_SPEED[75] }, 2, 25.03, "7 h 15 min"],
    // H 202.825, first leg 182.5425, 317.4575 left of 141.9775: 2.2360 charges; 428.57 + 40.25 + 15.
    ["in winter", { isWinter: true }, 3, 40.25, "8 h 4 min"],
    // 260 miles are less than the first leg of 260.775.
    ["without a stop", { miles: 260 }, 0, 0, "3 h 43 min"],
    ["with longer stops", { stopMinutes: 12 }, 2, 21.23, "7 h 54 min"],
    // H 244, first leg 219.6, 280.4 left of 170.8: 1.6417 charges, 29.55 min; 428.57 + 10.
    ["with a factor of one's own", { rangePercent: 80 }, 2, 29.55, "7 h 48 min"],
  ])("%s", (_, inputs, stops, charging, said) => {
    const trip = tripOf(CAR, { ...DEFAULT_TRIP, ...inputs });
    expect(trip?.stops).toBe(stops);
    expect(trip?.chargingMinutes).toBeCloseTo(charging, 1);
    expect(formatDuration(trip?.minutes ?? 0)).toBe(said);
  });

  test("exactly full stops are no further one", () => {
    // H 100 x 1; first leg 90, two stops of 70 miles.
    const inputs = { ...DEFAULT_TRIP, miles: 230, rangePercent: 100 };
    expect(tripOf({ range: 100, charging: 20 }, inputs)).toMatchObject({ stops: 2 });
  });
});

describe("with an estimated charging time", () => {
  const estimate = { minMinutes: 28, maxMinutes: 38 };

  test("counts the middle of it and says about, worked by hand", () => {
    // As above, with 33 min from 10 to 80%: 239.225 / 202.825 x 33 = 38.92 min of charging.
    // 428.57 + 38.92 + 2 x 5 = 477.49 min.
    const trip = tripOf({ range: 305, charging: null }, DEFAULT_TRIP, estimate);
    expect(trip).toMatchObject({ stops: 2, chargingMinutes: expect.closeTo(38.92, 2) });
    expect(trip && formatTripTime(trip)).toBe("about 7 h 57 min");
  });

  test("a known time counts instead", () => {
    expect(tripOf(CAR, DEFAULT_TRIP, estimate)).toEqual(tripOf(CAR, DEFAULT_TRIP));
  });

  test("is not known without a range", () => {
    expect(tripOf({ range: 0, charging: null }, DEFAULT_TRIP, estimate)).toBeNull();
  });
});

test.each([
  { range: null, charging: 18 },
  { range: 305, charging: null },
  { range: 305, charging: 0 },
  { range: 0, charging: 18 },
])("is not known without range or charging time: %o", (car) => {
  expect(tripOf(car, DEFAULT_TRIP)).toBeNull();
});

test.each([
  [59.6, "1 h"],
  [12.2, "12 min"],
  [61, "1 h 1 min"],
  [600, "10 h"],
])("%d minutes are %s", (minutes, said) => {
  expect(formatDuration(minutes)).toBe(said);
});

const { parse, serialize, owns } = TRIP_CODEC;

test("a trip survives its address", () => {
  const trip = { ...atSpeed(DEFAULT_TRIP, 75), miles: 800, isWinter: true, winterPercent: 61 };
  const text = "tripMph=75&tripWinter=true&tripMiles=800&tripCold=61";
  expect(serialize(trip)).toBe(text);
  expect(parse(`?ev=1,2&${text}`)).toEqual(trip);
  expect(serialize(DEFAULT_TRIP)).toBe("");
  expect(parse("")).toEqual(DEFAULT_TRIP);
});

test("a speed brings its factor, and one's own stays", () => {
  expect(parse("tripMph=65").rangePercent).toBe(100);
  expect(parse("tripMph=65&tripRange=90").rangePercent).toBe(90);
  expect(serialize({ ...DEFAULT_TRIP, mph: 65, rangePercent: 90 })).toBe("tripMph=65&tripRange=90");
});

test.each(["tripMiles=1e9&tripMph=90", "tripWinter=1&tripStop=-3", "tripCold=0&tripRange=x"])(
  "%s counts as nothing",
  (search) => {
    expect(parse(search)).toEqual(DEFAULT_TRIP);
  },
);

test("the parameters of others are not its own", () => {
  const owned = [owns("tripMiles"), owns("tripWinter"), owns("ev"), owns("trim")];
  expect(owned).toEqual([true, true, false, false]);
});
