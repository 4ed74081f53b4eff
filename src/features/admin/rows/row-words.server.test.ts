import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { inputs } from "../../../../test/catalogue.ts";
import { expectIssue } from "../../../../test/refusals.ts";
import { GOOD_ROW, openTestRows } from "../../../../test/row-calls.ts";
import type { EvRow } from "../../../domain/vehicle.ts";

describeOnEachEngine("words for no value in fields of text", (databases) => {
  test("are stored as null by every call, and are not accepted as names", async () => {
    const { send, named } = await openTestRows(databases);
    const row = { ...GOOD_ROW, source: "NaN", batteryWarranty: " n/a " };
    const added = await send("POST", "/api/evs", row);
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({ source: null, batteryWarranty: null });
    const refused = await send("POST", "/api/evs", { ...GOOD_ROW, trim: "None" });
    expectIssue(refused, 400, "trim", "Trim is required");

    const { id } = await named("Flash");
    await send("PUT", `/api/evs/${id}`, { source: "Ford" });
    const cleared = await send("PUT", `/api/evs/${id}`, { source: "undefined" });
    expect(cleared.json()).toMatchObject({ source: null });
    const unnamed = await send("PUT", `/api/evs/${id}`, { trim: "null" });
    expectIssue(unnamed, 400, "trim", "Trim is required");
    await send("PATCH", "/api/evs", { ids: [id], set: { source: "Ford" } });
    const set = await send("PATCH", "/api/evs", { ids: [id], set: { source: "-" } });
    expect(set.json()).toMatchObject({ updated: [{ source: null }] });
    const both = await send("PATCH", "/api/evs", { ids: [id], set: { trim: "NA" } });
    expectIssue(both, 400, "trim", "Trim is required");
  });

  test("in existing rows stay until they are changed", async () => {
    const { send, named, store } = await openTestRows(databases);
    await store.insertRows(inputs({ make: "Acme", trim: "None", source: "n/a" }));
    const before = await named("None");
    const url = `/api/evs/${before.id}`;
    const missing = await send("PUT", url, { price: 5 });
    expect(missing.json()).toMatchObject({ price: 5, trim: "None", source: "n/a" });
    const { id: _id, isModelHeader: _header, version: _version, ...fields } = before;
    const whole = await send("PUT", url, { ...fields, price: 6 });
    expect(whole.json()).toMatchObject({ price: 6, trim: "None", source: "n/a" });
    const changed = await send("PUT", url, { ...fields, trim: "GT", source: "N/A" });
    expect(changed.json<EvRow>()).toMatchObject({ trim: "GT", source: null });
  });
});
