import { expect, test } from "vitest";

import type { EvRow } from "../../../domain/vehicle.ts";
import { createSaveQueue, type Send } from "./save-queue.ts";
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
      if (onto?.version !== stored.version) throw new ChangedMeanwhileError([stored]);
      stored = { ...onto, ...change?.changes, version: onto.version + 1 };
      return [stored];
    }) satisfies Send,
    changeElsewhere: (changes: Partial<EvRow>) => {
      stored = { ...stored, ...changes, version: stored.version + 1 };
      return stored;
    },
    read: () => stored,
  };
}

test("changes of one row build on each other, even of the same field", async () => {
  const store = oneRowStore();
  const queue = createSaveQueue();
  const saves = [{ price: 1 }, { range: 2 }, { price: 3 }].map((changes) =>
    queue.save([{ seen: SEEN, changes }], store.send),
  );
  expect(queue.isBusy()).toBe(true);
  const outcomes = await Promise.all(saves);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["saved", "saved", "saved"]);
  expect(store.read()).toMatchObject({ price: 3, range: 2, version: 4 });
  expect(queue.isBusy()).toBe(false);
});

test("a change by others that the list already shows is a conflict before anything is sent", async () => {
  const store = oneRowStore();
  const queue = createSaveQueue();
  const current = store.changeElsewhere({ price: 9 });
  queue.addRows([current]);
  const changes = { price: 1 };
  expect(await queue.save([{ seen: SEEN, changes }], store.send)).toEqual({
    kind: "conflict",
    conflicts: [{ base: SEEN, changes, current }],
  });
  // A change of another field does not conflict.
  const outcome = await queue.save([{ seen: SEEN, changes: { range: 2 } }], store.send);
  expect(outcome.kind).toBe("saved");
  expect(store.read()).toMatchObject({ price: 9, range: 2 });
});

test("a change that the list does not show yet is a conflict when the server reports it", async () => {
  const store = oneRowStore();
  const current = store.changeElsewhere({ price: 9 });
  const changes = { range: 2 };
  expect(await createSaveQueue().save([{ seen: SEEN, changes }], store.send)).toEqual({
    kind: "conflict",
    conflicts: [{ base: SEEN, changes, current }],
  });
  expect(store.read()).toBe(current);
});

test("a failed save does not stop later ones", async () => {
  const store = oneRowStore();
  const queue = createSaveQueue();
  const error = new TypeError("Failed to fetch");
  const failing = queue.save([{ seen: SEEN, changes: { price: 1 } }], () => Promise.reject(error));
  const next = queue.save([{ seen: SEEN, changes: { price: 2 } }], store.send);
  expect(await failing).toEqual({ kind: "failed", error });
  expect((await next).kind).toBe("saved");
});

test("a block is saved by one call, after what was begun on its rows before", async () => {
  const store = oneRowStore();
  const queue = createSaveQueue();
  const other = makeRow({ id: SEEN.id + 1 });
  const first = queue.save([{ seen: SEEN, changes: { price: 1 } }], store.send);
  const sent: unknown[] = [];
  const block = [
    { seen: SEEN, changes: { range: 2 } },
    { seen: other, changes: { range: 3 } },
  ];
  const saving = queue.save(block, async (edits) => {
    sent.push(...edits.map(({ seen: { id, version }, changes }) => ({ id, version, changes })));
    return edits.map(({ seen, changes }) => ({ ...seen, ...changes, version: 7 }));
  });
  expect((await first).kind).toBe("saved");
  expect(await saving).toMatchObject({ kind: "saved", rows: [{ range: 2 }, { range: 3 }] });
  expect(sent).toEqual([
    { id: SEEN.id, version: 2, changes: { range: 2 } },
    { id: other.id, version: 1, changes: { range: 3 } },
  ]);
  expect([queue.isBusy(), queue.findRow(other.id)?.version]).toEqual([false, 7]);
});

test("a block is not saved if one of its rows was changed elsewhere, and says which one", async () => {
  const current = makeRow({ version: 2, price: 9 });
  const other = makeRow({ id: SEEN.id + 1 });
  const changes = { range: 2 };
  const block = [SEEN, other].map((seen) => ({ seen, changes }));
  const refuse = () => Promise.reject(new ChangedMeanwhileError([current]));
  const conflict = { kind: "conflict", conflicts: [{ base: SEEN, changes, current }] };
  expect(await createSaveQueue().save(block, refuse)).toEqual(conflict);
  // If the list already shows a newer row, the change is not even sent.
  const queue = createSaveQueue();
  queue.addRows([{ ...current, range: 8 }]);
  const outcome = await queue.save(block, () => Promise.reject(new Error("It was sent.")));
  expect(outcome).toMatchObject({ kind: "conflict", conflicts: [{ current: { range: 8 } }] });
  const error = new TypeError("Failed to fetch");
  expect(await createSaveQueue().save(block, () => Promise.reject(error))).toEqual({
    kind: "failed",
    error,
  });
});

test("an older version of a row does not replace a newer one", () => {
  const queue = createSaveQueue();
  const newer = makeRow({ version: 5 });
  queue.addRows([newer, makeRow({ version: 4 })]);
  expect(queue.findLatest(SEEN)).toBe(newer);
});
