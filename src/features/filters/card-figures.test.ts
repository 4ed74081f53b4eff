import { expect, test } from "vitest";
import { sampleTrim } from "../../../test/sample-cars.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { figuresInUse, sayCardFigure } from "./card-figures.ts";
import { parseFilters } from "./filter-address.ts";

test.each([
  ["", []],
  ["minRange=300&maxPrice=50000&acceleration=-5&maxCharging=30&drive=AWD&sort=price", []],
  ["seating=7", ["minSeats"]],
  ["minSeats=7", ["minSeats"]],
  ["maxConsumption=28", ["maxConsumption"]],
  ["sort=consumption", ["maxConsumption"]],
  ["sort=acceleration", []],
  ["towing=5000-&length=-165", ["length", "towing"]],
  ["towing=5000-&sort=towing", ["towing"]],
  ["sort=cargo", ["cargo"]],
  ["year=2025", ["year"]],
  ["sort=trip", ["trip"]],
  ["show=outlet", ["outlet"]],
  ["show=size&length=-180&sort=height", ["size"]],
  ["sort=trip&towing=5000-", ["towing", "trip"]],
])("with ?%s the cards show %j besides", (query, figures) => {
  expect(figuresInUse(parseFilters(query))).toEqual(figures);
});

test.each([
  ["minSeats", { seating: 7 }, "7 seats"],
  ["minSeats", { seating: null }, "N/A seats"],
  ["maxConsumption", { consumption: 28.1 }, "28.1 kWh/100 mi"],
  ["maxConsumption", { consumption: 29 }, "29.0 kWh/100 mi"],
  ["maxConsumption", {}, "consumption N/A"],
  ["towing", { towing: 5000 }, "towing 5,000 lb"],
  ["length", {}, "length N/A"],
  // H 289.75, first leg 260.775, then 339.225 miles in stops of 202.825: two, with 30.1 min of charging.
  // 600 / 70 h are 514.29 min; with 2 x 5 min, 554.39.
  ["trip", { range: 305, charging: 18 }, "600 mi in 9 h 14 min"],
  ["trip", { charging: null }, "600 mi N/A"],
  ["outlet", { consumption: 24.3 }, "59 mi overnight at 120 V"],
  ["outlet", {}, "120 V N/A"],
  ["size", { length: 183.5, width: 74, height: 63.2 }, "183.5 × 74 × 63.2 in"],
  ["size", { length: 233.4, width: 83.8 }, "233.4 in long, 83.8 in wide"],
  ["size", {}, "size N/A"],
  ["acChargingSpeed", { acChargingSpeed: 11 }, "AC charging 11 kW"],
] as const)("%s of %j is %s", (name, facts, words) => {
  expect(sayCardFigure(name, sampleTrim(facts), DISTANCE_FORMATS.miles)).toBe(words);
});
