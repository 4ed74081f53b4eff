import { expect, test } from "vitest";

import { trimHistory, MOST_HISTORY_ENTRIES } from "./changes.ts";

const entry = (price: number | null, range: number | null, at = "2026-11-01T00:00:00.000Z") => ({
  at,
  price,
  range,
});

test("a trim's long history keeps its first and its latest entries", () => {
  const noted = Array.from({ length: 500 }, (_, at) => entry(at + 1, 270));
  const shown = trimHistory(noted);
  expect(shown).toHaveLength(MOST_HISTORY_ENTRIES);
  expect([shown[0]?.price, shown[1]?.price, shown.at(-1)?.price]).toEqual([1, 302, 500]);
});
