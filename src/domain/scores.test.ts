import { describe, expect, test } from "vitest";

import { sampleEv } from "../../test/sample-cars.ts";
import { UNKNOWN_FIGURES } from "../../test/unknown-facts.ts";
import {
  createScorer,
  CRITERION_NAMES,
  parseKnownWeights,
  parseWeights,
  rankMatches,
  rankValues,
  roundScore,
  serializeWeights,
  type Weights,
} from "./scores.ts";
import type { Ev, Trim } from "./vehicle.ts";

let lastId = 0;
function car(model: string, ...trims: Partial<Trim>[]): Ev {
  return sampleEv(
    { id: ++lastId, model },
    ...trims.map((trim) => ({ ...UNKNOWN_FIGURES, ...trim })),
  );
}

function weigh(text: string): Weights {
  const weights = parseWeights(text);
  if (!weights) throw new Error(`${text} weighs nothing`);
  return weights;
}

function scoresOf(evs: readonly Ev[], rank: string): (number | null)[] {
  const { scoreOf } = createScorer(evs, weigh(rank));
  return evs.flatMap(({ trims }) => trims.map(scoreOf));
}

function order(evs: readonly Ev[], rank: string): string[] {
  const models = evs.map((ev) => ({ ev, trims: ev.trims }));
  return rankMatches(models, createScorer(evs, weigh(rank))).map(
    ({ ev, shown, score }) =>
      `${ev.model} ${shown.trim} ${score === null ? "none" : roundScore(score)}`,
  );
}

describe("the rank of a value", () => {
  test("is its mid-rank percentile, the worst lowest", () => {
    const ranks = rankValues([300, 200, 300], "higher");
    expect(ranks.get(200)).toBeCloseTo(16.667, 3);
    expect(ranks.get(300)).toBeCloseTo(66.667, 3);
    const cheap = rankValues([300, 200, 300], "lower");
    expect(cheap.get(200)).toBeCloseTo(83.333, 3);
    expect(cheap.get(300)).toBeCloseTo(33.333, 3);
    expect(rankValues([7], "lower")).toEqual(new Map([[7, 50]]));
    expect(rankValues([], "higher").size).toBe(0);
  });

  test("is one among all trims, known ones only, where 0 counts as missing", () => {
    const evs = [car("A", { range: 200 }, { range: 300 }), car("B", { range: 300 }, { range: 0 })];
    const scores = scoresOf(evs, "range:1");
    expect(scores.map((score) => score && roundScore(score))).toEqual([16.7, 66.7, 66.7, null]);
  });
});

test("ranges that are shown alike have the same rank (vehicles.md#whole-miles)", () => {
  const evs = [car("A", { range: 200 }), car("B", { range: 279.6 }), car("C", { range: 280 })];
  const scores = scoresOf(evs, "range:1");
  expect(scores.map((score) => score && roundScore(score))).toEqual([16.7, 66.7, 66.7]);
});

describe("a score", () => {
  // Ranks by range 25 and 75, by price 75 and 25, by charging 50 (one known).
  const far = { trim: "Far", range: 400, price: 50_000, charging: 20 };
  const cheap = { trim: "Cheap", range: 250, price: 30_000 };
  const evs = [car("A", far), car("B", cheap)];

  test("is the weighted mean of the ranks, without what is not known", () => {
    // (5 × 75 + 3 × 25) / 8 and (5 × 25 + 3 × 75) / 8
    expect(scoresOf(evs, "range:5,price:3")).toEqual([56.25, 43.75]);
    // (3 × 75 + 2 × 50) / 5; 3 of 5 points of the other trim's weight are known: 25
    expect(scoresOf(evs, "range:3,charging:2")).toEqual([65, 25]);
  });

  test("is null with less than 60% of the weight known", () => {
    // 5 of 9 points of the weight are known: 55.6%
    expect(scoresOf(evs, "range:5,charging:4")).toEqual([(5 * 75 + 4 * 50) / 9, null].map(rounded));
    // 3 of 5: 60%
    expect(scoresOf(evs, "range:3,charging:2")[1]).not.toBeNull();
  });

  test("tells its parts, what is not known among them", () => {
    const [, b] = evs;
    const { partsOf } = createScorer(evs, weigh("charging:2,range:3"));
    expect(b?.trims.map(partsOf)).toEqual([
      [
        { name: "range", weight: 3, rank: 25 },
        { name: "charging", weight: 2, rank: null },
      ],
    ]);
  });

  test("takes 0-60 from either figure, and the lower one as the better", () => {
    const quick = [car("A", { zeroToSixty: 3, acceleration: 9 }), car("B", { acceleration: 5 })];
    expect(scoresOf(quick, "acceleration:5")).toEqual([75, 25]);
  });

  const rounded = (score: number | null) => score && Math.round(score * 1e9) / 1e9;
});

