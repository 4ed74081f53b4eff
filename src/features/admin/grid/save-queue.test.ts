import { expect, test } from "vitest";

import type { EvRow } from "../../../domain/vehicle.ts";
import { createSaveQueue } from "./save-queue.ts";
import type { SendEdits } from "../rows/save-row.ts";
import { ChangedMeanwhileError } from "../rows/rows.queries.ts";
import { makeRow } from "../../../../test/admin-rows.ts";

const SEEN = makeRow();

/** A store with one row that answers asynchronously and refuses outdated versions. */
function oneRowStore(row: EvRow = SEEN) {
  let stored = row;
  return {
    send: (async ([change]) => {
      await Promise.resolve();
      const onto = change?.seen;
      if (onto?.version !== stored.version) {
        throw new ChangedMeanwhileError([{ current: stored, changedBy: "eve" }]);
      }
      stored = { ...onto, ...change?.changes, version: onto.version + 1 };
      return [stored];
    }) satisfies SendEdits,
    read: () => stored,
  };
}

test("changes of one row build on each other, even of the same field", async () => {
  const store = oneRowStore();
  const queue = createSaveQueue();
  const saves = [{ price: 1 }, { range: 2 }, { price: 3 }].map((changes) =>
    queue.enqueue([{ seen: SEEN, changes }], store.send),
  );
  expect(queue.isBusy()).toBe(true);
  const outcomes = await Promise.all(saves);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["saved", "saved", "saved"]);
  expect(store.read()).toMatchObject({ price: 3, range: 2, version: 4 });
  expect(queue.isBusy()).toBe(false);
});

test("a conflict is reported even if the row has an older version, as after a restore", async () => {
  const seen = makeRow({ version: 5 });
  const changed = [{ current: SEEN, changedBy: null }];
  const refuse = () => Promise.reject(new ChangedMeanwhileError(changed));
  const outcome = await createSaveQueue().enqueue([{ seen, changes: { range: 2 } }], refuse);
  expect(outcome).toMatchObject({ kind: "conflict", conflicts: [{ current: SEEN }] });
});

test("a failed save does not stop later ones", async () => {
  const store = oneRowStore();
  const queue = createSaveQueue();
  const error = new TypeError("Failed to fetch");
  const failing = queue.enqueue([{ seen: SEEN, changes: { price: 1 } }], () =>
    Promise.reject(error),
  );
  const next = queue.enqueue([{ seen: SEEN, changes: { price: 2 } }], store.send);
  expect(await failing).toEqual({ kind: "failed", error });
  expect((await next).kind).toBe("saved");
});

test("a block is saved by one call, after what was begun on its rows before", async () => {
  const store = oneRowStore();
  const queue = createSaveQueue();
  const other = makeRow({ id: SEEN.id + 1 });
  const first = queue.enqueue([{ seen: SEEN, changes: { price: 1 } }], store.send);
  const sent: unknown[] = [];
  const block = [
    { seen: SEEN, changes: { range: 2 } },
    { seen: other, changes: { range: 3 } },
  ];
  const saving = queue.enqueue(block, async (edits) => {
    sent.push(...edits.map(({ seen: { id, version }, changes }) => ({ id, version, changes })));
    return edits.map(({ seen, changes }) => ({ ...seen, ...changes, version: 7 }));
  });
  expect((await first).kind).toBe("saved");
  expect(await saving).toMatchObject({ kind: "saved", rows: [{ range: 2 }, { range: 3 }] });
  expect(sent).toEqual([
    { id: SEEN.id, version: 2, changes: { range: 2 } },
    { id: other.id, version: 1, changes: { range: 3 } },
  ]);
  expect([queue.isBusy(), queue.findLatest(other).version]).toEqual([false, 7]);
});

test("an older version of a row does not replace a newer one", () => {
  const queue = createSaveQueue();
  const newer = makeRow({ version: 5 });
  queue.addRows([newer, makeRow({ version: 4 })]);
  expect(queue.findLatest(SEEN)).toBe(newer);
});
