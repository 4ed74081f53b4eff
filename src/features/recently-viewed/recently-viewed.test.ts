import { describe, expect, it } from "vitest";

import { addViewed, parseViewed, type ViewedModel } from "./recently-viewed.ts";

function viewed(id: number, change: Partial<ViewedModel> = {}): ViewedModel {
  return {
    id,
    make: "Lucid",
    model: `Air ${id}`,
    bodyType: "Sedan",
    image: null,
    drawing: "",
    trim: { index: 0, trim: "Pure RWD", year: 2025, rowId: 10 * id },
    ...change,
  };
}

const ids = (models: readonly ViewedModel[]) => models.map(({ id }) => id);

describe("addViewed", () => {
  it("puts the model in front, once, with what was seen last", () => {
    const before = [viewed(1), viewed(2), viewed(3)];
    const again = viewed(3, { trim: { index: 2, trim: "Sapphire", year: 2026 } });
    const after = addViewed(before, again);
    expect(ids(after)).toEqual([3, 1, 2]);
    expect(after[0]).toBe(again);
    expect(ids(before)).toEqual([1, 2, 3]);
  });

  it("remembers the last eight", () => {
    let models: readonly ViewedModel[] = [];
    for (let id = 1; id <= 12; id += 1) models = addViewed(models, viewed(id));
    expect(ids(models)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
  });
});

describe("parseViewed", () => {
  it("reads back what was written", () => {
    const models = [viewed(4, { image: "/images/upload/f_auto/4" }), viewed(2)];
    expect(parseViewed(JSON.stringify(models))).toEqual(models);
  });

  it("leaves out what is broken and keeps the rest", () => {
    const broken = [
      { ...viewed(1), id: "1" },
      { ...viewed(1), id: 0 },
      { ...viewed(1), make: null },
      { ...viewed(1), model: "x".repeat(2_001) },
      { ...viewed(1), bodyType: "Spaceship" },
      { ...viewed(1), trim: null },
      { ...viewed(1), trim: { index: -1, trim: "", year: 2025 } },
      { ...viewed(1), trim: { index: 0.5, trim: "", year: 2025 } },
    ];
    expect(ids(parseViewed(JSON.stringify([...broken, viewed(2)])))).toEqual([2]);
    const odd = { ...viewed(3), image: { src: "x" }, more: 1 };
    expect(parseViewed(JSON.stringify([odd]))).toEqual([viewed(3)]);
  });
});
