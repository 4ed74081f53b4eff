import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
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
});
