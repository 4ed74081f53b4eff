import { expect, test } from "vitest";

import { parseFilters } from "./filter-address.ts";
import { describeIgnored } from "./ignored-words.ts";

test.each([
  ["", ""],
  ["search=tesla", ""],
  [
    "ignored=dog+crate",
    "No results for “dog crate”. Try price, range, charging, size or space. All models are shown.",
  ],
  ["search=tesla&ignored=supercharger", "Ignored: supercharger"],
  ["sort=price&ignored=red", "Ignored: red"],
  ["ignored=best+winter+range", "We can't sort by winter range yet."],
  ["ignored=EV+for+a+6'5\"+driver", "We have no figures for headroom."],
  ["ignored=tall+driver", "We have no figures for headroom."],
  ["bodyType=SUV&ignored=Quietest", "Ignored: Quietest · We have no figures for noise."],
  ["search=wagon", "We don't list wagons. Closest match: crossovers."],
  [
    "bodyType=SUV&ignored=monthly+payment",
    "Ignored: monthly payment · Monthly payments are in Savings.",
  ],
  ["bodyType=Crossover&ignored=station+wagon", "We don't list wagons. Closest match: crossovers."],
  ["ignored=estate+car", "We don't list wagons. Closest match: crossovers."],
  [
    "bodyType=Crossover&ignored=red+wagon",
    "Ignored: red · We don't list wagons. Closest match: crossovers.",
  ],
  ["search=wagoneer", ""],
  ["ignored=non+tesla", "We can't exclude anything yet. Search for what you want instead."],
  ["ignored=most+popular", "The most popular cars are in Rankings."],
  ["ignored=not+tesla", "We can't exclude anything yet. Search for what you want instead."],
])("%o says %o (finding.md#ignored-words)", (query, sentence) => {
  expect(describeIgnored(parseFilters(query))).toBe(sentence);
});
