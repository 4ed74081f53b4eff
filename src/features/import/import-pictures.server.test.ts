import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { csv, EV6, EV9, openTestImport } from "../../../test/import.ts";
import { readCatalogue } from "../../../test/catalogue.ts";
import { MAX_PICTURES } from "./import-pictures.server.ts";

describeOnEachEngine("an import with pictures as data", ({ open }) => {
  test("stores them in our own store", async () => {
    const { upload, pictures, store } = await openTestImport(await open());
    const withPicture = (end: string) => `${EV9}"data:image/png;base64,iVBORw0K${end}"`;
    const { body } = await upload(csv(withPicture("Goo=")));
    expect(body.added).toMatchObject([
      { image: expect.stringMatching(/^\/images\/upload\/\w{32}$/) },
    ]);
    expect(pictures).toHaveLength(1);
    const refused = await upload(csv(EV6, withPicture("AAAA").replace("Land", "Wind")));
    expect(refused).toMatchObject({
      status: 422,
      body: { rows: [{ row: 2, column: "image", message: "The picture cannot be read." }] },
    });
    expect((await readCatalogue(store)).rows).toHaveLength(1);
    expect(pictures).toHaveLength(1);
  });

  test("refuses a file with too many pictures", async () => {
    const { upload, pictures } = await openTestImport(await open());
    const rows = Array.from(
      { length: MAX_PICTURES + 1 },
      (_, at) =>
        `${EV9.replace("Land", `T${at}`)}"data:image/png;base64,iVBORw0K${String(at).padStart(4, "0")}"`,
    );
    const { status, body } = await upload(csv(...rows), { query: "?dryRun=true" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ rows: [] });
    expect(JSON.stringify(body)).toContain("more than 50 pictures as data");
    expect(pictures).toEqual([]);
    // The limit counts distinct pictures, however many rows use each.
    const few = await upload(csv(...rows.slice(1), rows[1]?.replace("T1", "T99") ?? ""));
    expect(few.status).toBe(200);
  });

  test("checks them in a dry run, and stores only those of good rows", async () => {
    const { upload, pictures, names } = await openTestImport(await open());
    const withPicture = (trim: string, end: string) =>
      `${EV9.replace("Land", trim)}"data:image/png;base64,iVBORw0K${end}"`;
    await upload(csv(EV9));
    const file = csv(withPicture("Land", "Goo="), withPicture("Wind", "AAAA"), EV6, EV6);
    const bad = { row: 2, column: "image", message: "The picture cannot be read." };
    const dry = await upload(file, { query: "?dryRun=true&list=100" });
    expect(pictures).toEqual([]);
    const told = { counts: { added: 1, skipped: 1, repeated: 1, invalid: 1 }, invalid: [bad] };
    expect(dry.body).toMatchObject(told);
    expect(await upload(file)).toMatchObject({ status: 422, body: { rows: [bad] } });
    const { body } = await upload(file, { query: "?invalid=skip" });
    expect(body).toMatchObject({ added: [{ model: "EV6" }], invalid: [bad] });
    expect(pictures).toHaveLength(1);
    await upload(csv(withPicture("Land", "Goo="), withPicture("Wind", "Goo=")));
    expect(pictures).toHaveLength(2);
    expect(await names()).toHaveLength(3);
  });

  test("treats a picture that the row already has as unchanged", async () => {
    const { upload } = await openTestImport(await open());
    const file = csv(`${EV9}"data:image/png;base64,iVBORw0KGoo="`);
    await upload(file);
    for (const query of ["?existing=update&list=9", "?existing=update&list=9&dryRun=true"]) {
      const { body } = await upload(file, { query });
      const unchanged = { counts: { updated: 0, skipped: 1 }, updated: [], importId: null };
      expect(body).toMatchObject(unchanged);
    }
  });
});

describeOnEachEngine("of several picture addresses in one cell", ({ open }) => {
  test("the first is stored, and that is said", async () => {
    const { upload } = await openTestImport(await open());
    const [first, second] = ["https://a.test/w_1,h_2/1.jpg", "https://a.test/2.jpg"];
    const between = [", ", ",", ";", " | ", " ", "\n"];
    const rows = between.map(
      (sign, at) => `Kia,EV6,${at},2025,,,,,SUV,"${first}${sign}${second}${sign}${second}"`,
    );
    const file = csv(
      ...rows,
      `Kia,EV6,Single,2025,,,,,SUV,"${first}"`,
      "Kia,EV6,None at all,2025,,,,,SUV,",
    );
    const check = await upload(file, { query: "?dryRun=true" });
    expect(check.body.invalid).toEqual([]);
    const images = [...between.map(() => first), first, null];
    expect(check.body.added.map(({ image }) => image)).toEqual(images);
    expect(check.body.notes).toEqual([
      {
        column: "image",
        message: "Only the first picture address is kept",
        isCertain: true,
        count: between.length,
        cells: [1, 2, 3, 4, 5].map((row) => ({ row, value: expect.stringContaining(first) })),
      },
    ]);
    const { body } = await upload(file);
    expect(body.notes).toMatchObject([{ count: between.length }]);
    expect(body.added.map(({ image }) => image)).toEqual(images);
    const { body: again } = await upload(csv(EV6));
    expect(again).not.toHaveProperty("notes");
  });
});
