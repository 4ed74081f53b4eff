import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { GRID_COLUMNS, type GridField } from "./grid-columns.ts";
import {
  copiedCells,
  isRowWrong,
  planFillDown,
  planMake,
  planPaste,
  planSentences,
  readCells,
  writeCells,
} from "./plan-changes.ts";
import { countRows } from "../rows/save-row.ts";
import { makeRow } from "../../../../test/admin-rows.ts";

const ROWS = [
  makeRow({ id: 11 }),
  makeRow({ id: 12, trim: "Performance", isModelHeader: false, price: 54_990 }),
  makeRow({ id: 13, trim: "Standard", isModelHeader: false, price: null }),
];

const at = (field: GridField) => GRID_COLUMNS.findIndex((column) => column.field === field);

function cell(row: number, field: GridField) {
  return { top: row, bottom: row, left: at(field), right: at(field) };
}

describe("tab-separated text", () => {
  test.each<[string, ...string[][]]>([
    ["42490", ["42490"]],
    ["", [""]],
    ["a\tb\nc\td", ["a", "b"], ["c", "d"]],
    ["a\tb\r\nc\td\r\n", ["a", "b"], ["c", "d"]],
    ["a\t\tb", ["a", "", "b"]],
    ["a\t", ["a", ""]],
    ["\n\na", [""], [""], ["a"]],
    ['"two\nlines"\t"a ""quoted"" word"', ["two\nlines", 'a "quoted" word']],
    ['6" screen\tb', ['6" screen', "b"]],
    ['"open\tb', ['"open', "b"]],
  ])("%j", (text, ...cells) => {
    expect(readCells(text)).toEqual(cells);
  });

  test("is read back exactly as it was written", () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", "\r", " ", ",") });
    const block = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(fc.array(text, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 4,
      }),
    );
    fc.assert(
      fc.property(block, (cells) => {
        // A last row with one empty cell looks like a trailing line break.
        fc.pre((cells.at(-1)?.join("") ?? "") !== "");
        expect(readCells(writeCells(cells))).toEqual(cells);
      }),
    );
  });
});

describe("a paste", () => {
  test("starts at the selection's first cell and plans row by row", () => {
    const plan = planPaste(readCells("45000\t400\n54990\t3"), ROWS, cell(0, "price"), GRID_COLUMNS);
    expect(plan.rows.map(({ seen, changes }) => [seen.id, changes])).toEqual([
      [11, { price: 45_000, range: 400 }],
      [12, { range: 3 }],
    ]);
    expect(plan).toMatchObject({ same: 1, readOnly: 0, rowsOver: 0, columnsOver: 0 });
  });

  test("counts what does not fit, however long the clipboard is", () => {
    const long = Array.from({ length: 250_000 }, () => ["45000"]);
    const plan = planPaste(long, ROWS, cell(0, "price"), GRID_COLUMNS);
    expect(plan.rowsOver).toBe(250_000 - ROWS.length);
  });

  test("of one cell fills the selection", () => {
    const selected = { ...cell(0, "bodyType"), bottom: 2 };
    const plan = planPaste([["suv"]], ROWS, selected, GRID_COLUMNS);
    expect(plan.rows.map(({ changes }) => changes)).toEqual([
      { bodyType: "SUV" },
      { bodyType: "SUV" },
      { bodyType: "SUV" },
    ]);
  });

  test("skips a row with an invalid value and says what is wrong", () => {
    const plan = planPaste(readCells("cheap\t400\n1\t2"), ROWS, cell(0, "price"), GRID_COLUMNS);
    expect(plan.rows.map(isRowWrong)).toEqual([true, false]);
    expect(plan.rows[0]?.cells).toMatchObject([
      { typed: "cheap", message: "Price must be a number" },
      { typed: "400" },
    ]);
    const changed = plan.rows.map(({ changes }) => changes);
    expect(changed).toEqual([{ range: 400 }, { price: 1, range: 2 }]);
  });

  test("skips read-only cells, and does not count those that already have the value", () => {
    const line = ["1", "Tesla", "Model Y"];
    const firstCell = { top: 0, bottom: 0, left: 0, right: 0 };
    const plan = planPaste([line, line], ROWS, firstCell, GRID_COLUMNS);
    // Make and model belong to the whole model and are changed separately.
    expect(plan).toMatchObject({ rows: [], readOnly: 4, same: 2 });
  });

  test("reports what does not fit", () => {
    const right = { top: 2, bottom: 2, left: at("acceleration"), right: at("acceleration") };
    const plan = planPaste(readCells("4.9\tx\n4.9\ty"), ROWS, right, GRID_COLUMNS);
    expect(plan).toMatchObject({ rows: [], same: 1, rowsOver: 1, columnsOver: 1 });
  });

  test("clears cells with empty ones, except where a value is required", () => {
    const plan = planPaste([["", "", ""]], ROWS, cell(0, "year"), GRID_COLUMNS);
    const messages = plan.rows[0]?.cells.map(({ message }) => message);
    expect(messages).toEqual(["Year is required", "Body type is required", undefined]);
    expect(plan.rows[0]?.changes).toEqual({ price: null });
  });

  test("of the copied cells themselves changes nothing", () => {
    const all = { top: 0, bottom: 2, left: 0, right: GRID_COLUMNS.length - 1 };
    const copied = readCells(writeCells(copiedCells(ROWS, all, 1, GRID_COLUMNS)));
    expect(copied[2]?.slice(0, 4)).toEqual(["3", "Tesla", "Model 3", "Standard"]);
    expect(planPaste(copied, ROWS, all, GRID_COLUMNS).rows).toEqual([]);
  });
});

test("the first row of a block fills the others, and the row above one alone", () => {
  const prices = ({ top, bottom }: { top: number; bottom: number }) =>
    planFillDown(ROWS, { ...cell(0, "price"), top, bottom }, GRID_COLUMNS)?.rows.map(
      ({ seen, changes }) => [seen.id, changes.price],
    );
  expect(prices({ top: 1, bottom: 2 })).toEqual([[13, 54_990]]);
  expect(prices({ top: 2, bottom: 2 })).toEqual([[13, 54_990]]);
  expect(prices({ top: 0, bottom: 2 })).toEqual([
    [12, ROWS[0]?.price],
    [13, ROWS[0]?.price],
  ]);
  expect(prices({ top: 0, bottom: 0 })).toBeUndefined();
});

describe("a make", () => {
  const other = makeRow({ id: 14, model: "Model Y" });

  test.each<[string, typeof ROWS, string, number]>([
    ["one model", ROWS, "Change the make of 1 model (3 rows)?", 3],
    ["two models", [...ROWS, other], "Change the make of 2 models (4 rows)?", 4],
    ["a model of one row", [other], "Change the make of 1 model (1 row)?", 1],
  ])("of %s counts all rows that change", (_name, rows, question, count) => {
    const plan = planMake(rows, "Kia");
    expect(planSentences(plan)).toEqual({ question, remarks: [] });
    expect(countRows(plan.rows)).toBe(count);
    expect(
      plan.rows.every(({ changes, seen }) => changes.make === "Kia" && seen.isModelHeader),
    ).toBe(true);
  });

  test("that the models have already changes nothing", () => {
    const plan = planMake([...ROWS, other], "Tesla");
    expect(plan).toMatchObject({ rows: [], same: 2 });
  });
});
