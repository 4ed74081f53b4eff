import { beforeAll, describe, expect, it } from "vitest";

import { serveDocuments } from "../../test/documents.ts";
import { evPath, TABLE } from "../domain/routes.ts";
import type { EvListEntry } from "../domain/vehicle.ts";

const ask = serveDocuments();
/** A trim of the starter catalogue without a published charging time. */
let car: EvListEntry;

const find = async (query: string) => (await ask(`/api/evs?${query}`)).json<EvListEntry[]>();

beforeAll(async () => {
  const [first] = await find("make=Acura");
  if (!first) throw new Error("The starter catalogue has an Acura.");
  car = first;
});

it("a page estimates a charging time that is not known, and the trips made with it", async () => {
  expect(car.trim).toMatchObject({ charging: null, battery: 102, maxChargingSpeed: 190 });
  const { body } = await ask(evPath(car.ev.id, car.trim));
  expect(body).toContain(">about 31-34 min, estimated<");
  expect(body).toMatch(/>about \d+ h \d+ min</);
});

describe("an estimate is of pages alone", () => {
  it.each([
    ["the list", () => "/api/evs"],
    ["a model", () => `/api/evs/${car.ev.id}`],
    ["a model's raw values", () => `/api/evs/${car.ev.id}/direct`],
    ["the export", () => "/api/evs.csv"],
    ["the table as a file", () => "/api/evs.csv?make=Acura&columns=model,charging"],
    ["the table", () => `${TABLE}?make=Acura&columns=charging`],
  ])("%s does not have it", async (_, urlOf) => {
    const { statusCode, body } = await ask(urlOf());
    expect(statusCode).toBe(200);
    expect(body).toContain("ZDX");
    expect(body).not.toMatch(/about 31|estimated/);
  });

  it("filters and sorts take the time as unknown", async () => {
    const rowIds = (entries: EvListEntry[]) => entries.map(({ trim }) => trim.rowId);
    expect(rowIds(await find("maxCharging=90"))).not.toContain(car.trim.rowId);
    const known = await find("make=Acura,Kia&sort=charging");
    expect(known.at(-1)?.ev.make).toBe("Acura");
  });
});
