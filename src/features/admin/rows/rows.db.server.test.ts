import { expect, test } from "vitest";
import type { Database } from "../../../db/database.server.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openRows, rowOf, WRITER } from "../../../../test/rows.ts";

async function review(database: Database, modelId: number | undefined, rowId: number | null) {
  const next = await database.read
    .selectFrom("reviews")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const at = { created_at: "2026-01-02T03:04:05.678Z" };
  await database.write
    .insertInto("reviews")
    .values({
      id: next.count + 1,
      model_id: modelId ?? 0,
      row_id: rowId,
      user_name: "Bo",
      rating: 3,
      comment: "So so",
      ...at,
    })
    .execute();
}

describeOnEachEngine("rows", ({ open }) => {
  test("take the spelling of their model, and cannot be added twice", async () => {
    const { add, all } = await openRows(await open());
    await add();
    const added = await add({ make: "KIA", model: " ev6 ", trim: "GT" });
    expect(added).toMatchObject({ make: "Kia", model: "EV6" });
    await expect(add({ trim: "gt" })).rejects.toMatchObject({
      status: 409,
      message: "2025 Kia EV6 gt already exists",
    });
    expect(await all()).toHaveLength(2);
  });

  test("are refused what makes them another row", async () => {
    const { add, rows } = await openRows(await open());
    await add();
    const { id } = await add({ trim: "GT", year: 2026 });
    const conflict = { status: 409, message: "2025 Kia EV6 wind already exists" };
    const same = { trim: "wind", year: 2025 };
    await expect(rows.updateRow(id, same, WRITER)).rejects.toMatchObject(conflict);
    // A different year makes a different row (vehicles.md#models-and-rows).
    expect(rowOf(await rows.updateRow(id, { trim: "wind" }, WRITER)).trim).toBe("wind");
    expect(rowOf(await rows.updateRow(id, { trim: "gt" }, WRITER)).trim).toBe("gt");
    expect(rowOf(await rows.updateRow(id, { year: 2025 }, WRITER)).isModelHeader).toBe(false);
  });

  test("rename their model with all its rows, on the header row only", async () => {
    const database = await open();
    const { add, rows, all, modelId } = await openRows(database);
    const header = await add();
    const other = await add({ trim: "GT" });
    const model = await modelId(header.id);
    await review(database, model, null);
    const change = { make: "Hyundai", price: 1 };
    await expect(rows.updateRow(other.id, change, WRITER)).rejects.toMatchObject({
      status: 400,
      message: "Only the first row of Kia EV6 can change its make and model",
      issues: [{ path: "make" }],
    });
    await rows.updateRow(header.id, { make: "Hyundai", model: "Ioniq 6" }, WRITER);
    expect(await all()).toEqual([
      { ...header, make: "Hyundai", model: "Ioniq 6", version: 2 },
      { ...other, make: "Hyundai", model: "Ioniq 6", version: 2 },
    ]);
    expect(await modelId(header.id)).toBe(model);
    expect((await rows.costOfDeleting(header.id)).reviews).toBe(0);
  });

  test("are not renamed onto another model", async () => {
    const { add, rows, all } = await openRows(await open());
    await add({ model: "EV9" });
    const { id } = await add();
    const before = await all();
    await expect(rows.updateRow(id, { model: "ev9", price: 1 }, WRITER)).rejects.toMatchObject({
      status: 409,
      message: "Kia ev9 already exists",
    });
    expect(await all()).toEqual(before);
  });

  test("can change the spelling of their model, which stays the same model", async () => {
    const { add, rows, all } = await openRows(await open());
    const { id } = await add({ make: "KIA", model: "Ev6" });
    const second = await add({ trim: "GT" });
    await add({ make: "KIA", model: "EV9" });
    expect(rowOf(await rows.updateRow(id, { make: "Kia", model: "EV6" }, WRITER)).version).toBe(2);
    // Only the header row determines the spelling, and letter case alone does not make a different model.
    expect(rowOf(await rows.updateRow(second.id, { make: "kia" }, WRITER)).make).toBe("Kia");
    const names = (await all()).map(({ make, model }) => `${make} ${model}`);
    expect(names).toEqual(["Kia EV6", "Kia EV6", "KIA EV9"]);
  });

  test("hand the model on when the header goes, and take it along when the last goes", async () => {
    const database = await open();
    const { add, rows, all, modelId } = await openRows(database);
    const header = await add();
    const other = await add({ trim: "GT" });
    const model = await modelId(header.id);
    for (const rowId of [null, null, header.id, other.id]) await review(database, model, rowId);
    await database.write
      .insertInto("votes")
      .values({ model_id: model ?? 0, visitor: "v", is_upvote: 1, created_at: "2026-01-02" })
      .execute();
    await database.write
      .insertInto("vote_stats")
      .values({ model_id: model ?? 0, upvotes: 1, downvotes: 0 })
      .execute();
    const left = async () => {
      const reviews = await database.read.selectFrom("reviews").select("row_id").execute();
      const votes = await database.read.selectFrom("votes").select("model_id").execute();
      const stats = await database.read.selectFrom("vote_stats").select("model_id").execute();
      return [reviews.map(({ row_id }) => row_id), votes.length, stats.length];
    };

    const cost = await rows.costOfDeleting(header.id);
    expect(cost).toEqual({ reviews: 1, votes: 0, isLastRow: false });
    expect(await rows.deleteRow(header.id, WRITER)).toEqual({ kind: "done", row: header });
    expect(await all()).toEqual([{ ...other, isModelHeader: true }]);
    expect(await modelId(other.id)).toBe(model);
    expect(await left()).toEqual([[null, null, other.id], 1, 1]);

    expect(await rows.costOfDeleting(other.id)).toEqual({ reviews: 3, votes: 1, isLastRow: true });
    await rows.deleteRow(other.id, WRITER);
    expect(await all()).toEqual([]);
    expect(await left()).toEqual([[], 0, 0]);
    expect(await modelId(model ?? 0)).toBeUndefined();
  });

  test("name the other rows of a model that gets another name", async () => {
    const { add, rows, activity } = await openRows(await open());
    const { id } = await add({});
    await add({ trim: "Light" });
    await add({ trim: "GT" });
    await rows.updateRow(id, { make: "KIA Motors" }, WRITER);
    await rows.updateRow(id, { price: 5 }, WRITER);
    const subjects = (await activity()).map(({ subject }) => subject);
    const renamed = ["2025 KIA Motors EV6 Wind", "2025 Kia EV6 Wind and 2 other rows"];
    expect(subjects.slice(0, 2)).toEqual(renamed);
  });
});
