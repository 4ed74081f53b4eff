import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { groupTrims } from "./catalogue-snapshot.server.ts";
import { present, zeroToSixtyOf } from "../../domain/trims.ts";
import { createVehicleStore } from "./vehicles.db.server.ts";
import { fillStarterCatalogue, readStarterCatalogue } from "./starter-facts.db.server.ts";
import { readCatalogue } from "../../../test/catalogue.ts";

const TRIMS = 292;
const MODELS = 97;
const CLAIMS = 7_286;

describeOnEachEngine("the starter catalogue", ({ open }) => {
  test("arrives whole, once", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    const both = [fillStarterCatalogue(database), fillStarterCatalogue(database)];
    expect((await Promise.all(both)).toSorted((a, b) => a - b)).toEqual([0, TRIMS]);

    const { rows, ratings } = await readCatalogue(store);
    expect(rows).toHaveLength(TRIMS);
    expect(groupTrims(rows, ratings)).toHaveLength(MODELS);
    const inputs = await readStarterCatalogue();
    expect(rows.toSorted((a, b) => a.id - b.id)).toMatchObject(inputs);
    const claims = await database.read
      .selectFrom("claims")
      .innerJoin("ev_rows", "ev_rows.id", "claims.row_id")
      .select(["claims.id", "claims.field", "claims.value", "ev_rows.trim"])
      .orderBy("claims.id")
      .execute();
    expect(claims).toHaveLength(CLAIMS);
    expect(claims[0]).toEqual({ id: 1, field: "price", value: "64500", trim: "A-Spec RWD" });
  });
});

test("the starter catalogue knows the charge port of most vehicles", async () => {
  const ports = Map.groupBy(await readStarterCatalogue(), ({ chargePort }) => chargePort);
  expect(ports.get("NACS")?.length).toBe(88);
  expect(ports.get("CCS")?.length).toBe(194);
  expect(ports.get("CHAdeMO")?.length).toBe(2);
});

test("its page says how many vehicles have each value", async () => {
  const vehicles = await readStarterCatalogue();
  const page = await readFile("docs/starter-catalogue.md", "utf8");
  const counts = page.matchAll(/\| `(\w+)` +\| +(\d+) /g);
  expect(
    Object.fromEntries(Array.from(counts, ([, name, count]) => [name, Number(count)])),
  ).toEqual(
    Object.fromEntries(
      FIELD_NAMES.map((name) => [name, vehicles.filter((each) => each[name] !== null).length]),
    ),
  );
});

test("each starter vehicle names its sources in plain words", async () => {
  const vehicles = await readStarterCatalogue();
  for (const { source, checkedOn, price, ...vehicle } of vehicles) {
    expect(source, vehicle.trim).toMatch(/fueleconomy\.gov|maker's estimate|No EPA rating/);
    expect(source).not.toMatch(/[/@#]|\btier\b|\.(?:json|csv|md)\b|[\da-f]{7}/);
    expect(checkedOn).toBe("2026-11-23");
    expect(price === null).toBe(source?.includes("price not established"));
  }
  const count = (words: string) => vehicles.filter(({ source }) => source?.includes(words)).length;
  expect(count("price not confirmed")).toBe(41);
  expect(count("10-80% time independent: ")).toBe(15);
  expect(count("10-80% time by ")).toBe(2);
});

test("the starter catalogue holds believable vehicles", async () => {
  const vehicles = await readStarterCatalogue();
  for (const vehicle of vehicles) {
    const price = present(vehicle.price) ?? 50_000;
    const range = present(vehicle.range) ?? 300;
    const seconds = zeroToSixtyOf(vehicle) ?? 5;
    const kWhPer100Miles = (100 * (present(vehicle.batteryCapacity) ?? range * 0.3)) / range;
    const wall = present(vehicle.consumption);
    const { length, wheelbase, width, height, frunk, towing, torque } = vehicle;
    const label = `${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.trim}`;
    expect(price >= 25_000 && price <= 500_000, `${label}: price ${price}`).toBe(true);
    expect(range >= 100 && range <= 520, `${label}: range ${range}`).toBe(true);
    expect(seconds >= 1.8 && seconds <= 9, `${label}: 0-60 ${seconds}`).toBe(true);
    expect(kWhPer100Miles, label).toBeLessThan(70);
    // Charging from the wall takes a tenth more than the battery holds; some capacities are gross.
    if (wall !== null && vehicle.batteryCapacity && vehicle.range) {
      const share = (wall * vehicle.range) / 100 / vehicle.batteryCapacity;
      expect(share > 0.95 && share < 1.35, `${label}: ${share} of the battery`).toBe(true);
    }
    if (length && wheelbase) {
      const share = wheelbase / length;
      expect(share > 0.55 && share < 0.7, `${label}: wheelbase ${share}`).toBe(true);
    }
    expect((width ?? 75) > 65 && (width ?? 75) < 90, `${label}: width ${width}`).toBe(true);
    expect((height ?? 65) > 48 && (height ?? 65) < 85, `${label}: height ${height}`).toBe(true);
    expect([frunk, towing, torque, vehicle.horsepower], label).not.toContain(0);
    expect(vehicle.year, label).toBeGreaterThanOrEqual(2023);
  }
});
