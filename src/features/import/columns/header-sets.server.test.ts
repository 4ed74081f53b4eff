import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { suggestMappings } from "./describe-columns.server.ts";

interface ExpectedColumn {
  /** `later` for sets written after the word lists, with headers that they were not made for */
  group: "first" | "later";
  set: string;
  header: string;
  /** with bars between them */
  samples: string;
  /** empty if the column is none of ours */
  field: string;
  unit: string;
}

const COLUMNS: ExpectedColumn[] = parse(readFileSync("test/header-sets.csv"), { columns: true });
const SETS = Map.groupBy(COLUMNS, ({ set }) => set);

function judge(columns: readonly ExpectedColumn[]) {
  const suggested = suggestMappings(
    columns.map(({ header, samples }) => ({
      header,
      samples: samples === "" ? [] : samples.split(" | "),
      field: "unknown" as const,
    })),
  );
  const counts = { right: 0, wrong: [] as string[], missed: [] as string[] };
  for (const { header, field, unit } of columns) {
    const mapping = suggested.get(header) ?? { field: null };
    const { field: found, unit: foundUnit = "" } = "split" in mapping ? { field: "name" } : mapping;
    if ((found ?? "") === field && foundUnit === unit) counts.right++;
    else if (found === null) counts.missed.push(header);
    else counts.wrong.push(`${header}: ${found} ${foundUnit}`);
  }
  return counts;
}

test.each([...SETS])("no column is suggested for a field that it is not of %s", (_set, columns) => {
  expect(judge(columns).wrong).toEqual([]);
});

test.each([
  ["first", 293, []],
  ["later", 263, ["MPGe (combined)"]],
])("and nearly all of those that are ours are found, in the %s sets", (group, most, left) => {
  const sets = [...SETS.values()].filter(([column]) => column?.group === group);
  const counts = sets.map(judge);
  const right = counts.reduce((sum, each) => sum + each.right, 0);
  const missed = counts.flatMap((each) => each.missed);
  expect({ right, missed }).toEqual({ right: most, missed: left });
});
