import { describe, expect, it, test } from "vitest";
import type { Ev } from "../../domain/vehicle.ts";
import { nameSearch } from "../../domain/filters/search.ts";
import { findLeaders, pageOf, rankByVotes, splitRanking, type Votes } from "./ranking.ts";

let lastId = 0;

/** A model with only the fields that the ranking uses. */
function car(name: string, averageRating: number | null = null, reviewCount = 0, year = 2025): Ev {
  const [make = "", ...model] = name.split(" ");
  return {
    id: ++lastId,
    make,
    model: model.join(" "),
    year,
    bodyType: "Sedan",
    image: null,
    drawing: "",
    taxCreditEligible: null,
    averageRating,
    reviewCount,
    trims: [],
  };
}

/** The names of the cars in ranking order, given their upvotes. */
function order(cars: readonly [Ev, number][]): string[] {
  const votes: Votes = Object.fromEntries(
    cars
      .filter(([, upvotes]) => upvotes > 0)
      .map(([{ id }, upvotes]) => [id, { upvotes, downvotes: 9, total: upvotes + 9 }]),
  );
  return rankByVotes(
    cars.map(([ev]) => ev),
    votes,
  ).map(({ ev }) => `${ev.make} ${ev.model}`);
}

describe("the ranking goes by", () => {
  test.each<[string, [Ev, number][], string[]]>([
    ["nothing without vehicles", [], []],
    [
      "upvotes, whatever the downvotes",
      [
        [car("A One"), 1],
        [car("B Two"), 2],
      ],
      ["B Two", "A One"],
    ],
    [
      "average rating between equal upvotes",
      [
        [car("A One", 4.2, 9), 3],
        [car("B Two", 4.5, 1), 3],
      ],
      ["B Two", "A One"],
    ],
    [
      "no rating as 0",
      [
        [car("A One"), 3],
        [car("B Two", 1, 1), 3],
      ],
      ["B Two", "A One"],
    ],
    [
      "more reviews between equal ratings",
      [
        [car("A One", 4, 2), 0],
        [car("B Two", 4, 5), 0],
      ],
      ["B Two", "A One"],
    ],
    [
      "make, then model by name, without regard to case, at last",
      [
        [car("kia EV9"), 0],
        [car("Kia EV6"), 0],
        [car("BMW i4"), 0],
        [car("audi Q4"), 0],
      ],
      ["audi Q4", "BMW i4", "Kia EV6", "kia EV9"],
    ],
    [
      "the newest model year before names while nobody has voted",
      [
        [car("A Old", null, 0, 2024), 0],
        [car("B New", null, 0, 2026), 0],
        [car("C Rated", 3, 1, 2023), 0],
        [car("D New", null, 0, 2026), 0],
      ],
      ["C Rated", "B New", "D New", "A Old"],
    ],
    [
      "names alone once anybody has voted",
      [
        [car("A Old", null, 0, 2024), 0],
        [car("B New", null, 0, 2026), 0],
        [car("C Voted"), 1],
      ],
      ["C Voted", "A Old", "B New"],
    ],
  ])("%s", (_rule, cars, expected) => {
    expect(order(cars)).toEqual(expected);
  });
});

const TWELVE = rankByVotes(
  Array.from({ length: 12 }, (_, index) => car(`Make ${String.fromCharCode(65 + index)}`)),
  {},
);

describe("the remaining vehicles", () => {
  test.each([
    [0, 0, 2, [6, 7, 8, 9, 10]],
    [1, 1, 2, [11, 12]],
    [7, 1, 2, [11, 12]],
    [-1, 0, 2, [6, 7, 8, 9, 10]],
  ])("asked for page %i show page %i of %i", (asked, page, pageCount, positions) => {
    const shown = pageOf(splitRanking(TWELVE, null).remaining, asked);
    expect({ ...shown, shown: shown.shown.map(({ position }) => position) }).toEqual({
      page,
      pageCount,
      shown: positions,
    });
  });

  it("have one empty page when there are none", () => {
    expect(pageOf([], 0)).toEqual({ page: 0, pageCount: 1, shown: [] });
  });
});

describe("the search", () => {
  const cars = rankByVotes(
    ["Tesla Model 3", "Tesla Model S", "Kia EV6", "Kia EV9", "Lucid Air", "Polestar 3"].map(
      (name) => car(name),
    ),
    {},
  );
  test.each([
    ["", [1, 2, 3, 4, 5], [6]],
    ["  ", [1, 2, 3, 4, 5], [6]],
    ["MODEL", [5], [6]],
    ["tesla model s", [], [6]],
    ["a e", [1, 2], []],
    ["model tesla", [], []],
    ["3", [4, 5], []],
  ])("for %j searches make and model, and does not change the ranks", (text, top, remaining) => {
    const split = splitRanking(cars, nameSearch(text));
    expect(split.top.map(({ position }) => position)).toEqual(top);
    expect(split.remaining.map(({ position }) => position)).toEqual(remaining);
  });
});

it("starts with five leaders", () => {
  const evs = TWELVE.map(({ ev }) => ev);
  const last = evs.at(-1)?.id ?? 0;
  const stats = { upvotes: 3, downvotes: 0, total: 3 };
  const votes = new Map([[last, stats]]);
  expect(findLeaders(evs, votes).map(({ model }) => model)).toEqual(["L", "A", "B", "C", "D"]);
  expect(findLeaders([], new Map())).toEqual([]);
});
