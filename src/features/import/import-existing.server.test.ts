import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { inputs, readCatalogue } from "../../../test/catalogue.ts";
import { openTestImport } from "../../../test/import.ts";
import { readActivity } from "../activity/activity.db.server.ts";
import { createRowStore } from "../admin/rows/rows.db.server.ts";
import { readChanges } from "../changes/changes.db.server.ts";
import { createReviewStore } from "../reviews/reviews.db.server.ts";
import { createVoteStore } from "../ranking/votes.db.server.ts";

const NAMES = { make: "Kia", model: "EV6", year: 2025, bodyType: "SUV" } as const;
const ROWS = inputs(
  { ...NAMES, trim: "Wind", price: 48900, range: 310, charging: 0 },
  { ...NAMES, trim: "GT", price: 61900, taxCreditEligible: false },
);
const HEADER = "make,model,trim,year,bodyType,price,range,charging,taxCreditEligible\n";

async function figures({ store }: Pick<Awaited<ReturnType<typeof openTestImport>>, "store">) {
  const { rows } = await readCatalogue(store);
  return Object.fromEntries(
    rows.map(({ trim, price, range, charging }) => [trim, [price, range, charging]]),
  );
}

const FILE = `${HEADER}kia,ev6,WIND,2025,SUV,47000,,18,\nKia,EV6,GT,2025,SUV,61900,,,no\nKia,EV6,wind,2025,SUV,1,1,1,\nKia,EV6,New,2026,SUV,50000,300,,\n`;

describeOnEachEngine("rows that exist", ({ open }) => {
  test("are updated on request, each difference shown first", async () => {
    const database = await open();
    const theImport = await openTestImport(database, ROWS);
    const { upload, names } = theImport;
    const check = await upload(FILE, { query: "?dryRun=true&existing=update&list=9" });
    const changes = { price: [48900, 47000], charging: [0, 18] };
    expect(check.body).toMatchObject({
      added: [{ trim: "New" }],
      updated: [{ row: 1, changes }],
      skipped: [{ row: 2 }],
      counts: { added: 1, updated: 1, skipped: 1, repeated: 1, invalid: 0 },
      importId: null,
    });
    expect(await figures(theImport)).toMatchObject({ Wind: [48900, 310, 0] });

    const { body } = await upload(FILE, { query: "?existing=update" });
    expect(body).toMatchObject({ updated: check.body.updated, skipped: check.body.skipped });
    expect(body.updated[0]?.changes).toEqual(changes);
    const changed = { Wind: [47000, 310, 18], GT: [61900, null, null], New: [50000, 300, null] };
    expect(await figures(theImport)).toEqual(changed);
    expect(await names()).toContain("Kia EV6 Wind 2025");
    const prices = (await readChanges(database, 0, 9)).filter(({ kind }) => kind === "price");
    expect(prices).toMatchObject([{ before: 48900, after: 47000 }]);
    // Importing the same file again changes nothing.
    const again = await upload(FILE, { query: "?existing=update" });
    expect(again.body).toMatchObject({ added: [], updated: [], importId: null });
  });

  test("have only their gaps filled on request", async () => {
    const theImport = await openTestImport(await open(), ROWS);
    const { body } = await theImport.upload(FILE, { query: "?existing=fill" });
    expect(body.updated).toMatchObject([{ row: 1, changes: { charging: [0, 18] } }]);
    expect(await figures(theImport)).toMatchObject({ Wind: [48900, 310, 18] });
  });

  test("stay as they are by default", async () => {
    const theImport = await openTestImport(await open(), ROWS);
    const { body } = await theImport.upload(FILE);
    expect(body).toMatchObject({ updated: [], skipped: [{ row: 2 }] });
    expect(await figures(theImport)).toMatchObject({ Wind: [48900, 310, 0] });
    const refused = await theImport.upload(FILE, { query: "?existing=all" });
    const error = "existing must be update or fill";
    expect(refused).toMatchObject({ status: 400, body: { error } });
  });
});

