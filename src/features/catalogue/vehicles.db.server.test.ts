import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { groupTrims } from "./stored-models.server.ts";
import { createVehicleStore, type VehicleStore } from "./vehicles.db.server.ts";
import { readCatalogue } from "../../../test/catalogue.ts";

function input(over: Record<string, unknown> = {}): EvInput {
  const least = { make: "Kia", model: "EV6", trim: "Wind", year: 2025, bodyType: "Crossover" };
  return EvInput.parse({ ...least, ...over });
}

const WHOLE = input({
  price: 64_500.5,
  range: 313,
  charging: 27,
  acceleration: 4.9,
  zeroToSixty: "4.85",
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

async function onlyRow(store: VehicleStore) {
  const { rows } = await readCatalogue(store);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} rows instead of one`);
  return row;
}

describeOnEachEngine("the vehicle store", ({ engine, open, freshEnv }) => {
  test("gives back what was put in", async () => {
    const store = createVehicleStore(await open());
    await store.insertRows([WHOLE]);
    const { id, modelId, version, ...row } = await onlyRow(store);
    expect(row).toEqual(WHOLE);
    expect(version).toBe(1);
    expect(id).not.toBe(modelId);
  });

  test("keeps false, true and unknown tax credits apart", async () => {
    const store = createVehicleStore(await open());
    const flags = [true, false, null];
    await store.insertRows(
      flags.map((taxCreditEligible, index) => input({ trim: `T${index}`, taxCreditEligible })),
    );
    const { rows } = await readCatalogue(store);
    expect(rows.map((row) => row.taxCreditEligible)).toEqual(flags);
  });

  test("puts rows of one make and model together, whatever their case and space", async () => {
    const store = createVehicleStore(await open());
    expect(
      await store.insertRows([
        input({ make: "Škoda", model: "Enyaq", trim: "85" }),
        input({ make: " ŠKODA ", model: "enyaq", trim: "85x" }),
      ]),
    ).toBe(2);
    await store.insertRows([input({ make: "škoda", model: "Enyaq ", trim: "RS" })]);
    const { rows, ratings } = await readCatalogue(store);
    const evs = groupTrims(rows, ratings);
    expect(evs.map((ev) => [ev.make, ev.model, ev.trims.length])).toEqual([["Škoda", "Enyaq", 3]]);
  });

  test.each([
    ["the same", {}],
    ["another case", { make: "KIA", model: "ev6", trim: " wind " }],
  ])("refuses a row that exists: %s", async (_, over) => {
    const store = createVehicleStore(await open());
    await store.insertRows([input()]);
    const again = input(over);
    await expect(store.insertRows([input({ trim: "GT" }), again])).rejects.toMatchObject({
      name: "UserError",
      status: 409,
      message: `2025 ${again.make} ${again.model} ${again.trim} already exists`,
    });
    // Rows are added all or nothing, so the valid row before it is missing too.
    await onlyRow(store);
  });

  test("refuses a row that stands twice among the inputs", async () => {
    const store = createVehicleStore(await open());
    await expect(store.insertRows([input(), input({ trim: "WIND" })])).rejects.toThrow(
      "2025 Kia EV6 WIND already exists",
    );
    expect((await readCatalogue(store)).rows).toEqual([]);
  });

  test("gives models and rows ids that never collide and are never used again", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    await store.insertRows([input(), input({ model: "EV9" })]);
    const before = (await readCatalogue(store)).rows.flatMap((row) => [row.id, row.modelId]);
    expect(new Set(before).size).toBe(4);
    await database.write.deleteFrom("models").execute();
    await store.insertRows([input()]);
    const { id, modelId } = await onlyRow(store);
    expect(Math.min(id, modelId)).toBeGreaterThan(Math.max(...before));
  });

  test("the version grows with a write and not with a failed one", async () => {
    const store = createVehicleStore(await open());
    const first = await store.version();
    await store.insertRows([input()]);
    expect(await store.version()).toBe(first + 1);
    await expect(store.insertRows([input()])).rejects.toThrow("already exists");
    expect(await store.version()).toBe(first + 1);
    expect((await readCatalogue(store)).version).toBe(first + 1);
  });

  test("writes that come together do not disturb each other", async () => {
    const store = createVehicleStore(await open());
    const first = await store.version();
    const trims = Array.from({ length: 12 }, (_, index) => input({ trim: `T${index}` }));
    await Promise.all(trims.map((row) => store.insertRows([row])));
    const { version, rows } = await readCatalogue(store);
    expect([version, rows.length]).toEqual([first + 12, 12]);
    expect(new Set(rows.map((row) => row.modelId)).size).toBe(1);
  });

  test("takes more rows than one statement holds", async () => {
    const store = createVehicleStore(await open());
    const many = Array.from({ length: 2_500 }, (_, index) =>
      input({ model: `M${index % 1_100}`, trim: `T${index}` }),
    );
    expect(await store.insertRows(many)).toBe(2_500);
    expect((await readCatalogue(store)).rows).toHaveLength(2_500);
  });

  test("finds a row by its id, and the header row by the model's", async () => {
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
    expect(found?.dbValues).toEqual({
      id: rows[1]?.id,
      model_id: modelId,
      make: "Kia",
      model: "EV6",
      trim: "new",
      year: 2026,
      price: 64_500.5,
      range: 313,
      charging: 27,
      acceleration: 4.9,
      zero_to_sixty: 4.85,
      top_speed: 130,
      body_type: "Crossover",
      image: "https://images.example.com/ev6.jpg",
      seating_capacity: 5,
      cargo_space: 28.7,
      battery_capacity: 102,
      max_charging_speed: 190,
      drive_type: "AWD",
      tax_credit_eligible: 0,
      consumption: 28.1,
      charge_port: "CCS",
      ac_charging_speed: 11.5,
      home_charging: 7.5,
      horsepower: 320,
      torque: 446,
      curb_weight: 4_661,
      length: 184.8,
      width: 74.4,
      height: 61.0,
      wheelbase: 114.2,
      ground_clearance: 6.1,
      towing: 2_700,
      frunk: 0.7,
      battery_warranty: "10 yr / 100,000 mi",
      source: "EPA 2026; Kia",
      checked_on: "2026-11-23",
      version: 1,
    });
    expect(await store.findRow(999_999)).toBeUndefined();
  });

  test("counts votes and averages reviews by model", async () => {
    const database = await open();
    const { write } = database;
    const store = createVehicleStore(database);
    await store.insertRows([input(), input({ model: "EV9" }), input({ model: "Niro" })]);
    const [ev6, ev9] = (await readCatalogue(store)).rows;
    if (!ev6 || !ev9) throw new Error("three rows were added");
    const created_at = "2026-01-02T03:04:05.678Z";
    const vote = (model_id: number, visitor: string, is_upvote: number) => ({
      model_id,
      visitor,
      is_upvote,
      created_at,
    });
    await write
      .insertInto("votes")
      .values([vote(ev6.modelId, "a", 1), vote(ev6.modelId, "b", 0), vote(ev9.modelId, "a", 1)])
      .execute();
    await expect(
      write
        .insertInto("votes")
        .values(vote(ev6.modelId, "a", 1))
        .execute(),
    ).rejects.toThrow(/unique/i);
    await write
      .insertInto("vote_stats")
      .values([
        { model_id: ev6.modelId, upvotes: 1, downvotes: 1 },
        { model_id: ev9.modelId, upvotes: 1, downvotes: 0 },
      ])
      .execute();
    const review = { model_id: ev6.modelId, user_name: "Ada", comment: "Fine", created_at };
    await write
      .insertInto("reviews")
      .values([
        { ...review, id: 1, row_id: null, rating: 5 },
        { ...review, id: 2, row_id: ev6.id, rating: 4 },
        { ...review, id: 3, row_id: null, rating: 2 },
      ])
      .execute();

    const { byModel } = await store.votes();
    expect(byModel).toEqual(
      new Map([
        [ev6.modelId, { upvotes: 1, downvotes: 1, total: 2 }],
        [ev9.modelId, { upvotes: 1, downvotes: 0, total: 1 }],
      ]),
    );
    const ratings = new Map([[ev6.modelId, { averageRating: 11 / 3, reviewCount: 3 }]]);
    expect((await readCatalogue(store)).ratings).toEqual(ratings);
    expect(await store.readModel(ev6.modelId)).toMatchObject({ rows: [ev6], ratings });
    expect(await store.readModel(999_999)).toMatchObject({ rows: [], ratings: new Map() });
  });

  test("tells of each new version until it is asked to stop", async () => {
    const store = createVehicleStore(await open());
    const announced: number[] = [];
    const stop = store.onChange((version) => announced.push(version));
    await store.insertRows([input()]);
    await store.insertRows([input({ trim: "GT" })]);
    stop();
    await store.insertRows([input({ trim: "Light" })]);
    const last = await store.version();
    expect(announced).toEqual([last - 2, last - 1]);
  });

  test("takes the starter rows once", async () => {
    const env = await freshEnv();
    const database = await open(env);
    const store = createVehicleStore(database);
    expect(database.created).toBe(true);
    const both = [store.insertStarterRows([input()]), store.insertStarterRows([input()])];
    expect((await Promise.all(both)).toSorted((a, b) => a - b)).toEqual([0, 1]);
    await database.close();
    expect((await open(env)).created).toBe(false);
  });

  test.runIf(engine === "postgres")("hears of another instance's writes", async () => {
    const env = await freshEnv();
    const [here, there] = await Promise.all([open(env), open(env)]);
    const { promise: announced, resolve } = Promise.withResolvers<number>();
    createVehicleStore(here).onChange(resolve);
    const store = createVehicleStore(there);
    await store.insertRows([input()]);
    expect(await announced).toBe(await store.version());
  });
});
