import { describe, expect, it, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { standingsIn } from "../../domain/filters/sort.ts";
import { nameSearch } from "../../domain/filters/search.ts";
import { findLeaders, pageOf, rankByVotes, splitRanking, type Votes } from "./ranking.ts";

let lastId = 0;

/** A model with only the fields that the ranking uses. */
function car(name: string, averageRating: number | null = null, reviewCount = 0): Ev {
  const [make = "", ...model] = name.split(" ");
  return sampleEv({ id: ++lastId, make, model: model.join(" "), averageRating, reviewCount });
}

const NO_SCORES = () => 0;

/** The names of the cars in ranking order, given their upvotes and, if any, their scores. */
function order(cars: readonly (readonly [Ev, number, number?])[], keepsScores = false): string[] {
  const votes: Votes = Object.fromEntries(
    cars
      .filter(([, upvotes]) => upvotes > 0)
      .map(([{ id }, upvotes]) => [id, { upvotes, downvotes: 9, total: upvotes + 9 }]),
  );
  return rankByVotes(
    cars.map(([ev]) => ev),
    votes,
    (evId) => cars.find(([{ id }]) => id === evId)?.[2] ?? 0,
    keepsScores,
  ).map(({ rank, isTied, ev }) => `${rank}${isTied ? "=" : ""} ${ev.make} ${ev.model}`);
}

describe("the ranking goes by", () => {
  test.each<[string, string[], ...[Ev, number, number?][]]>([
    ["upvotes, not downvotes", ["1 B Two", "2 A One"], [car("A One"), 1], [car("B Two"), 2]],
    [
      "average rating between equal upvotes",
      ["1 B Two", "2 A One"],
      [car("A One", 4.2, 9), 3],
      [car("B Two", 4.5, 1), 3],
    ],
    ["no rating as 0", ["1 B Two", "2 A One"], [car("A One"), 3], [car("B Two", 1, 1), 3]],
    [
      "more reviews between equal ratings",
      ["1 B Two", "2 A One"],
      [car("A One", 4, 2), 0],
      [car("B Two", 4, 5), 0],
    ],
    [
      "make, then model by name, without regard to case, at last",
      ["1= audi Q4", "1= BMW i4", "1= Kia EV6", "1= kia EV9"],
      ...["kia EV9", "Kia EV6", "BMW i4", "audi Q4"].map((name): [Ev, number] => [car(name), 0]),
    ],
    [
      "the score before names while nobody has voted",
      ["1 C Rated", "2= B Good", "2= D Good", "2= A Slow"],
      [car("A Slow"), 0, 40],
      [car("B Good"), 0, 70],
      [car("C Rated", 3, 1), 0, 10],
      [car("D Good"), 0, 70],
    ],
    [
      "names alone once anybody has voted; equal models share a number",
      ["1= C Voted", "1= D Voted", "3= A Slow", "3= B Good"],
      [car("A Slow"), 0, 40],
      [car("B Good"), 0, 70],
      [car("C Voted"), 1],
      [car("D Voted"), 1],
    ],
  ])("%s", (_rule, expected, ...cars) => {
    expect(order(cars)).toEqual(expected);
  });

  it("keeps the scores after a first vote where the page was open before, below rating and reviews", () => {
    const cars = [
      [car("A Slow"), 0, 40],
      [car("B Good"), 0, 70],
      [car("C Voted"), 1, 10],
      [car("D Rated", 3, 1), 0, 10],
    ] as const;
    expect(order(cars, true)).toEqual(["1 C Voted", "2 D Rated", "3= B Good", "3= A Slow"]);
  });
});

const TWELVE = rankByVotes(
  Array.from({ length: 12 }, (_, index) => car(`Make ${String.fromCharCode(65 + index)}`)),
  {},
  NO_SCORES,
);

describe("the remaining vehicles", () => {
  test.each([
    [0, 0, 2, [6, 7, 8, 9, 10]],
    [1, 1, 2, [11, 12]],
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
    NO_SCORES,
  );
  test.each([
    ["", [1, 2, 3, 4, 5], [6]],
    ["MODEL", [5], [6]],
    ["tesla model s", [], [6]],
    ["a e", [1, 2], []],
    ["3", [4, 5], []],
  ])("for %j searches make and model, and does not change the ranks", (text, top, remaining) => {
    const split = splitRanking(cars, nameSearch(text));
    expect(split.top.map(({ position }) => position)).toEqual(top);
    expect(split.remaining.map(({ position }) => position)).toEqual(remaining);
  });
});

it("starts with five leaders and the next model", () => {
  const evs = TWELVE.map(({ ev }) => ev);
  const [last, score] = [evs.at(-1)?.id ?? 0, evs.at(-2)?.id ?? 0];
  const leaders = (votes: Map<number, { upvotes: number }>) =>
    findLeaders(
      evs,
      standingsIn(votes, (id) => (id === score ? 1 : 0)),
    ).map(({ model }) => model);
  expect(leaders(new Map([[last, { upvotes: 3 }]]))).toEqual(["L", "A", "B", "C", "D", "E"]);
  expect(leaders(new Map())).toEqual(["K", "A", "B", "C", "D", "E"]);
  expect(findLeaders([], standingsIn(new Map(), NO_SCORES))).toEqual([]);
});
