import fc from "fast-check";
import { expect, it } from "vitest";
import { changeCatalogue } from "../../db/database-changes.server.ts";
import type { Database } from "../../db/database.server.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { createRowStore } from "../admin/rows/rows.db.server.ts";
import { groupEntries } from "../../domain/trims.ts";
import type { EvListEntry } from "../../domain/vehicle.ts";
import { createVehicleStore } from "./vehicles.db.server.ts";
import { createReviewModeration, createReviewStore } from "../reviews/reviews.db.server.ts";
import { createSnapshotReader, type Snapshot } from "./catalogue-snapshot.server.ts";
import { inputs } from "../../../test/catalogue.ts";

/** Enough for several runs of models, only one of which is affected by a change. */
const MODELS = 160;
const BODY_TYPES = ["Sedan", "SUV", "Minivan"] as const;

const fleet = (): EvInput[] =>
  Array.from({ length: MODELS }, (_, at) =>
    inputs(
      ...["Base", "Long"].slice(0, 1 + (at % 2)).map((trim, index) => ({
        make: at % 3 === 0 ? "Kia" : "Ford",
        model: `M${at}`,
        trim,
        range: 200 + ((at * 37) % 90) + index,
        bodyType: BODY_TYPES[at % 3] ?? "Sedan",
      })),
    ),
  ).flat();

const range = fc.option(fc.integer({ min: 0, max: 600 }), { nil: null });
const operation = fc.oneof(
  fc.record({ kind: fc.constant("edit"), at: fc.nat(), range, year: fc.constantFrom(2024, 2026) }),
  fc.record({
    kind: fc.constant("add"),
    make: fc.constantFrom("kia", "KIA", "Polestar", "Zeekr"),
    model: fc.constantFrom("M3", "m6", "New", "Other"),
    trim: fc.constantFrom("A", "B", "C"),
    range,
  }),
  fc.record({ kind: fc.constant("rename"), at: fc.nat(), model: fc.constantFrom("A1", "Z9") }),
  fc.record({ kind: fc.constant("delete"), at: fc.nat() }),
  fc.record({ kind: fc.constant("import"), rows: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constant("review"), at: fc.nat(), rating: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant("remove review"), at: fc.nat() }),
  // A writer that does not record which models it changed.
  fc.record({ kind: fc.constant("anything"), at: fc.nat(), range }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Each> ? Each : never;

function writerOf(database: Database) {
  const store = createVehicleStore(database);
  const rows = createRowStore(database);
  const reviews = createReviewStore(database);
  const moderation = createReviewModeration(database);
  const user = null;
  let imported = 0;
  const nth = async (table: "ev_rows" | "models" | "reviews", at: number) => {
    const ids = await database.read.selectFrom(table).select("id").orderBy("id").execute();
    return ids[at % ids.length]?.id ?? 0;
  };
  return async (step: Operation): Promise<void> => {
    switch (step.kind) {
      case "edit": {
        const change = { range: step.range, year: step.year };
        await rows.changeRows([{ id: await nth("ev_rows", step.at), set: change }], user);
        return;
      }
      case "add": {
        const [input] = inputs({ ...step, year: 2025 });
        if (input) await rows.createRow(input, user);
        return;
      }
      case "rename":
        await rows.changeRows(
          [{ id: await nth("ev_rows", step.at), set: { model: step.model } }],
          user,
        );
        return;
      case "delete":
        await rows.deleteRows([{ id: await nth("ev_rows", step.at) }], user);
        return;
      case "import": {
        const made = Array.from({ length: step.rows }, () => ({
          make: "Imported",
          model: `I${imported++}`,
        }));
        await store.insertRows(inputs(...made));
        return;
      }
      case "review": {
        const review = { rowId: null, trimId: null, userName: "Bo", comment: "Fine." };
        const modelId = await nth("models", step.at);
        await reviews.add({ ...review, modelId, rating: step.rating });
        return;
      }
      case "remove review":
        await moderation.remove(await nth("reviews", step.at), user);
        return;
      case "anything": {
        const id = await nth("ev_rows", step.at);
        await changeCatalogue(database, (transaction) =>
          transaction
            .updateTable("ev_rows")
            .set({ range: step.range })
            .where("id", "=", id)
            .execute(),
        );
        return;
      }
    }
  };
}

/** Returns everything that a snapshot can answer. */
async function contentOf(snapshot: Snapshot) {
  const list = await snapshot.list();
  return {
    version: snapshot.version,
    evs: snapshot.evs,
    totals: snapshot.totals,
    facets: snapshot.facets(),
    rows: snapshot.byName().flatMap((model) => model.rows),
    list: (await list.body("identity")).toString(),
    tag: list.tag,
    owners: Array.from({ length: 600 }, (_, id) => snapshot.findEv(id)?.id),
  };
}

describeOnEachEngine("a snapshot made of the one before", ({ open }) => {
  it("is the one that would be made from scratch, whatever has changed", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    await store.insertRows(fleet());
    const write = writerOf(database);
    const next = createSnapshotReader(store);
    await contentOf(await next());
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (steps, isAsked) => {
          for (const step of steps) {
            // Some writes are refused because a name is taken or nothing is left.
            await write(step).catch(() => undefined);
            await next();
          }
          // Content that nobody has requested from a version is not built for it and must be caught up with
          // later.
          if (!isAsked) return;
          const scratch = await createSnapshotReader(store)();
          expect(await contentOf(await next())).toEqual(await contentOf(scratch));
        },
      ),
      { numRuns: 12 },
    );
  });

  it("serves others while a large catalogue is read and serialized", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    const models = Array.from({ length: 1_500 }, (_, at) => ({ model: `M${at}` }));
    await store.insertRows(inputs(...models));
    let rounds = 0;
    let isOver = false;
    const count = () => {
      rounds++;
      if (!isOver) setImmediate(count);
    };
    count();
    const snapshot = await createSnapshotReader(store)();
    const afterReading = rounds;
    const list = await snapshot.list();
    isOver = true;
    expect(snapshot.totals.models).toBe(1_500);
    expect(JSON.parse((await list.body("identity")).toString())).toHaveLength(1_500);
    // One yield for every hundred models read and for every five hundred models serialized.
    expect(afterReading).toBeGreaterThanOrEqual(15);
    expect(rounds - afterReading).toBeGreaterThanOrEqual(3);
  });

  it("has every model as who reads the list has it, in the same order", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    await store.insertRows(fleet());
    const snapshot = await createSnapshotReader(store)();
    const list = await snapshot.list();
    const entries: EvListEntry[] = JSON.parse((await list.body("identity")).toString());
    expect(snapshot.evsAsListed()).toEqual(groupEntries(entries));
    expect(snapshot.evsAsListed()).not.toEqual(snapshot.evs);
  });

  it("shares the models that have not changed, and is the same while nothing has", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    await store.insertRows(fleet());
    const next = createSnapshotReader(store);
    const before = await next();
    expect(await next()).toBe(before);
    const [first] = before.evs;
    const edit = { id: first?.trims[0]?.rowId ?? 0, set: { price: 1 } };
    await createRowStore(database).changeRows([edit], null);
    const after = await next();
    expect(after.evs.filter((ev, at) => ev !== before.evs[at])).toHaveLength(1);
    expect(before.requireModel(first?.id ?? 0)?.trims[0]?.price).toBeNull();
    expect(after.requireModel(first?.id ?? 0)?.trims[0]?.price).toBe(1);
  });
});
