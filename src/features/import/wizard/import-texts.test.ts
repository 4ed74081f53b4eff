import { expect, test } from "vitest";
import { ApiError } from "../../../ui/calls/answers.ts";
import type { ImportCounts } from "../import.schema.ts";
import {
  findFileProblem,
  importFailureText,
  importLabel,
  namedAdditions,
  noteText,
  resultLines,
  verdictText,
} from "./import-texts.ts";

const ev = (number: number) => ({ make: "Kia", model: `EV${number}`, trim: "Wind" });
const evs = (count: number) => Array.from({ length: count }, (_, at) => ev(at + 1));

const NONE = { added: 0, updated: 0, skipped: 0, repeated: 0, invalid: 0 };

test.each<[counts: Partial<ImportCounts>, lines: string[]]>([
  [{ skipped: 7 }, ["No new EVs added: All 7 EVs already exist in the database."]],
  [{ skipped: 1200 }, ["No new EVs added: All 1,200 EVs already exist in the database."]],
  [{ added: 2 }, ["Added 2 new EVs"]],
  [{ added: 5, skipped: 3 }, ["Added 5 new EVs", "Skipped 3 existing EVs"]],
  [{ added: 6, skipped: 1 }, ["Added 6 new EVs", "Skipped 1 existing EV"]],
  [{ updated: 2, skipped: 1 }, ["Updated 2 existing EVs"]],
  [
    { added: 1, updated: 1, repeated: 1 },
    ["Added 1 new EVs", "Updated 1 existing EV", "Left out 1 repeated row"],
  ],
])("the result of %j is told in few lines", (counts, lines) => {
  expect(resultLines({ counts: { ...NONE, ...counts } })).toEqual(lines);
});

test("a note says how many cells it is about, and names the first", () => {
  const cells = [{ row: 1 }, { row: 4 }];
  const note = { message: "Marks around the figure are left out", column: "Price", cells };
  const text = "Marks around the figure are left out (2 cells of Price, rows 1, 4)";
  expect(noteText({ ...note, count: 2 })).toBe(text);
  expect(noteText({ ...note, column: "", count: 3 })).toContain("(3 rows, rows 1, 4 and more)");
});

test("the result names the bad rows that were left out, and counts those left out on request", () => {
  const issue = { column: "price", message: "Price must be a number" };
  const invalid = [3, 3, 5].map((row) => ({ row, ...issue }));
  const counts = { ...NONE, added: 4, invalid: 2 };
  expect(resultLines({ counts, invalid, leftOut: 5 })).toEqual([
    "Added 4 new EVs",
    "Left out 2 bad rows (rows 3, 5)",
    "Skipped 5 rows, as you chose",
  ]);
});

test.each([
  [2, 2, "Kia EV2 Wind"],
  [6, 6, "...and 1 more"],
  [100_000, 6, "...and 99,995 more"],
])("of %i new EVs the first are named", (total, length, last) => {
  const named = namedAdditions(evs(Math.min(total, 100)), total);
  expect(named).toHaveLength(length);
  expect(named[0]).toBe("Kia EV1 Wind");
  expect(named.at(-1)).toBe(last);
});

test.each<[counts: Partial<ImportCounts>, missing: string[], verdict: string]>([
  [{}, [], "The file has no rows below its header."],
  [{ skipped: 2 }, [], "No new EVs added: All 2 EVs already exist in the database."],
  [{ added: 2 }, [], ""],
  [{ added: 2, invalid: 1 }, [], "1 row can’t be imported yet. Fix it below, or import the rest."],
  [{ invalid: 2 }, [], "2 rows can’t be imported yet. Fix them below."],
  // The button only offers another check until this is answered.
  [{ added: 2, invalid: 1 }, ["your answer"], "1 row can’t be imported yet. Fix it below."],
])("of %j with %j missing, the check says: %s", (counts, missing, verdict) => {
  const answer = { counts: { ...NONE, ...counts }, columns: [], missing };
  expect(verdictText(answer, {})).toBe(verdict);
});

test("while answers wait for another check, the check offers no import", () => {
  const answer = { counts: { ...NONE, added: 2, invalid: 5 }, columns: [], missing: [] };
  const verdict = "5 rows can’t be imported yet. Fix them below, then check again.";
  expect(verdictText(answer, {}, true)).toBe(verdict);
});

test.each<[added: number, updated: number, invalid: number, unusual: number[], label: string]>([
  [4, 0, 0, [], "Import 4 EVs"],
  [4, 0, 0, [1, 1], "Import 4 EVs with 2 unusual figures"],
  [0, 1, 0, [1], "Update 1 EV with 1 unusual figure"],
  [6, 2, 1, [3], "Import 6 EVs, update 2 with 3 unusual figures, skip 1 bad row"],
])(
  "the button for %i added, %i updated, %i bad, unusual %j",
  (added, updated, invalid, counts, label) => {
    const figures = { least: 1, most: 2, lowest: 3, highest: 3, rows: [] };
    const price = { field: "price" as const, column: "price", ...figures };
    const unusual = counts.map((count) => ({ ...price, count }));
    const answer = { counts: { added, updated, invalid, skipped: 0, repeated: 0 }, unusual };
    expect(importLabel(answer)).toBe(label);
  },
);

const CHOOSE = "Choose a CSV or Excel file.";

test.each<[name: string, type: string, reason?: string]>([
  ["a.csv", "text/csv"],
  ["a", "text/csv"],
  ["A.CSV", ""],
  ["a.tsv", "text/tab-separated-values"],
  ["a.png", "image/png", `a PNG file. ${CHOOSE}`],
  ["a.HTML", "text/html", `an HTML file. ${CHOOSE}`],
  ["a.pdf", "application/pdf", `a PDF. ${CHOOSE}`],
  ["a.json", "application/json", `a JSON file, which only the API takes. ${CHOOSE}`],
  ["a", "", `not a CSV or Excel file. ${CHOOSE}`],
  ["a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["a.xls", "application/vnd.ms-excel"],
  ["a.ods", ""],
])(
  "a file is taken by its name or its type, else the reason is said: %s %s",
  (name, type, reason) => {
    const sentence = reason && `${name} is ${reason}`;
    expect(findFileProblem({ name, type, size: 1 })).toBe(sentence);
  },
);

test("a file is accepted up to the maximum size", () => {
  const file = { name: "a.csv", type: "text/csv", size: 65 * 1024 * 1024 };
  expect(findFileProblem(file)).toBe("a.csv is larger than 64 MB. Please split it.");
});

test("a failure shows the server's message, or else a general text", () => {
  const answer = new Response("", { status: 422 });
  const empty = new ApiError(answer, "The file is empty.", []);
  expect(importFailureText(empty)).toBe("The file is empty.");
  const ofMapping = new ApiError(answer, "mapping: Range: Range must be a number.", []);
  expect(importFailureText(ofMapping)).toBe("Range: Range must be a number.");
  expect(importFailureText(new TypeError("no network"))).toBe("Failed to upload CSV");
});
