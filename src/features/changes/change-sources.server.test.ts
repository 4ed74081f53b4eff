import { sql } from "kysely";
import { expect, test } from "vitest";

import { UNTOLD_CHANGES } from "../../../test/catalogue-invariants.ts";
import { inputs } from "../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { csv, EV6, EV9, openTestImport } from "../../../test/import.ts";
import { input, openRows, WRITER } from "../../../test/rows.ts";
import { up } from "../../../db/migrations/015-row-changes.ts";
import type { Database } from "../../db/database.server.ts";
import { createVehicleStore } from "../catalogue/vehicles.db.server.ts";
import { fillStarterCatalogue } from "../catalogue/starter-facts.db.server.ts";
import { lastChangeId, readChanges, readHistory } from "./changes.db.server.ts";

const ALL = 100_000;

async function untold({ write }: Database): Promise<unknown[]> {
  return (await sql.raw(UNTOLD_CHANGES).execute(write)).rows;
}

describeOnEachEngine("changes are told", ({ open }) => {
  test("of the starter catalogue, once", async () => {
    const database = await open();
    const count = await fillStarterCatalogue(database);
    await fillStarterCatalogue(database);
    const changes = await readChanges(database, 0, ALL);
    expect(changes).toHaveLength(count);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(["added"]));
    expect(await untold(database)).toEqual([]);
  });

  test("of an import's new rows, in the order of the file, and of no other", async () => {
    const database = await open();
    const there = inputs({ make: "Kia", model: "EV9", trim: "Land", year: 2025 });
    const { upload } = await openTestImport(database, there);
    const before = await lastChangeId(database);
    const many = Array.from({ length: 2_100 }, (_, at) => EV6.replace("Wind", `Wind ${at}`));
    expect((await upload(csv(EV9, ...many), { query: "?dryRun=true" })).status).toBe(200);
    expect((await upload(csv(EV6, "Kia,EV6,,2025,x,,,,SUV,"))).status).toBe(422);
    expect(await lastChangeId(database)).toBe(before);
    expect((await upload(csv(EV9, ...many))).status).toBe(200);
    const changes = await readChanges(database, before, ALL);
    expect(changes.map(({ id }) => id)).toEqual(many.map((_, at) => before + 1 + at));
    expect(changes.map(({ name }) => name)).toEqual(many.map((_, at) => `2025 Kia EV6 Wind ${at}`));
    expect(changes[0]?.after).toEqual({ price: 48_900, range: 310 });
    expect(await untold(database)).toEqual([]);
  });

  test("of rows from before the table only when they change, though their figures are known", async () => {
    const database = await open();
    const { add, rows } = await openRows(database);
    const row = await add({ price: 42_600, range: 270 });
    await add({ trim: "GT", price: 0, range: 0 });
    // Puts the database into the state that an earlier version left it in.
    const { write } = database;
    for (const statement of [
      sql`drop table row_changes`,
      sql`delete from id_sequences where name = 'row_changes'`,
      sql`alter table catalogue drop column feed_id`,
      sql`alter table catalogue drop column feed_since`,
    ])
      await statement.execute(write);
    const started = new Date().toISOString();
    // Migrations do not know the table types.
    await write.transaction().execute((transaction) => up(transaction as never));
    expect(await readChanges(database, 0, ALL)).toEqual([]);
    expect(await untold(database)).toEqual([]);
    await rows.updateRow(row.id, { price: 40_600 }, WRITER);
    await rows.createRow(input({ trim: "Light" }), WRITER.user);
    expect(await readChanges(database, 0, ALL)).toMatchObject([
      { id: 1, kind: "price", name: "2025 Kia EV6 Wind", before: 42_600, after: 40_600 },
      { id: 2, kind: "added", name: "2025 Kia EV6 Light" },
    ]);
    const { findRow } = createVehicleStore(database);
    const modelId = (await findRow(row.id))?.modelId ?? 0;
    const trims = [{ rowId: row.id, trim: row.trim, year: row.year }];
    const history = await readHistory(database, { id: modelId, trims });
    const [first, second] = history.trims[0]?.changes ?? [];
    expect(first).toMatchObject({ price: 42_600, range: 270 });
    expect(second).toMatchObject({ price: 40_600, range: 270 });
    expect(String(first?.at) >= started).toBe(true);
    const figures = sql`select price, "range" from row_changes where name = '2025 Kia EV6 GT'`;
    expect((await figures.execute(write)).rows).toEqual([{ price: null, range: null }]);
  });
});
