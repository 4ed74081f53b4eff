import { expect, test } from "vitest";

import { blockBetween } from "./use-grid-selection.ts";

test("a block has the same corners whichever end it began at", () => {
  const block = { top: 1, bottom: 4, left: 2, right: 6 };
  expect(blockBetween({ row: 4, column: 2 }, { row: 1, column: 6 })).toEqual(block);
  expect(blockBetween({ row: 1, column: 6 }, { row: 4, column: 2 })).toEqual(block);
});
