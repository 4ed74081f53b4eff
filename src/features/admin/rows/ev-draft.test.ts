import { beforeEach, expect, test } from "vitest";
import { stubStorage } from "../../../../test/sample-browser.ts";
import { makeRow } from "../../../../test/admin-rows.ts";
import {
  forgetDrafts,
  keepCellDrafts,
  keepDraft,
  readCellDrafts,
  readDraft,
  readDraftOf,
} from "./ev-draft.ts";
import { valuesToAdd } from "./ev-form.ts";

const ADA = 1;
const GRACE = 2;
const DRAFT = {
  row: null,
  values: { ...valuesToAdd(2026), make: "Zeta" },
  at: "2026-11-30T10:15:00.000Z",
};

let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage("sessionStorage").values;
});

test("what was typed comes back to who typed it, in the form of the same row", () => {
  keepDraft(ADA, DRAFT);
  expect(readDraft(ADA)).toEqual(DRAFT);
  expect(readDraftOf(ADA, null)).toEqual(DRAFT);
  keepDraft(ADA, null);
  expect(readDraft(ADA)).toBeNull();
});

test("cells come back to who typed them, a hundred at most, until they are saved or the user signs out", () => {
  const row = makeRow();
  const cells = Array.from({ length: 101 }, (_, at) => ({
    row: { ...row, id: at },
    field: "price" as const,
    typed: String(at),
    message: "Not saved yet",
  }));
  keepCellDrafts(ADA, cells);
  expect(readCellDrafts(ADA)).toEqual(cells.slice(0, 100));
  keepCellDrafts(ADA, [{ row, field: "trim", typed: "GT" }]);
  expect(readCellDrafts(GRACE)).toEqual([]);
  expect(readCellDrafts(ADA)).toEqual([]);
  keepCellDrafts(ADA, cells);
  keepCellDrafts(ADA, []);
  expect(stored.size).toBe(0);
  keepCellDrafts(ADA, cells);
  keepDraft(ADA, DRAFT);
  forgetDrafts();
  expect(stored.size).toBe(0);
});

test.each([
  { row: { id: 1 }, field: "price", typed: "1" },
  { row: makeRow(), field: "colour", typed: "1" },
  { row: makeRow(), field: "price", typed: 1 },
  null,
])("cells in the form of another release belong to nobody: %o", (cell) => {
  stored.set("ev_admin_cells", JSON.stringify({ userId: ADA, cells: [cell] }));
  expect(readCellDrafts(ADA)).toEqual([]);
});
