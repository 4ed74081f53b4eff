import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { openRows, rowOf, WRITER } from "../../../../test/rows.ts";

describeOnEachEngine("rows of several writers", ({ open }) => {
  test("of another version are left alone", async () => {
    const { add, rows, all, version } = await openRows(await open());
    const { id } = await add({ price: 1 });
    const current = rowOf(await rows.updateRow(id, { price: 2 }, { ...WRITER, ifVersions: [1] }));
    const before = await version();
    const stale = { kind: "changed-meanwhile", current };
    expect(await rows.updateRow(id, { price: 3 }, { ...WRITER, ifVersions: [1] })).toEqual(stale);
    expect(await rows.deleteRow(id, { ...WRITER, ifVersions: [1] })).toEqual(stale);
    expect([await all(), await version()]).toEqual([[current], before]);
  });

  test("let one of two simultaneous writers with a condition through", async () => {
    const { add, rows, all } = await openRows(await open());
    const { id } = await add();
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((price) => rows.updateRow(id, { price }, { ...WRITER, ifVersions: [1] })),
    );
    expect(outcomes.filter(({ kind }) => kind === "done")).toHaveLength(1);
    expect(await all()).toMatchObject([{ version: 2 }]);
  });

  test("lose nothing to simultaneous writers of other fields", async () => {
    const { add, rows, all } = await openRows(await open());
    const { id } = await add();
    const changes: Partial<EvInput>[] = [
      { price: 1 },
      { range: 2 },
      { topSpeed: 3 },
      { trim: "GT" },
    ];
    await Promise.all(changes.map((change) => rows.updateRow(id, change, WRITER)));
    expect(await all()).toMatchObject([
      { price: 1, range: 2, topSpeed: 3, trim: "GT", version: 5 },
    ]);
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
