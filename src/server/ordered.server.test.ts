import fc from "fast-check";
import { expect, test } from "vitest";
import { sortGroups } from "./ordered.server.ts";
import { createTurns } from "./turns.server.ts";

const ITEMS = fc.array(fc.record({ figure: fc.integer({ min: -3, max: 3 }), name: fc.nat(5) }), {
  maxLength: 1_200,
  size: "max",
});

test("sorting group by group is sorting", async () => {
  await fc.assert(
    fc.asyncProperty(ITEMS, async (items) => {
      const order = (a: (typeof items)[number], b: (typeof items)[number]) =>
        b.figure - a.figure || a.name - b.name;
      const sorted = await sortGroups(items, ({ figure }) => -figure, order, createTurns());
      expect(sorted).toEqual(items.toSorted(order));
    }),
    { numRuns: 30 },
  );
});
