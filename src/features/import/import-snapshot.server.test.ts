import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { createVehicleStore } from "../catalogue/vehicles.db.server.ts";
import { createCatalogue } from "../catalogue/catalogue.server.ts";
import { unexpected } from "../../../test/catalogue.ts";
import { planImport, writeImport } from "./import.db.server.ts";

const MODELS = 600;

const input = (given: object) =>
  EvInput.parse({ make: "Kia", model: "EV6", trim: "Wind", year: 2024, bodyType: "SUV", ...given });

describeOnEachEngine("the catalogue after a large import", ({ open }) => {
  test("is what a new server reads", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    await store.insertRows([input({}), input({ model: "EV9", image: "https://x.test/ev9.webp" })]);
    const catalogue = createCatalogue(store, database, unexpected);
    const another = createCatalogue(createVehicleStore(database), database, unexpected);
    const before = await catalogue.current();
    const rows = Array.from({ length: MODELS }, (_, at) => [
      input({ make: "kia ", model: `EV ${at}`, price: at, taxCreditEligible: at % 2 > 0 }),
      input({ make: "KIA", model: `ev ${at} `, trim: "Line", year: 2025, zeroToSixty: "3.5" }),
    ]);
    const all = [...rows.flat(), input({ make: "KIA", year: 2026 }), input({ trim: " WIND " })];
    const file = all.map((each, row) => ({ row, input: each }));
    const plan = await planImport(database.read, file);
    expect([...plan.skipped].map(({ row }) => row)).toEqual([all.length - 1]);
    const writer = { user: null, subject: "new.csv", invalid: 0, most: 0 };
    await writeImport(database, file, writer, new AbortController().signal);

    const after = await catalogue.current();
    expect(after.evs.length).toBe(before.evs.length + MODELS);
    expect(after.evs).toEqual((await another.current()).evs);
    expect(after.byName()).toEqual((await another.current()).byName());
  });
});
