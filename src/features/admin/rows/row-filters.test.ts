import { expect, test } from "vitest";

import { filterWords } from "./row-filters.ts";

test.each([
  [{ empty: true }, "Price is empty"],
  [{ empty: false }, "Price is not empty"],
  [{ contains: "a b" }, "Price contains “a b”"],
  [{ is: false }, "Price is No"],
  [{ sourced: false }, "Price has no source"],
  [{ sourced: true }, "Price has a source"],
  [{ from: 20_000 }, "Price from $20000"],
  [{ to: 30_000 }, "Price up to $30000"],
  [{ from: 0, to: 30_000 }, "Price from $0 to $30000"],
  [{ from: "2026-01-01", to: "2026-02-01" }, "Price from 2026-01-01 to 2026-02-01"],
])("the filter %j reads %j", (filter, words) => {
  expect(filterWords("Price", filter, (value) => `$${value}`)).toBe(words);
});
