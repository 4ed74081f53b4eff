import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { inputs } from "../../../test/catalogue.ts";
import { openTestImport } from "../../../test/import.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";

const HEADER = "make,model,trim,year,bodyType";

describeOnEachEngine("a file is stored as it says", ({ open }) => {
  test("kilometers come back as they were", async () => {
    const { upload, app } = await openTestImport(await open());
    const kilometers = [333, 400, 401, 450, 451, 452, 505];
    const rows = kilometers.map((km) => `Alpha,Kilo,T${km},2026,SUV,${km},${km}`);
    const file = [`${HEADER},range [km],Top speed (km/h)`, ...rows].join("\n");
    const mapping = {
      "range [km]": { field: "range", unit: "km" },
      "Top speed (km/h)": { field: "topSpeed", unit: "km/h" },
    };
    const { status, body } = await upload(file, { mapping });
    expect(status).toBe(200);
    const { formatRange, formatTopSpeed } = DISTANCE_FORMATS.km;
    for (const { trim, range, topSpeed } of body.added) {
      expect([formatRange(range), formatTopSpeed(topSpeed)]).toEqual([
        `${trim.slice(1)} km`,
        `${trim.slice(1)} km/h`,
      ]);
    }
    expect(body.added.find(({ trim }) => trim === "T450")).toMatchObject({ range: 279.6 });
    const exported = (await app.inject("/api/evs.csv")).payload;
    const again = await upload(exported, { query: "?existing=update" });
    expect(again.body).toMatchObject({ added: [], updated: [] });
  });

  test("lakhs in a header stay lakhs once a currency is chosen", async () => {
    const { upload } = await openTestImport(await open());
    const file = `${HEADER},price (Lakhs)\nAlpha,Lakh One,Base,2026,SUV,15\nAlpha,Lakh Two,Base,2026,SUV,17.4\n`;
    const mapping = { "price (Lakhs)": { field: "price", unit: "rupees", rate: 0.012 } };
    const { body } = await upload(file, { mapping });
    expect(body.added).toMatchObject([{ price: 18_000 }, { price: 20_880 }]);
  });

  test("a figure that would be rounded to 0 stops the import", async () => {
    const { upload, names } = await openTestImport(await open());
    const mapping = { price: { field: "price", unit: "rupees", rate: 0.012 } };
    const file = `${HEADER},price\nAlpha,Lakh One,Base,2026,SUV,15\n`;
    const { status, body } = await upload(file, { mapping });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      rows: [
        {
          row: 1,
          column: "price",
          message: "This would be stored as 0. Check the column's unit and rate",
          value: "15",
        },
      ],
    });
    expect(await names()).toEqual([]);
    const dollars = await upload(`${HEADER},price\nAlpha,One,Base,2026,SUV,0.3\n`);
    expect(dollars.body).toMatchObject({ rows: [{ row: 1, column: "price", value: "0.3" }] });
  });

  test("a space before a quotation mark is none of the cell", async () => {
    const { upload } = await openTestImport(await open());
    const file = `make, model, trim, year, bodyType, price, source
"Alpha", "Volt One", "Long, wide", 2026, "SUV", "45,990", maker
Alpha, Volt Two, 19" wheels, 2026, Sedan, 38500, "site, page 2"
`;
    const { body } = await upload(file);
    expect(body.added).toMatchObject([
      { make: "Alpha", model: "Volt One", trim: "Long, wide", price: 45_990, source: "maker" },
      { model: "Volt Two", trim: '19" wheels', price: 38_500, source: "site, page 2" },
    ]);
  });

  test("one wrong value in the catalogue does not hide another", async () => {
    const known = Array.from({ length: 100 }, (_row, at) => {
      return { make: "Kia", model: `M${at}`, price: at === 0 ? 46 : 30_000 + at * 1_000 };
    });
    const { upload } = await openTestImport(await open(), inputs(...known));
    const file = `${HEADER},price\nAlpha,Volt,Base,2025,SUV,47\nAlpha,Volt,Top,2025,SUV,60000\n`;
    const { body } = await upload(file, { query: "?dryRun=true" });
    expect(body.unusual).toMatchObject([
      { field: "price", least: 31_000, most: 128_000, count: 1, rows: [{ row: 1, value: 47 }] },
    ]);
  });
});
