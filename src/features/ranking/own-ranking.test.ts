import { describe, expect, test, vi } from "vitest";

import { stubStorage } from "../../../test/sample-browser.ts";
import {
  BALANCED_WEIGHTS,
  parseWeights,
  serializeWeights,
  type Weights,
} from "../../domain/scores.ts";
import {
  readRank,
  readWeights,
  rememberedWeights,
  rememberWeights,
} from "./use-ranking-weights.ts";
import { eachFirst } from "../../../test/each-first.ts";

function weigh(text: string): Weights {
  return parseWeights(text) ?? BALANCED_WEIGHTS;
}

describe("the weights in an address", () => {
  test.each(
    eachFirst([
      [["?rank=range:5,price:3"], "range:5,price:3"],
      [["?rank=range:5,seats:3,price:9&make=Kia", "?rank=range:5&sort=colour"], "range:5"],
      [["?rank=range:9", "?rank=range:0", "?rank=", "?rank=range:5&sort=price", ""], null],
    ]),
  )("%s", (search, kept) => {
    const weights = readRank(search);
    expect(weights && serializeWeights(weights)).toBe(kept);
  });

  test("do not close an open ranking when the list is sorted", () => {
    expect(readWeights("?rank=range:5&sort=price")).not.toBeNull();
  });
});

describe("remembered weights (limits-and-texts.md#storage-keys)", () => {
  test("stand under their key as an address has them", () => {
    const storage = stubStorage("localStorage");
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
    stubStorage("localStorage", { ev_rank_weights: text });
    vi.resetModules();
    const fresh = await import("./use-ranking-weights.ts");
    const remembered = serializeWeights(fresh.rememberedWeights());
    expect(remembered).toBe(kept ?? serializeWeights(BALANCED_WEIGHTS));
  });
});
