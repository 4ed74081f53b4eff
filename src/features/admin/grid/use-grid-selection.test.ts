import { describe, expect, test } from "vitest";

import { blockBetween, findAnchor } from "./use-grid-selection.ts";

test("a block has the same corners whichever end it starts at", () => {
  const block = { top: 1, bottom: 4, left: 2, right: 6 };
  expect(blockBetween({ row: 4, column: 2 }, { row: 1, column: 6 })).toEqual(block);
  expect(blockBetween({ row: 1, column: 6 }, { row: 4, column: 2 })).toEqual(block);
});

describe("a block belongs to the rows that were selected", () => {
  const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));
  const selection = {
    active: { row: 2, column: 5, rowId: 13 },
    anchor: { row: 1, column: 3 },
    rowIds: [12, 13],
  };
  const active = { row: 2, column: 5 };

  test.each([
    ["as they were", rowsOf(11, 12, 13, 14), active, { row: 1, column: 3 }],
    ["one row down", rowsOf(10, 11, 12, 13), { row: 3, column: 5 }, { row: 2, column: 3 }],
    ["of another page", rowsOf(21, 22, 23, 24), active, active],
    ["with another between", rowsOf(11, 12, 19, 13), { row: 3, column: 5 }, { row: 3, column: 5 }],
    ["without the first", rowsOf(11, 13, 14), { row: 1, column: 5 }, { row: 1, column: 5 }],
    ["without the last", rowsOf(11, 12, 14), active, active],
  ])("%s", (_, rows, now, anchor) => {
    expect(findAnchor(selection, now, rows)).toEqual(anchor);
  });
});
