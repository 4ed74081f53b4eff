import { expect, test } from "vitest";
import { serveDocuments } from "../../test/documents.ts";

const ask = serveDocuments();

test.each([
  ["/?maxPrice=167000", 2],
  ["/?maxPrice=167000&missing=price", 4],
  ["/?maxPrice=60000&minRange=300", 0],
])("%s: list, headline, button and counts of the chart agree as served", async (url, undrawn) => {
  const { body } = await ask(url);
  const text = body.replaceAll("<!-- -->", "").replaceAll(/<[^>]*>/g, " ");
  const [, models, trims] = /(\d+)\s+models\s*, (\d+) trims/.exec(text) ?? [];
  expect(Number(models)).toBeGreaterThan(0);
  const isWhole = !url.includes("missing");
  // Cars without a price are shown but not counted as within a budget.
  if (isWhole) expect(text).toMatch(new RegExp(`buys [\\w ,]+ miles in ${models} models`));
  expect(text).toContain(`Show these ${models} models`);
  const note = /(\d+) trims? without a price or range (?:is|are) not shown/.exec(text);
  expect(Number(note?.[1] ?? 0)).toBe(undrawn);
  const drawn = Number(trims) - undrawn;
  expect(text).toMatch(new RegExp(` ${drawn}\\s+of \\d+ trims`));
});
