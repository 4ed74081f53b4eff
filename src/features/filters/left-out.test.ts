import { expect, test } from "vitest";
import type { LeftOut } from "../../domain/filters/find-models.ts";
import { describeUnknown, formatLeftOut } from "./match-count.tsx";

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
  [{ unknownDrives: 0 }, ""],
  [{ unknownDrives: 1 }, "1 model comes last: range or charging time unknown."],
  [{ unknownDrives: 1200 }, "1,200 models come last: range or charging time unknown."],
  [{ unknownIds: 1 }, "1 of the linked cars is no longer listed."],
  [
    { leftOut: [{ field: "price" as const, trims: 2 }], unknownIds: 3 },
    "2 more trims have no price. 3 of the linked cars are no longer listed.",
  ],
])("of results with %j it says %s", (found, text) => {
  expect(describeUnknown({ leftOut: [], unknownDrives: 0, unknownIds: 0, ...found })).toBe(text);
});
