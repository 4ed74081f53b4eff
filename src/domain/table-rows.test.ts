import { expect, test } from "vitest";

import { CARS } from "../../test/sample-cars.ts";
import { findModels, NO_FILTER } from "./filters/find-models.ts";
import { DEFAULT_SORT, type Sort } from "./filters/sort.ts";
import { createScorer, parseWeights } from "./scores.ts";
import { keepPassing, orderTrims, sortRows } from "./table-rows.ts";

const weights = parseWeights("range:5,price:3");
const SORTS: Sort[] = [
  DEFAULT_SORT,
  { key: "price", order: "asc" },
  { key: "make", order: "desc" },
  { key: "acceleration", order: "asc" },
];

test("rows that pass stand as if they alone were sorted, and are the same objects", () => {
  for (const scorer of [null, weights && createScorer(CARS, weights)])
    for (const sort of SORTS)
      for (const part of [{}, { maxPrice: 60_000 }, { drive: ["AWD"] }, { words: ["none"] }]) {
        const ordered = orderTrims(CARS, { sort, scorer });
        const { matches } = findModels(CARS, { ...NO_FILTER, ...part }, sort);
        const rows = keepPassing(ordered, matches);
        expect(rows).toEqual(sortRows(matches, { sort, scorer }));
        for (const row of rows) expect(ordered).toContain(row);
      }
});
