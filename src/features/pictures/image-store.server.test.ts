import { expect, it } from "vitest";
import { recordActivity } from "../activity/activity.db.server.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { createVehicleStore } from "../catalogue/vehicles.db.server.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { createImageStore, removeUnusedPictures } from "./image-store.db.server.ts";

const DAY_MS = 24 * 3_600_000;
const idOf = (digit: string) => digit.repeat(32);
const [shown, transformed, elsewhere, deleted] = [idOf("1"), idOf("2"), idOf("3"), idOf("4")];
const [unused, again, replaced] = [idOf("5"), idOf("6"), idOf("7")];

describeOnEachEngine("pictures that nobody uses", ({ open, freshEnv }) => {
  it("are removed after a day, all others stay", async () => {
    const env = await freshEnv();
    const database = await open(env);
    const { write } = database;
    const store = createImageStore(database);
    const all = [shown, transformed, elsewhere, deleted, unused, again, replaced];
    for (const id of all) await store.put(id, Buffer.from(id));
    const images = [
      `/images/upload/${shown}`,
      `/images/upload/f_auto,q_auto:good,w_800/${transformed}`,
      `https://cars.example/images/upload/${elsewhere}`,
    ];
    await createVehicleStore(database).insertRows(
      images.map((image, index) =>
        EvInput.parse({
          make: "A",
          model: "B",
          trim: `${index}`,
          year: 2026,
          bodyType: "SUV",
          image,
        }),
      ),
    );
    await write.transaction().execute((transaction) =>
      recordActivity(transaction, {
        user: null,
        action: "row-deleted",
        subject: "2026 A B C",
        before: { image: `/images/upload/${deleted}` },
      }),
    );
    const theImport = { id: 1, at: "2026-11-23", subject: "a.csv", first_row_id: 9, added: 0 };
    await write.insertInto("imports").values(theImport).execute();
    const changes = JSON.stringify({ image: [`/images/upload/${replaced}`, null] });
    const update = { import_id: 1, row_id: 9, version: 2, changes };
    await write.insertInto("import_updates").values(update).execute();
    const left = async () => (await store.list()).toSorted();

    expect(await removeUnusedPictures(database, Date.now())).toBe(0);
    expect(await left()).toEqual(all);
    expect(await removeUnusedPictures(database, Date.now() + DAY_MS + 1)).toBe(2);
    expect(await left()).toEqual([shown, transformed, elsewhere, deleted, replaced]);
    expect(await store.get(unused)).toBeUndefined();
  });

  it("count as new when they are uploaded again", async () => {
    const database = await open(await freshEnv());
    const store = createImageStore(database);
    expect(await store.renew(again)).toBe(false);
    await store.put(again, Buffer.from("picture"));
    const later = Date.now() + 1;
    await expect.poll(() => Date.now() > later).toBe(true);
    expect(await store.renew(again)).toBe(true);
    expect(await removeUnusedPictures(database, later + DAY_MS)).toBe(0);
    expect(await store.get(again)).toEqual(Buffer.from("picture"));
    expect(await removeUnusedPictures(database, Date.now() + DAY_MS + 1)).toBe(1);
    expect(await removeUnusedPictures(database, Date.now() + DAY_MS + 1)).toBe(0);
  });
});