describeOnEachEngine("the undo of an import", ({ open }) => {
  test("takes everything back as one step, once", async () => {
    const database = await open();
    const theImport = await openTestImport(database, ROWS);
    const { upload, undo, written, names, store } = theImport;
    const before = await figures(theImport);
    const file = `${FILE}BYD,Seal,AWD,2025,Sedan,40000,300,,\n`;
    const { importId } = (await upload(file, { query: "?existing=update" })).body;
    const rows = [
      { name: "2025 Kia EV6 Wind", kind: "updated", changes: { price: [48900, 47000] } },
      { name: "2026 Kia EV6 New", kind: "added", changes: {} },
      { name: "2025 BYD Seal AWD", kind: "added", changes: {} },
    ];
    const list = await written(importId);
    expect(list).toMatchObject({ id: importId, subject: "new.csv", rows, next: null });
    const rest = await written(importId, `?after=${list.rows[0]?.id}`);
    expect(rest.rows).toMatchObject(rows.slice(1));

    const version = await store.version();
    const undone = { removed: 2, restored: 1, kept: [] };
    expect(await undo(importId)).toEqual({ status: 200, body: undone });
    expect(await figures(theImport)).toEqual(before);
    expect(await names()).toEqual(["Kia EV6 Wind 2025", "Kia EV6 GT 2025"]);
    const models = await database.read.selectFrom("models").select("model").execute();
    expect(models).toEqual([{ model: "EV6" }]);
    expect(await store.version()).toBe(version + 1);
    expect((await undo(importId)).status).toBe(404);
    expect(await written(importId)).toMatchObject({ error: expect.stringContaining("undone") });
    const after = { removed: 2, restored: 1, kept: 0 };
    expect(await readActivity(database, { limit: 1 })).toMatchObject([
      { action: "import-undone", subject: "new.csv", after },
    ]);
    const removed = (await readChanges(database, 0, 99)).filter(({ kind }) => kind === "removed");
    const removedNames = removed.map(({ name }) => name).toSorted();
    expect(removedNames).toEqual(["2025 BYD Seal AWD", "2026 Kia EV6 New"]);
  });

  test("leaves rows that were changed or reviewed since, and the last of a model with votes", async () => {
    const database = await open();
    const { upload, undo, names } = await openTestImport(database, ROWS);
    const line = (model: string, trim: string) => `Kia,${model},${trim},2025,SUV,,,,\n`;
    const file = `${HEADER}${line("EV9", "A")}${line("EV9", "B")}${line("EV5", "Changed")}${line("EV5", "Reviewed")}${line("EV5", "Gone")}kia,ev6,wind,2025,SUV,1,,,\n`;
    const { added, importId } = (await upload(file, { query: "?existing=update" })).body;
    const [a, , changed, reviewed, gone] = added;
    const rows = createRowStore(database);
    await rows.changeRows([{ id: changed?.id ?? 0, set: { price: 5 } }], null);
    await rows.deleteRows([{ id: gone?.id ?? 0 }], null);
    const models = await database.read.selectFrom("models").selectAll().execute();
    const modelId = (name: string) => models.find(({ model }) => model === name)?.id ?? 0;
    const reviews = createReviewStore(database);
    const words = { trimId: null, userName: "Ada", rating: 4, comment: "Fine" };
    await reviews.add({ modelId: modelId("EV5"), rowId: reviewed?.id ?? 0, ...words });
    const votes = createVoteStore(database);
    await votes.cast({ modelId: modelId("EV9"), visitor: "v", isUpvote: true });

    const { status, body } = await undo(importId);
    expect([status, body.removed, body.restored]).toEqual([200, 1, 1]);
    expect(body.kept.map(({ id, isModelHeader }) => [id, isModelHeader])).toEqual([
      [a?.id, true],
      [changed?.id, true],
      [reviewed?.id, false],
    ]);
    const left = ["Kia EV9 A 2025", "Kia EV5 Changed 2025", "Kia EV5 Reviewed 2025"];
    expect((await names()).slice(2)).toEqual(left);
    expect((await undo(importId)).status).toBe(404);
  });

  test("is possible for thirty days", async () => {
    const database = await open();
    const { upload, undo } = await openTestImport(database, ROWS);
    const first = await upload(`${HEADER}Kia,EV9,A,2025,SUV,,,,\n`);
    const { importId } = first.body;
    expect((await undo(99)).status).toBe(404);
    const at = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
    await database.write.updateTable("imports").set({ at }).execute();
    expect((await undo(importId)).status).toBe(404);
    await upload(`${HEADER}Kia,EV9,B,2025,SUV,,,,\n`);
    const imports = await database.read.selectFrom("imports").select("id").execute();
    expect(imports).toEqual([{ id: 2 }]);
  });
});
