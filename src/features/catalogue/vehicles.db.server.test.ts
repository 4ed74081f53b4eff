import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { createVehicleStore } from "./vehicles.db.server.ts";
import { readCatalogue } from "../../../test/catalogue.ts";
import { input } from "../../../test/rows.ts";

const WHOLE = input({
  price: 64_500.5,
  range: 313,
  charging: 27,
  acceleration: 4.9,
  zeroToSixty: 4.85,
  topSpeed: 130,
  image: "https://images.example.com/ev6.jpg",
  seatingCapacity: 5,
  cargoSpace: 28.7,
  batteryCapacity: 102,
  maxChargingSpeed: 190,
  driveType: "AWD",
  taxCreditEligible: false,
  consumption: 28.1,
  chargePort: "CCS",
  acChargingSpeed: 11.5,
  homeCharging: 7.5,
  horsepower: 320,
  torque: 446,
  curbWeight: 4_661,
  length: 184.8,
  width: 74.4,
  height: 61.0,
  wheelbase: 114.2,
  groundClearance: 6.1,
  towing: 2_700,
  frunk: 0.7,
  batteryWarranty: "10 yr / 100,000 mi",
  source: "EPA 2026; Kia",
  checkedOn: "2026-11-23",
});

describeOnEachEngine("the vehicle store", ({ open }) => {
  test("gives models and rows ids that never collide and are never used again", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    await store.insertRows([input(), input({ model: "EV9" })]);
    const ids = async () =>
      (await readCatalogue(store)).rows.flatMap((row) => [row.id, row.modelId]);
    const before = await ids();
    expect(new Set(before).size).toBe(4);
    await database.write.deleteFrom("models").execute();
    await store.insertRows([input()]);
    const after = await ids();
    expect(after).toHaveLength(2);
    expect(Math.min(...after)).toBeGreaterThan(Math.max(...before));
  });

  test("takes more rows than one statement holds", async () => {
    const store = createVehicleStore(await open());
    const many = Array.from({ length: 2_500 }, (_, index) =>
      input({ model: `M${index % 1_100}`, trim: `T${index}` }),
    );
    expect(await store.insertRows(many)).toBe(2_500);
    expect((await readCatalogue(store)).rows).toHaveLength(2_500);
  });

  test("gives back what was put in: a row by its id, and the header row by the model's", async () => {
    const store = createVehicleStore(await open());
    await store.insertRows([
      input({ trim: "old", year: 2024 }),
      { ...WHOLE, trim: "new", year: 2026 },
      input({ trim: "newer", year: 2026 }),
    ]);
    const { rows } = await readCatalogue(store);
    const modelId = rows[0]?.modelId ?? 0;
    expect((await store.findRow(modelId))?.row.trim).toBe("new");
    const found = await store.findRow(rows[1]?.id ?? 0);
    expect(found).toMatchObject({ modelId, row: rows[1] });
    expect(rows[1]).toMatchObject({ ...WHOLE, trim: "new", year: 2026, version: 1 });
    const columnOf = (name: string) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    expect(found?.dbValues).toEqual({
      ...Object.fromEntries(Object.entries(WHOLE).map(([name, value]) => [columnOf(name), value])),
      id: rows[1]?.id,
      model_id: modelId,
      trim: "new",
      year: 2026,
      tax_credit_eligible: 0,
      version: 1,
    });
    expect(await store.findRow(999_999)).toBeUndefined();
  });
});
