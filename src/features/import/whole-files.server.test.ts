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
