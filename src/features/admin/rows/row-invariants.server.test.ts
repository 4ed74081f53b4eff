import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "../../../db/database.server.ts";
import { UNTOLD_CHANGES } from "../../../../test/catalogue-invariants.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { flatRows } from "../../../../test/rows.ts";
import type { Ev, EvListEntry, EvRow } from "../../../domain/vehicle.ts";
import { openTestRows, type TestRows } from "../../../../test/row-calls.ts";
import { readCatalogue } from "../../../../test/catalogue.ts";

// Few names and years in several spellings, so that rows often collide.
const names = {
  make: fc.constantFrom("Kia", "KIA", " kia ", "Škoda", "škoda"),
  model: fc.constantFrom("EV6", "ev6", "EV9"),
  trim: fc.constantFrom("Wind", "WIND", "GT", "Light "),
  year: fc.constantFrom(2024, 2025, 2026),
  price: fc.constantFrom(null, 0, 50_000),
};

/** `at` is an index among the existing rows, modulo their number. */
const operation = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), body: fc.record(names) }),
  fc.record({
    kind: fc.constant("change" as const),
    at: fc.nat(20),
    body: fc.record(names, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant("delete" as const), at: fc.nat(20) }),
  fc.record({
    kind: fc.constant("set" as const),
    places: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 4 }),
    set: fc.record(
      { trim: names.trim, year: names.year, price: names.price },
      { requiredKeys: ["year"] },
    ),
  }),
  fc.record({
    kind: fc.constant("set each" as const),
    rows: fc.uniqueArray(
      fc.record({ at: fc.nat(20), set: fc.record({ trim: names.trim, price: names.price }) }),
      { minLength: 1, maxLength: 4, selector: ({ at }) => at },
    ),
  }),
  fc.record({ kind: fc.constant("merge" as const), from: fc.nat(20), into: fc.nat(20) }),
  fc.record({ kind: fc.constant("merge makes" as const), from: names.make, into: names.make }),
  fc.record({
    kind: fc.constant("delete many" as const),
    places: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 3 }),
  }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const EXPECTED: Readonly<Record<Operation["kind"], readonly number[]>> = {
  add: [201, 409],
  change: [200, 400, 409],
  delete: [204],
  set: [200, 400, 409],
  "set each": [200, 400, 409],
  "delete many": [200, 400],
  merge: [200, 400, 409],
  "merge makes": [200, 400, 404, 409],
};

async function run({ app, send }: TestRows, rows: readonly EvRow[], step: Operation) {
  if (step.kind === "add") {
    const answer = await send("POST", "/api/evs", { ...step.body, bodyType: "SUV" });
    return answer.statusCode;
  }
  const idAt = (at: number) => rows[at % rows.length]?.id ?? 0;
  if (step.kind === "set") {
    const body = { ids: step.places.map(idAt), set: step.set };
    return (await send("PATCH", "/api/evs", body)).statusCode;
  }
  if (step.kind === "set each") {
    const changes = step.rows.map(({ at, set }) => ({ id: idAt(at), set }));
    return (await send("PATCH", "/api/evs", { rows: changes })).statusCode;
  }
  if (step.kind === "merge makes") {
    const body = { fromMake: step.from, intoMake: step.into };
    return (await send("POST", "/api/evs/merge", body)).statusCode;
  }
  if (step.kind === "merge") {
    const modelAt = async (at: number) => (await app.inject(`/api/evs/${idAt(at)}`)).json<Ev>().id;
    const body = { from: await modelAt(step.from), into: await modelAt(step.into) };
    return (await send("POST", "/api/evs/merge", body)).statusCode;
  }
  if (step.kind === "delete many") {
    return (await send("DELETE", "/api/evs", { ids: step.places.map(idAt) })).statusCode;
  }
  const id = idAt(step.at);
  const url = `/api/evs/${id}`;
  const answer =
    step.kind === "change" ? await send("PUT", url, step.body) : await send("DELETE", url);
  return answer.statusCode;
}

const keyOf = (...names_: readonly string[]) => names_.map((name) => name.toLowerCase()).join("|");

/** Checks what must always hold (vehicles.md#models-and-rows); `evs` is the administrators' list. */
async function expectWhole(rows: TestRows, database: Database): Promise<void> {
  const { evs, total, models } = await rows.list();
  const ofModel = Map.groupBy(evs, ({ make, model }) => keyOf(make, model));
  for (const model of ofModel.values()) {
    expect(model.map(({ isModelHeader }) => isModelHeader)).toEqual(
      model.map((_, index) => index === 0),
    );
    // All rows of a model share one spelling.
    expect(new Set(model.map(({ make, model: name }) => `${make} ${name}`)).size).toBe(1);
    expect(model.map(({ year }) => year)).toEqual(
      model.map(({ year }) => year).toSorted((a, b) => b - a),
    );
  }
  const identities = evs.map((row) => keyOf(row.make, row.model, row.trim, `${row.year}`));
  expect(new Set(identities).size).toBe(evs.length);
  expect([total, models]).toEqual([evs.length, ofModel.size]);

  const stored = await database.read.selectFrom("models").select("id").execute();
  expect(stored).toHaveLength(models);
  expect(flatRows((await readCatalogue(rows.store)).rows)).toEqual(evs);
  const shown = (await rows.app.inject("/api/evs")).json<EvListEntry[]>();
  const byId = (a: number, b: number) => a - b;
  expect(shown.map(({ trim }) => trim.rowId).toSorted(byId)).toEqual(
    evs.map(({ id }) => id).toSorted(byId),
  );
  const untold = await sql.raw(UNTOLD_CHANGES).execute(database.write);
  expect(untold.rows).toEqual([]);
  const ids = [...evs.map(({ id }) => id), ...stored.map(({ id }) => id)];
  expect(new Set(ids).size).toBe(ids.length);
}

describeOnEachEngine("whatever administrators do", (databases) => {
  test("rows, models, snapshot and database agree, and no id is reused", async () => {
    const rows = await openTestRows(databases, []);
    const seen = new Set<number>();
    let known: EvRow[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          if (step.kind !== "add" && known.length === 0) continue;
          const before = new Set(known.map(({ id }) => id));
          const version = await rows.store.version();
          const status = await run(rows, known, step);
          expect(EXPECTED[step.kind]).toContain(status);
          const { evs } = await rows.list();
          if (status >= 400) {
            expect(evs).toEqual(known);
            expect(await rows.store.version()).toBe(version);
          }
          for (const { id } of evs) {
            if (!before.has(id)) expect(seen.has(id)).toBe(false);
            seen.add(id);
          }
          known = evs;
        }
        await expectWhole(rows, rows.database);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test("also concurrently", async () => {
    const rows = await openTestRows(databases, []);
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { evs } = await rows.list();
        const statuses = await Promise.all(steps.map((step) => run(rows, evs, step)));
        // A row may be gone before another call changes it.
        for (const status of statuses) expect([200, 201, 204, 400, 404, 409]).toContain(status);
        await expectWhole(rows, rows.database);
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});