describe("models are ranked", () => {
  test("by their best trim, those without a score last", () => {
    const evs = [
      car("A", { trim: "Short", range: 200 }, { trim: "Long", range: 400 }),
      car("B", { trim: "Mid", range: 300 }),
      car("C", { trim: "Unknown" }),
    ];
    expect(order(evs, "range:2")).toEqual(["A Long 83.3", "B Mid 50", "C Unknown none"]);
  });

  test("by trims that pass, among figures of all", () => {
    const evs = [car("A", { trim: "S", range: 200 }, { trim: "L", range: 400 })];
    const [ev] = evs;
    const passing = ev ? [{ ev, trims: ev.trims.slice(0, 1) }] : [];
    const [only] = rankMatches(passing, createScorer(evs, weigh("range:1")));
    expect([only?.shown.trim, only?.score]).toEqual(["S", 25]);
  });

  test("of equal scores the cheaper one, an unknown price last, then by name", () => {
    const evs = [
      car("D", { trim: "", range: 300 }),
      car("C", { trim: "", range: 300, price: 40_000 }),
      car("B", { trim: "", range: 300, price: 40_000 }),
      car("A", { trim: "", range: 300, price: 50_000 }),
    ];
    expect(order(evs, "range:4").map(([model]) => model)).toEqual(["B", "C", "A", "D"]);
  });

  test("as equal where the same ranks add up in another order", () => {
    // Floating-point sums of these three ranks differ in the last digit, depending on the order.
    const values = [10, 20, 70];
    const orders = [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ];
    const evs = orders.map(([range = 0, cargo = 0, third = 0]) =>
      car("A", {
        range: values[range] ?? null,
        cargoCapacity: values[cargo] ?? null,
        charging: 100 - (values[third] ?? 0),
      }),
    );
    const scores = scoresOf(evs, "range:1,cargo:1,charging:1");
    expect(new Set(scores).size).toBe(1);
  });
});

describe("weights", () => {
  test.each([
    ["range:5,price:3", "range:5,price:3"],
    ["price:3,range:5", "range:5,price:3"],
    [" Range:5 , price:0 ", "range:5"],
    [CRITERION_NAMES.map((n) => `${n}:1`).join(), CRITERION_NAMES.map((n) => `${n}:1`).join()],
  ])("%s", (text, canonical) => expect(serializeWeights(weigh(text))).toBe(canonical));

  test.each([
    "range:",
    "range:2.5",
    "range:05",
    "range:0,price:0",
    "range:5;price:3",
    "range:5,",
    "range:5,constructor:1",
    null,
    undefined,
  ])("but not %s", (text) => expect(parseWeights(text)).toBeNull());

  test.each([
    ["range:5,price:9,seats:2,cargo:1", "range:5,cargo:1"],
    ["range:2,range:5", "range:2"],
    [" Range:4 ,,price:3;charging:1", "range:4"],
    ["constructor:1,price:3", "price:3"],
    ["range:0,price:0", null],
    [null, null],
  ])("of which an address with a wrong part keeps the others: %s", (text, kept) => {
    const weights = parseKnownWeights(text);
    expect(weights && serializeWeights(weights)).toBe(kept);
  });
});
