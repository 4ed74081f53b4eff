import { expect, test } from "vitest";
import { readActivity, recordActivity } from "./activity.db.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { signIn } from "../../test/sign-in.ts";

describeOnEachEngine("activity", ({ open }) => {
  test("keeps the whole of what is new or gone, and of a change what differs", async () => {
    const database = await open();
    const { write } = database;
    const { writer: user } = await signIn(database, "Ada");
    await write.transaction().execute(async (transaction) => {
      const subject = "2025 Kia EV6 Wind";
      const whole = { trim: "Wind", price: 1, image: null };
      const about = { user, subject, rowId: 3 };
      await recordActivity(transaction, { ...about, action: "row-added", after: whole });
      await recordActivity(transaction, {
        ...about,
        action: "row-changed",
        before: whole,
        after: { ...whole, price: null },
      });
      await recordActivity(transaction, { ...about, action: "row-deleted", before: whole });
    });
    const all = await readActivity(database, { limit: 10 });
    expect(all.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["row-deleted", { trim: "Wind", price: 1, image: null }, null],
      ["row-changed", { price: 1 }, { price: null }],
      ["row-added", null, { trim: "Wind", price: 1, image: null }],
    ]);
    expect(all[0]).toMatchObject({ username: "Ada", subject: "2025 Kia EV6 Wind", rowId: 3 });
    expect(new Date(all[0]?.at ?? "").toISOString()).toBe(all[0]?.at);
  });

  test("comes in parts, the latest first", async () => {
    const database = await open();
    const { write } = database;
    for (const subject of ["a", "b", "c"]) {
      await write
        .transaction()
        .execute((transaction) =>
          recordActivity(transaction, { user: null, action: "user-registered", subject }),
        );
    }
    const [c, b] = await readActivity(database, { limit: 2 });
    expect([c?.subject, b?.subject]).toEqual(["c", "b"]);
    const rest = await readActivity(database, { limit: 2, before: b?.id });
    expect(rest.map(({ subject, username }) => [subject, username])).toEqual([["a", null]]);
  });

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
