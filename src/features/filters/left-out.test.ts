import { expect, test } from "vitest";
import type { LeftOut } from "../../domain/filters/find-models.ts";
import { formatLeftOut, formatUnknownDrives } from "./left-out.ts";

test.each<[LeftOut[], string]>([
  [[], ""],
  [[{ field: "cargo", trims: 1 }], "1 more trim has no cargo figure."],
  [[{ field: "price", trims: 2 }], "2 more trims have no price."],
  [
    [
      { field: "price", trims: 1200 },
      { field: "maxCharging", trims: 1 },
    ],
    "1,200 more trims have no price, 1 has no charging time.",
  ],
])("trims left out: %o", (leftOut, text) => {
  expect(formatLeftOut(leftOut)).toBe(text);
});

test.each([
  [0, ""],
  [1, "1 model comes last: range or charging time unknown."],
  [1200, "1,200 models come last: range or charging time unknown."],
])("%s models without a time for the long drive: %s", (models, text) => {
  expect(formatUnknownDrives(models)).toBe(text);
});
