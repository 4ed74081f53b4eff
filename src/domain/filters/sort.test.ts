import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import {
  compareText,
  DEFAULT_SORT,
  type Sort,
  sortModels,
  startingOrder,
  toggleSort,
} from "./sort.ts";
import { eachFirst } from "../../../test/each-first.ts";

describe("column headers (finding.md#sorting)", () => {
  test.each(
    eachFirst([
      [["range", "price", "votes", "towing", "year"], "desc"],
      [["make", "acceleration", "trip", "length", "curbWeight"], "asc"],
    ]),
  )("%s starts %s", (key, order) => {
    expect(startingOrder(key)).toBe(order);
    const toggled = toggleSort({ key: key === "make" ? "range" : "make", order: "asc" }, key);
    expect(toggled).toEqual({ key, order });
  });

  test.each([
    [{ key: "range", order: "desc" }, "range", "asc"],
    [{ key: "range", order: "asc" }, "range", "desc"],
    [{ key: "acceleration", order: "asc" }, "acceleration", "asc"],
    [{ key: "trip", order: "asc" }, "trip", "asc"],
    [{ key: "length", order: "asc" }, "length", "desc"],
    [{ key: "towing", order: "desc" }, "towing", "asc"],
  ] as const)("%o turns on a click on %s to %s", (sort, key, order) => {
    expect(toggleSort(sort, key)).toEqual({ key, order });
  });

  test("the longest range comes first unless chosen otherwise", () => {
    expect(DEFAULT_SORT).toEqual({ key: "range", order: "desc" });
  });
});

describe("sorting models", () => {
  const cars = [
    sampleEv(
      { id: 1, make: "Kia", model: "EV6" },
      { price: 50_000, range: 300, acceleration: 5, charging: 18, consumption: 30, towing: 2_700 },
    ),
    sampleEv(
      { id: 2, make: "audi", model: "Q4" },
      { price: 0, range: null, acceleration: 0, charging: 0 },
    ),
    sampleEv(
      { id: 3, make: "Kia", model: "EV3" },
      {
        price: 35_000,
        range: 300,
        acceleration: 7,
        charging: 30,
        consumption: 25.2,
        towing: 1_500,
      },
    ),
    sampleEv(
      { id: 4, make: "BMW", model: "i4", averageRating: 4, reviewCount: 2 },
      { price: 60_000, range: 280, zeroToSixty: 3, charging: 31 },
    ),
  ];
  const ids = (sort: Sort, votes: Record<number, number> = {}) =>
    sortModels(
      cars.map((ev) => ({ ev, shown: ev.trims[0] ?? fail() })),
      sort,
      { upvotesOf: (id) => votes[id] ?? 0, scoreOf: () => 0 },
    ).map(({ ev }) => ev.id);
  function fail(): never {
    throw new Error("a sample car has a trim");
  }

  test.each([
    ["missing last, ties by make and model", { key: "range", order: "desc" }, [3, 1, 4, 2]],
    ["missing last ascending too", { key: "range", order: "asc" }, [4, 3, 1, 2]],
    ["price ascending", { key: "price", order: "asc" }, [3, 1, 4, 2]],
    ["0-60", { key: "acceleration", order: "asc" }, [4, 1, 3, 2]],
    ["0-60 is never descending", { key: "acceleration", order: "desc" }, [4, 1, 3, 2]],
    ["charging, missing last", { key: "charging", order: "asc" }, [1, 3, 4, 2]],
    ["consumption, missing last", { key: "consumption", order: "asc" }, [3, 1, 2, 4]],
    // 555, 576 and 584 minutes of 600 miles
    ["the long drive, missing last", { key: "trip", order: "asc" }, [1, 3, 4, 2]],
    ["towing, missing last", { key: "towing", order: "desc" }, [1, 3, 2, 4]],
    ["towing ascending, missing last too", { key: "towing", order: "asc" }, [3, 1, 2, 4]],
    ["make, in any case", { key: "make", order: "asc" }, [2, 4, 3, 1]],
    ["make descending", { key: "make", order: "desc" }, [3, 1, 4, 2]],
    ["model", { key: "model", order: "asc" }, [3, 1, 4, 2]],
  ] as const)("%s", (_, sort, expected) => {
    expect(ids(sort)).toEqual(expected);
  });

  test("votes, then rating, then names", () => {
    expect(ids({ key: "votes", order: "desc" }, { 1: 3 })).toEqual([1, 4, 2, 3]);
  });
});

test("texts are in the order of their small letters, whatever they are made of", () => {
  // Some lowercase to ASCII, to two characters or depending on their neighbours.
  const letters = fc.constantFrom(...Array.from("aAbBzZ@[`{09 éÉßẞİıΣςK😀"));
  const text = fc.string({ unit: letters, maxLength: 6 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [small, other] = [a.toLowerCase(), b.toLowerCase()];
      expect(Math.sign(compareText(a, b))).toBe(small < other ? -1 : small > other ? 1 : 0);
    }),
    { numRuns: 500 },
  );
});
