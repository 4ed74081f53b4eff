import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesToDeflate, deflateParts, gzipJoined } from "./joined-gzip.server.ts";

/** About as long as a run of models, or as its comma. */
const part = fc
  .record({ word: fc.string({ minLength: 1, maxLength: 12 }), times: fc.nat({ max: 4000 }) })
  .map(({ word, times }) => Buffer.from(`${word} `.repeat(times)));
const change = fc.record({
  at: fc.nat(),
  gone: fc.nat({ max: 2 }),
  added: fc.array(part, { maxLength: 2 }),
});

it("is read by whoever reads gzip, after any changes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 6 }),
      fc.array(change, { maxLength: 5 }),
      async (first, changes) => {
        const parts = [...first];
        for (const { at, gone, added } of [{ at: 0, gone: 0, added: [] }, ...changes]) {
          parts.splice(at % (parts.length + 1), gone, ...added);
          expect(gunzipSync(await gzipJoined(parts))).toEqual(Buffer.concat(parts));
          expect(bytesToDeflate(parts)).toBe(0);
        }
      },
    ),
    { numRuns: 30 },
  );
});

it("deflates what has changed and what stands behind it, nothing else", async () => {
  const runs = ["a", "b", "c", "d", "e"].map((letter) => Buffer.from(letter.repeat(40_000)));
  await deflateParts(runs);
  const next = runs.with(1, Buffer.from("x".repeat(40_000)));
  expect(bytesToDeflate(next)).toBe(80_000);
  await gzipJoined(next);
  expect(bytesToDeflate(next)).toBe(0);
});

it("is hardly larger than what is deflated in one piece", async () => {
  const text = Buffer.from(
    Array.from({ length: 9000 }, (_, at) => `{"id":${at},"price":${at * 37}}`).join(),
  );
  const runs = [0, 1, 2, 3].map((at) =>
    text.subarray((at * text.length) / 4, ((at + 1) * text.length) / 4),
  );
  const [whole, joined] = [await gzipJoined([text]), await gzipJoined(runs)];
  expect(joined.length / whole.length).toBeLessThan(1.02);
});
