import fc from "fast-check";
import { expect, test } from "vitest";
import { patchInTurns, sortGroups, sortInTurns } from "./ordered.server.ts";
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

test("a patched list is the list without what is gone and with what is new, in order", async () => {
  const ids = fc.uniqueArray(fc.nat(4_000), { maxLength: 1_500, size: "max" });
  const byId = (a: number, b: number) => a - b;
  await fc.assert(
    fc.asyncProperty(ids, ids, fc.nat(4), fc.boolean(), async (first, second, part, isAfter) => {
      const list = first.toSorted(byId);
      const gone = first.filter((id) => id % 5 < part);
      // New ones among those that stay, or all after them.
      const fresh = isAfter
        ? second.map((id) => id + 5_000)
        : second.filter((id) => !first.includes(id));
      const patched = await patchInTurns(list, gone, fresh, byId, createTurns());
      const stay = first.filter((id) => !gone.includes(id));
      expect(patched).toEqual([...stay, ...fresh].sort(byId));
      expect(await sortInTurns(list, byId, createTurns())).toEqual(list);
    }),
    { numRuns: 30 },
  );
});
