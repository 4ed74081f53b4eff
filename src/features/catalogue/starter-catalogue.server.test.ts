import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { groupTrims } from "../../vehicle/stored-models.server.ts";
import { present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import { createVehicleStore } from "../../vehicle/vehicle.store.server.ts";
import { fillStarterCatalogue, readStarterCatalogue } from "./starter-catalogue.server.ts";

const TRIMS = 292;
const MODELS = 97;

describeOnEachEngine("the starter catalogue", ({ open }) => {
  test("arrives whole, once", async () => {
    const store = createVehicleStore(await open());
    expect(await fillStarterCatalogue(store)).toBe(TRIMS);
    expect(await fillStarterCatalogue(store)).toBe(0);

    const { rows, ratings } = await store.readCatalogue();
    expect(rows).toHaveLength(TRIMS);
    expect(groupTrims(rows, ratings)).toHaveLength(MODELS);
    const inputs = await readStarterCatalogue();
    expect(rows.toSorted((a, b) => a.id - b.id)).toMatchObject(inputs);
  });
});

test("the starter catalogue knows the charge port of most vehicles", async () => {
  const ports = Map.groupBy(await readStarterCatalogue(), ({ chargePort }) => chargePort);
  expect(ports.get("NACS")?.length).toBe(88);
  expect(ports.get("CCS")?.length).toBe(194);
  expect(ports.get("CHAdeMO")?.length).toBe(2);
});

test("the starter catalogue holds believable vehicles", async () => {
  const vehicles = await readStarterCatalogue();
  for (const vehicle of vehicles) {
    const price = present(vehicle.price) ?? 50_000;
    const range = present(vehicle.range) ?? 300;
    const seconds = zeroToSixtyOf(vehicle) ?? 5;
    const kWhPer100Miles = (100 * (present(vehicle.batteryCapacity) ?? range * 0.3)) / range;
    const label = `${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.trim}`;
    expect(price >= 25_000 && price <= 500_000, `${label}: price ${price}`).toBe(true);
    expect(range >= 100 && range <= 520, `${label}: range ${range}`).toBe(true);
    expect(seconds >= 1.8 && seconds <= 9, `${label}: 0-60 ${seconds}`).toBe(true);
    expect(kWhPer100Miles, label).toBeLessThan(70);
    expect(vehicle.year, label).toBeGreaterThanOrEqual(2023);
  }
});
