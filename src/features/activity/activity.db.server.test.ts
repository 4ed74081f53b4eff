import { expect, test } from "vitest";
import { readActivity, recordActivity } from "./activity.db.server.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";

describeOnEachEngine("activity", ({ open }) => {
  test("keeps the latest hundred thousand, and loses older ones in passing", async () => {
    const database = await open();
    const { write } = database;
    const record = () =>
      write
        .transaction()
        .execute((transaction) =>
          recordActivity(transaction, { user: null, action: "row-deleted", subject: "x" }),
        );
    for (const nextId of [1, 99_999, 100_098]) {
      await write
        .updateTable("id_sequences")
        .set({ next_id: nextId })
        .where("name", "=", "activity")
        .execute();
      await record();
      await record();
    }
    const idsLeft = async () => (await readActivity(database, { limit: 10 })).map(({ id }) => id);
    expect(await idsLeft()).toEqual([100_099, 100_098, 100_000, 99_999, 2, 1]);
    await record();
    expect(await idsLeft()).toEqual([100_100, 100_099, 100_098, 100_000, 99_999]);
  });
});
