import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { input, openRows, WRITER } from "../../../../test/rows.ts";
import { createModelMerges } from "../../catalogue/model-merges.db.server.ts";
import { writeImport } from "../../import/import.db.server.ts";

describeOnEachEngine("rows of several writers", ({ open }) => {
  test("are named: another one before the user, and the authors of imports, merges and new names", async () => {
    const database = await open();
    const { add, rows, modelId } = await openRows(database);
    const eve = { id: 8, username: "eve", sessionId: null };
    const [row, other] = [await add({ price: 1 }), await add({ trim: "GT" })];
    const nameOf = async ({ id }: EvRow, version: number, writer = WRITER) => {
      const refused = await rows.updateRow(id, { price: 99 }, { ...writer, ifVersions: [version] });
      return refused.kind === "done" ? undefined : refused.changedBy;
    };

    await rows.updateRow(row.id, { price: 2 }, { user: eve });
    expect(await nameOf(row, 1)).toBe("eve");
    await rows.updateRow(row.id, { range: 2 }, WRITER);
    expect(await nameOf(row, 1), "of two authors the other one").toBe("eve");
    expect(await nameOf(row, 2), "only the user").toBe("ada");
    expect(await nameOf(row, 2, { user: eve })).toBe("ada");
    await rows.updateRow(row.id, { range: 3 }, { user: null });
    expect(await nameOf(row, 3), "the server has no name").toBeNull();

    const existing = { mode: "update", cleared: new Set<never>() } as const;
    const importer = { user: eve, subject: "new.csv", invalid: 0, most: 0, existing };
    const changed = [{ row: 1, input: input({ price: 7 }) }];
    await writeImport(database, changed, importer, new AbortController().signal);
    expect(await nameOf(row, 4), "an import").toBe("eve");
    expect(await nameOf(other, 0), "the import left it alone").toBeNull();

    await rows.updateRow(row.id, { model: "EV7" }, { user: eve });
    expect(await nameOf(other, 1), "the model's new name").toBe("eve");

    const twin = await add({ model: "EV8", trim: "Line" });
    const [from = 0, into = 0] = [await modelId(twin.id), await modelId(row.id)];
    await createModelMerges(database).mergeModels(from, into, eve);
    expect(await nameOf(twin, 1), "a merge").toBe("eve");
  });

  test("lose nothing to simultaneous writers of other fields", async () => {
    const { add, rows, all } = await openRows(await open());
    const { id } = await add();
    const changes = { price: 1, range: 2, topSpeed: 3, trim: "GT" };
    const each = Object.entries(changes).map(([name, value]) => ({ [name]: value }));
    await Promise.all(each.map((change) => rows.updateRow(id, change, WRITER)));
    expect(await all()).toMatchObject([{ ...changes, version: 5 }]);
  });

  test("of one new model that are added at the same time create one model", async () => {
    const { add, all } = await openRows(await open());
    const outcomes = await Promise.allSettled(["A", "B", "C", "A"].map((trim) => add({ trim })));
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const rows = await all();
    expect(rows.filter((row) => row.isModelHeader)).toHaveLength(1);
    expect(rows).toHaveLength(3);
  });
});
