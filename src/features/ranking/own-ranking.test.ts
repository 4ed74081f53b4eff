import { afterEach, describe, expect, test, vi } from "vitest";

import { sampleStorage } from "../../../test/sample-browser.ts";
import { sampleEv } from "../../../test/sample-cars.ts";
import {
  BALANCED_WEIGHTS,
  createScorer,
  parseWeights,
  rankMatches,
  serializeWeights,
  type Weights,
} from "../../domain/scores.ts";
import { DEFAULT_SORT } from "../../domain/filters/sort.ts";
import { findModels, NO_FILTER } from "../../domain/filters/find-models.ts";
import { readRank, readWeights } from "./use-ranking-weights.ts";
import { rememberedWeights, rememberWeights } from "./use-ranking-weights.ts";

const CARS = [
  sampleEv({ id: 1, model: "Near" }, { trim: "Base", range: 200, price: 30_000 }),
  sampleEv(
    { id: 2, model: "Far" },
    { trim: "Base", range: 300, price: 50_000 },
    { trim: "Long", range: 400, price: 60_000 },
  ),
  sampleEv({ id: 3, model: "Unknown" }, { trim: "Base", range: null, price: 20_000 }),
];

function weigh(text: string): Weights {
  return parseWeights(text) ?? BALANCED_WEIGHTS;
}

function ranked(rank: string, filter: Partial<typeof NO_FILTER> = {}): string[] {
  const { matches } = findModels(CARS, { ...NO_FILTER, ...filter }, DEFAULT_SORT);
  return rankMatches(matches, createScorer(CARS, weigh(rank))).map(
    ({ ev, shown, score, position }) =>
      `${position} ${ev.model} ${shown.trim} ${score?.toFixed(1) ?? "none"}`,
  );
}

describe("an own ranking (ranking.md#own-ranking)", () => {
  test("goes by the best trim that passes, without a score last", () => {
    // Ranges 200, 300, 400: 16.7, 50, 83.3.
    expect(ranked("range:5")).toEqual([
      "1 Far Long 83.3",
      "2 Near Base 16.7",
      "3 Unknown Base none",
    ]);
  });

  test("compares with every trim, whatever the filters leave", () => {
    expect(ranked("range:5", { maxPrice: 55_000 })).toEqual([
      "1 Far Base 50.0",
      "2 Near Base 16.7",
      "3 Unknown Base none",
    ]);
  });
});

describe("the weights in an address", () => {
  test.each([
    ["?rank=range:5,price:3", "range:5,price:3"],
    ["?rank=range:5,seats:3,price:9&make=Kia", "range:5"],
    ["?rank=range:9", null],
    ["?rank=range:0", null],
    ["?rank=", null],
    ["?rank=range:5&sort=price", null],
    ["?rank=range:5&sort=colour", "range:5"],
    ["", null],
  ])("%s", (search, kept) => {
    const weights = readRank(search);
    expect(weights && serializeWeights(weights)).toBe(kept);
  });

  test("do not close an open ranking when the list is sorted", () => {
    expect(readWeights("?rank=range:5&sort=price")).not.toBeNull();
  });
});

describe("remembered weights (limits-and-texts.md#storage-keys)", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("stand under their key as an address has them", () => {
    const storage = sampleStorage();
    vi.stubGlobal("localStorage", storage);
    rememberWeights(weigh("price:3,range:5"));
    expect(storage.values.get("ev_rank_weights")).toBe("range:5,price:3");
    expect(rememberedWeights()).toEqual(weigh("range:5,price:3"));
    // Weights that are all 0 are not stored.
    rememberWeights({ ...weigh("range:5"), range: 0 });
    expect(storage.values.has("ev_rank_weights")).toBe(false);
    expect(rememberedWeights()).toEqual(BALANCED_WEIGHTS);
  });

  test.each([
    ["range:5,seats:9", "range:5"],
    ["<script>", null],
    ['{"range":5}', null],
    [`range:5,${"x".repeat(100_000)}`, null],
  ])("are judged when they are read: %o", async (text, kept) => {
    vi.stubGlobal("localStorage", sampleStorage({ ev_rank_weights: text }));
    vi.resetModules();
    const fresh = await import("./use-ranking-weights.ts");
    expect(serializeWeights(fresh.rememberedWeights())).toBe(
      kept ?? serializeWeights(BALANCED_WEIGHTS),
    );
  });
});
