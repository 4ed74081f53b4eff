import { expect, test } from "vitest";
import { inputs, readCatalogue } from "../../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestImport } from "../../../../test/import.ts";

const WORDS = "NaN|null|None|undefined|NA|N/A|n.a.|empty|TBA|POA|unknown|k.A.|n/d|-|–|--|".split(
  "|",
);

describeOnEachEngine("words for no value", ({ open }) => {
  test("are not read as text in a file", async () => {
    const { upload } = await openTestImport(await open());
    const header = "make,model,trim,year,bodyType,source,batteryWarranty,driveType,price\n";
    const rows = WORDS.map(
      (word, at) => `Kia,EV6,${at},2025,SUV,${word},${word.toUpperCase()},${word},${word}\n`,
    );
    const { status, body } = await upload(header + rows.join(""));
    expect(status).toBe(200);
    const nothing = { source: null, batteryWarranty: null, driveType: null, price: null };
    expect(body.added).toMatchObject(WORDS.map(() => nothing));
    const unnamed = WORDS.map((word) => `Kia,EV6,${word},2025,SUV,,,,\n`);
    const refused = await upload(header + unnamed.join(""));
    expect(refused.status).toBe(422);
    const required = { column: "trim", message: "Trim is required" };
    expect(refused.body.rows).toMatchObject(WORDS.map(() => required));
  });

  test("in existing rows survive an export and import", async () => {
    const rows = inputs(...WORDS.filter(Boolean).map((trim) => ({ trim, source: trim })));
    const from = await openTestImport(await open(), rows);
    const csv = (await from.app.inject("/api/evs.csv")).body;
    expect((await from.upload(csv)).body).toMatchObject({ added: [] });
    const to = await openTestImport(await open());
    expect((await to.upload(csv)).status).toBe(200);
    const { rows: stored } = await readCatalogue(to.store);
    const texts = stored.map(({ trim, source }) => [trim, source]);
    expect(texts).toEqual(expect.arrayContaining(rows.map(({ trim, source }) => [trim, source])));
  });
});
