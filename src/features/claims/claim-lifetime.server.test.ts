import { expect, test } from "vitest";
import { readCatalogue } from "../../../test/catalogue.ts";
import { NO_DETAILS } from "../../../test/claim-details.ts";
import { openTestClaims } from "../../../test/claims.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { csv, EV6, EV9, openTestImport } from "../../../test/import.ts";
import { REMOVED_CLAIMS_KEPT } from "../catalogue/figure-history.db.server.ts";
import { createClaimStore } from "./claims.db.server.ts";
import type { Ev, EvRow } from "../../domain/vehicle.ts";

/** The values of a row, to be sent again. */
function valuesOf({ id: _id, isModelHeader: _header, version: _version, ...values }: EvRow) {
  return values;
}

describeOnEachEngine("claims of a row", (databases) => {
  test("are deleted with it, and come back with a row of the same name", async () => {
    const { add, app, claimsOf, database, named, send } = await openTestClaims(databases);
    const [standard, wind] = [await named("Standard"), await named("Wind")];
    const claim = await add(standard.id, { note: "kept" });
    await add(wind.id);
    expect((await send("DELETE", `/api/evs/${standard.id}`)).statusCode).toBe(204);
    // Deleting the last row of a model deletes the model too.
    expect((await send("DELETE", `/api/evs/${wind.id}`)).statusCode).toBe(204);
    expect(await database.read.selectFrom("claims").selectAll().execute()).toEqual([]);
    expect((await app.inject(`/api/evs/${wind.id}/claims`)).statusCode).toBe(404);
    expect((await send("DELETE", `/api/claims/${claim.id}`)).statusCode).toBe(404);

    const other = { ...valuesOf(standard), trim: "Other" };
    const { id: otherId } = (await send("POST", "/api/evs", other)).json<EvRow>();
    expect(await claimsOf(otherId)).toEqual({});
    // This is how restoring a row from the activity log adds it.
    const again = { ...valuesOf(standard), trim: "STANDARD" };
    const restored = (await send("POST", "/api/evs", again)).json<EvRow>();
    expect(await claimsOf(restored.id)).toMatchObject({
      range: { claims: [{ id: claim.id, note: "kept" }] },
    });
    await send("DELETE", `/api/evs/${restored.id}`);
    const third = (await send("POST", "/api/evs", valuesOf(standard))).json<EvRow>();
    expect(await claimsOf(third.id)).toHaveProperty("range.claims.length", 1);
    expect((await send("DELETE", `/api/claims/${claim.id}`)).statusCode).toBe(204);
  });

  test("of deleted rows are kept up to a bound, the latest of them", async () => {
    const { add, database, named, send } = await openTestClaims(databases);
    const { write } = database;
    const row = await named("Standard");
    await add(row.id);
    const names = { make_key: "a", model_key: "b", trim_key: "c", year: 2024 };
    const claim = { field: "range", value: "1", method: "epa", source: "EPA", at: "2026-01-01" };
    const first = -REMOVED_CLAIMS_KEPT;
    for (let from = first; from < 0; from += 500) {
      const ids = Array.from({ length: 500 }, (_, at) => from + at);
      await write
        .insertInto("removed_claims")
        .values(ids.map((id) => ({ id, ...names, ...claim, ...NO_DETAILS })))
        .execute();
    }
    expect((await send("DELETE", `/api/evs/${row.id}`)).statusCode).toBe(204);
    const claims = await write
      .selectFrom("removed_claims")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("id").as("oldest")])
      .executeTakeFirstOrThrow();
    expect(claims).toEqual({ count: REMOVED_CLAIMS_KEPT, oldest: first + 1 });
  });

  test("are deleted with many rows at once, and come back", async () => {
    const { add, claimsOf, named, send } = await openTestClaims(databases);
    const rows = [await named("Standard"), await named("Performance"), await named("Wind")];
    for (const { id } of rows) await add(id);
    const ids = rows.map(({ id }) => id);
    expect((await send("DELETE", "/api/evs", { ids })).json()).toEqual({ deleted: 3 });
    for (const row of rows) {
      const { id } = (await send("POST", "/api/evs", valuesOf(row))).json<EvRow>();
      expect(await claimsOf(id)).toHaveProperty("range.claims.length", 1);
    }
  });

  test("stay with it when its model is merged into another, and under its old id", async () => {
    const { add, app, claimsOf, named, send } = await openTestClaims(databases);
    const [flash, wind] = [await named("Flash"), await named("Wind")];
    await add(flash.id);
    const modelOf = async (id: number) => (await app.inject(`/api/evs/${id}`)).json<Ev>().id;
    const [from, into] = [await modelOf(flash.id), await modelOf(wind.id)];
    expect((await send("POST", "/api/evs/merge", { from, into })).statusCode).toBe(200);
    expect(await claimsOf(flash.id)).toHaveProperty("range.claims.length", 1);
    const [old, now] = [
      (await app.inject(`/api/evs/${from}/claims`)).json(),
      (await app.inject(`/api/evs/${into}/claims`)).json(),
    ];
    expect(old).toEqual(now);
  });
});

describeOnEachEngine("undoing an import", ({ open }) => {
  const said = { field: "price", value: 1, method: "maker", source: "Kia" } as const;
  const claim = { ...said, ...NO_DETAILS };

  test("keeps rows that got claims since, both added and updated ones", async () => {
    const database = await open();
    const { app, store, upload, undo } = await openTestImport(database);
    const claims = createClaimStore(database);
    const rowIds = async () => {
      const { rows } = await readCatalogue(store);
      return rows.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    const added = await upload(csv(EV6, EV9));
    const [ev6 = 0, ev9 = 0] = await rowIds();
    await claims.add({ ...claim, rowId: ev6 }, null);
    const undone = await undo(added.body.importId);
    expect(undone.body).toMatchObject({ removed: 1, restored: 0, kept: [{ id: ev6 }] });
    expect(await rowIds()).toEqual([ev6]);
    expect(ev9).toBeGreaterThan(0);

    const dearer = EV6.replace("48900", "50000");
    const updated = await upload(csv(dearer), { query: "?existing=update" });
    await claims.add({ ...claim, value: 2, rowId: ev6 }, null);
    expect((await undo(updated.body.importId)).body).toMatchObject({
      restored: 0,
      kept: [{ id: ev6, price: 50_000 }],
    });
    // A claim added before the import does not prevent the undo.
    const again = await upload(csv(EV6), { query: "?existing=update" });
    expect((await undo(again.body.importId)).body).toMatchObject({ restored: 1, kept: [] });
    expect((await app.inject("/api/evs.csv")).body).toContain("50000");
  });
});
