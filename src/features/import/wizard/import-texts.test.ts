import { expect, test } from "vitest";
import { ApiError } from "../../../ui/calls/answers.ts";
import { importFailureText, findFileProblem, importLabel, importWords } from "./import-texts.ts";

const ev = (number: number) => ({ make: "Kia", model: `EV${number}`, trim: "Wind" });
const evs = (count: number) => Array.from({ length: count }, (_, at) => ev(at + 1));

interface Expected {
  title: string;
  named: number;
  last?: string;
  skipped?: string;
}

test.each<[number, number, Expected]>([
  [0, 7, { title: "No new EVs added: All 7 EVs already exist in the database.", named: 0 }],
  [0, 1200, { title: "No new EVs added: All 1,200 EVs already exist in the database.", named: 0 }],
  [2, 0, { title: "Added 2 new EVs", named: 2 }],
  [5, 3, { title: "Added 5 new EVs", named: 5, skipped: "Skipped 3 existing EVs" }],
  [
    6,
    1,
    {
      title: "Added 6 new EVs",
      named: 6,
      last: "...and 1 more",
      skipped: "Skipped 1 existing EVs",
    },
  ],
  [100_000, 0, { title: "Added 100,000 new EVs", named: 6, last: "...and 99,995 more" }],
])("%i added, %i skipped", (added, skipped, { title, named, last, skipped: sentence }) => {
  const counts = { added, updated: 0, skipped, repeated: 0, invalid: 0 };
  const words = importWords(evs(Math.min(added, 100)), counts);
  expect(words.title).toBe(title);
  expect(words.named).toHaveLength(named);
  if (named > 0) expect(words.named[0]).toBe("Kia EV1 Wind");
  if (last) expect(words.named.at(-1)).toBe(last);
  expect(words.skipped).toBe(sentence);
});

test.each<[added: number, updated: number, invalid: number, unusual: number[], label: string]>([
  [4, 0, 0, [], "Import 4 EVs"],
  [4, 0, 0, [1, 1], "Import 4 EVs with 2 unusual figures"],
  [0, 1, 0, [1], "Update 1 EV with 1 unusual figure"],
  [6, 2, 1, [3], "Import 6 EVs, update 2 with 3 unusual figures, skip 1 bad row"],
])(
  "the button for %i added, %i updated, %i bad, unusual %j",
  (added, updated, invalid, counts, label) => {
    const unusual = counts.map((count) => {
      return {
        field: "price" as const,
        column: "price",
        least: 1,
        most: 2,
        lowest: 3,
        highest: 3,
        count,
        rows: [],
      };
    });
    const answer = { counts: { added, updated, invalid, skipped: 0, repeated: 0 }, unusual };
    expect(importLabel(answer)).toBe(label);
  },
);

test.each<[name: string, type: string, reason?: string]>([
  ["a.csv", "text/csv"],
  ["a", "text/csv"],
  ["A.CSV", ""],
  ["a.tsv", "text/tab-separated-values"],
  ["a.png", "image/png", "a PNG file. Choose a CSV or Excel file."],
  ["a.HTML", "text/html", "an HTML file. Choose a CSV or Excel file."],
  ["a.pdf", "application/pdf", "a PDF. Choose a CSV or Excel file."],
  [
    "a.json",
    "application/json",
    "a JSON file, which only the API takes. Choose a CSV or Excel file.",
  ],
  ["a", "", "not a CSV or Excel file. Choose a CSV or Excel file."],
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
  expect(findFileProblem({ name: "a.csv", type: "text/csv", size: 65 * 1024 * 1024 })).toBe(
    "a.csv is larger than 64 MB. Please split it.",
  );
});

test("a failure shows the server's message, or else a general text", () => {
  const answer = new Response("", { status: 422 });
  expect(importFailureText(new ApiError(answer, "The file is empty.", []))).toBe(
    "The file is empty.",
  );
  expect(importFailureText(new TypeError("no network"))).toBe("Failed to upload CSV");
});
