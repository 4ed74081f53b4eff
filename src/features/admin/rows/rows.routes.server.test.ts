import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { PNG } from "../../../../test/pictures.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import type { Ev, EvListEntry, EvRow } from "../../../domain/vehicle.ts";
import { ActivityAnswer } from "../../activity/activity.schema.ts";
import { RowAnswer } from "../../catalogue/catalogue.schema.ts";
import { GOOD_ROW, openTestRows } from "../../../../test/row-calls.ts";

describeOnEachEngine("the position of a row", (databases) => {
  test("is counted among all rows, including one that was just added", async () => {
    const { app, send, list } = await openTestRows(databases);
    const { id } = (await send("POST", "/api/evs", { ...GOOD_ROW, make: "Genesis" })).json<EvRow>();
    const { evs } = await list();
    for (const [position, row] of evs.entries()) {
      const answer = await send("GET", `/api/evs/${row.id}/position`);
      expect([answer.statusCode, answer.json()]).toEqual([200, { position }]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(evs.findIndex((row) => row.id === id)).toBe(2);
    const modelId = (await app.inject(`/api/evs/${id}`)).json<Ev>().id;
    for (const other of [modelId, 999_999, 0, "x"]) {
      const answer = await send("GET", `/api/evs/${other}/position`);
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: "Vehicle not found" }]);
    }
    expect((await send("GET", `/api/evs/${id}/position?page=1`)).statusCode).toBe(400);
  });
});

describeOnEachEngine("the calls for rows", (databases) => {
  test("add a row that everyone sees at once", async () => {
    const { app, send, list } = await openTestRows(databases);
    const answer = await send("POST", "/api/evs", { ...GOOD_ROW, zeroToSixty: "3.0", price: "" });
    expect(answer.statusCode).toBe(201);
    const row = RowAnswer.parse(answer.json());
    expect(row).toMatchObject({ ...GOOD_ROW, zeroToSixty: 3, price: null, isModelHeader: true });
    expect(answer.headers["location"]).toBe(`/api/evs/${row.id}`);
    expect((await list()).total).toBe(8);
    const shown = (await app.inject("/api/evs")).json<EvListEntry[]>();
    expect(shown.map(({ trim }) => trim.rowId)).toContain(row.id);
  });

  test("accept a row exactly as the list returned it", async () => {
    const { send, named } = await openTestRows(databases);
    const row = await named("Performance");
    const answer = await send("PUT", `/api/evs/${row.id}?_=1`, row);
    expect([answer.statusCode, answer.json()]).toEqual([200, row]);
    const copy = await send("POST", "/api/evs", { ...row, year: 2026 });
    expect([copy.statusCode, copy.json<EvRow>().version]).toEqual([201, 1]);
  });

  test("keep what is missing and clear what is null or empty", async () => {
    const { send, named } = await openTestRows(databases);
    const row = await named("Performance");
    const change = { price: null, driveType: "", zeroToSixty: "", taxCreditEligible: null };
    const answer = await send("PUT", `/api/evs/${row.id}`, change);
    const cleared = { price: null, driveType: null, zeroToSixty: null, taxCreditEligible: null };
    expect(answer.json()).toEqual({ ...row, ...cleared, version: 2 });
  });

  test("show a change in the public list and in the database", async () => {
    const { app, send, named } = await openTestRows(databases);
    const { id } = await named("Performance");
    await send("PUT", `/api/evs/${id}`, { zeroToSixty: "2.75" });
    const shown = (await app.inject(`/api/evs/${id}`)).json<Ev>();
    expect(shown.trims.find(({ rowId }) => rowId === id)?.zeroToSixty).toBe(2.75);
    expect((await app.inject(`/api/evs/${id}/direct?_=1`)).json()).toMatchObject({
      zeroToSixty: 2.75,
      dbValues: { zero_to_sixty: 2.75, version: 2 },
    });
  });

  test("set one figure, and nothing else", async () => {
    const { send, named } = await openTestRows(databases);
    let row = await named("Performance");
    for (const [call, body, changed] of [
      ["update-seating", { value: 7 }, { seatingCapacity: 7 }],
      ["update-seating", { value: null }, { seatingCapacity: null }],
      ["update-cargo", { value: 12.5 }, { cargoSpace: 12.5 }],
      ["update-cargo", { value: "" }, { cargoSpace: null }],
      ["fix-numeric-fields", { seatingCapacity: 4 }, { seatingCapacity: 4 }],
      ["fix-numeric-fields", { cargoSpace: 1 }, { cargoSpace: 1 }],
      ["fix-numeric-fields", { batteryCapacity: 82 }, { batteryCapacity: 82 }],
      ["fix-numeric-fields", { maxChargingSpeed: 250 }, { maxChargingSpeed: 250 }],
      ["fix-numeric-fields", { maxChargingSpeed: null }, { maxChargingSpeed: null }],
    ] as const) {
      const answer = await send("POST", `/api/evs/${row.id}/${call}`, body);
      expect(answer.statusCode).toBe(200);
      const next = { ...row, ...changed, version: row.version + 1 };
      expect(answer.json()).toEqual(next);
      row = next;
    }
    expect(await named("Performance")).toEqual(row);
  });

  test("refuse everything but one figure", async () => {
    const { send, named } = await openTestRows(databases);
    const row = await named("Standard");
    const seating = [{}, { value: 10 }, { value: "5" }, { value: 5, id: 1 }];
    const figures = { batteryCapacity: 1, cargoSpace: 1 };
    for (const [call, ...bodies] of [
      ["update-seating", ...seating],
      ["update-cargo", {}, { value: -1 }, [1]],
      ["fix-numeric-fields", {}, figures, { price: 1 }, { batteryCapacity: "much" }],
      ["fix-numeric-fields", ["batteryCapacity"]],
    ] as const) {
      for (const body of bodies) {
        const answer = await send("POST", `/api/evs/${row.id}/${call}`, body);
        expect([call, body, answer.statusCode]).toEqual([call, body, 400]);
      }
    }
    expect(await named("Standard")).toEqual(row);
  });

  test("change nothing on a row that somebody else has changed, and show it", async () => {
    const { send, named } = await openTestRows(databases);
    const { id } = await named("Flash");
    const put = (price: number, condition: string) =>
      send("PUT", `/api/evs/${id}`, { price }, { "if-match": condition });
    const [one, other] = await Promise.all([put(1, '"1"'), put(2, '"1"')]);
    expect(new Set([one.statusCode, other.statusCode])).toEqual(new Set([200, 412]));
    const [saved, refused] = one.statusCode === 200 ? [one, other] : [other, one];
    const error = "You have just changed this EV yourself.";
    expect(refused.json()).toEqual({ error, current: saved.json(), changedBy: "ada" });
    const stale = { "if-match": '"1"' };
    for (const answer of [
      await send("POST", `/api/evs/${id}/update-cargo`, { value: 1 }, stale),
      await send("DELETE", `/api/evs/${id}`, undefined, stale),
    ]) {
      const shown = [answer.statusCode, answer.json<{ current: unknown }>().current];
      expect(shown).toEqual([412, saved.json()]);
    }
    expect((await put(3, '"2"')).json()).toMatchObject({ price: 3, version: 3 });
    expect((await put(4, "*")).json()).toMatchObject({ price: 4, version: 4 });
    const changed = (await put(5, '"3", W/"9,",  "a,b" ,"4"')).json();
    expect(changed).toMatchObject({ price: 5, version: 5 });
    for (const unequal of ['W/"5"', '"3", "4"', '"none"', '"4,"']) {
      expect([unequal, (await put(6, unequal)).statusCode]).toEqual([unequal, 412]);
    }
    for (const broken of ["5", '"5', '"5""6"', '"5",']) {
      expect([broken, (await put(6, broken)).statusCode]).toEqual([broken, 400]);
    }
    expect((await send("PUT", `/api/evs/${id}`, { price: 6 })).statusCode).toBe(200);
  });

  test("delete a row completely", async () => {
    const { app, send, named, list } = await openTestRows(databases);
    const { id } = await named("Wind");
    const modelId = (await app.inject(`/api/evs/${id}`)).json<Ev>().id;
    const cost = await send("GET", `/api/evs/${id}/deletion`);
    expect(cost.json()).toEqual({ reviews: 0, votes: 0, isLastRow: true });
    const answer = await send("DELETE", `/api/evs/${id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    for (const gone of [id, modelId]) {
      expect((await app.inject(`/api/evs/${gone}`)).statusCode).toBe(404);
    }
    expect((await send("DELETE", `/api/evs/${id}`)).statusCode).toBe(404);
    expect((await send("PUT", `/api/evs/${id}`, { price: 1 })).statusCode).toBe(404);
    expect(await list()).toMatchObject({ total: 6, models: 4 });
  });

  test("accept only row ids", async () => {
    const { send } = await openTestRows(databases);
    for (const id of ["0", "abc", "1.5", "99999999999", "-1"]) {
      expect((await send("PUT", `/api/evs/${id}`, { price: 1 })).statusCode).toBe(404);
      expect((await send("DELETE", `/api/evs/${id}`)).statusCode).toBe(404);
    }
  });

  test("move a picture sent as data into our own store", async () => {
    const { send, named } = await openTestRows(databases);
    const { id } = await named("Flash");
    const image = (await send("PUT", `/api/evs/${id}`, { image: PNG })).json<EvRow>().image;
    expect(image).toMatch(/^\/images\/upload\/[0-9a-f]{32}$/);
    const added = await send("POST", "/api/evs", { ...GOOD_ROW, image: PNG });
    expect(added.json<EvRow>().image).toBe(image);
    const broken = `data:image/png;base64,${Buffer.from("no picture").toString("base64")}`;
    const refused = await send("PUT", `/api/evs/${id}`, { image: broken, price: 1 });
    const issues = [{ path: "image" }];
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { issues }]);
    expect((await named("Flash")).version).toBe(2);
  });

  test("refuse a picture for a row that is gone or has changed in the meantime", async () => {
    const { send, named, pictures } = await openTestRows(databases);
    const { id } = await named("Flash");
    const stale = await send("PUT", `/api/evs/${id}`, { image: PNG }, { "if-match": '"7"' });
    expect([stale.statusCode, stale.json()]).toMatchObject([412, { current: { id, version: 1 } }]);
    expect((await send("PUT", "/api/evs/999999", { image: PNG })).statusCode).toBe(404);
    const bad = await send("PUT", `/api/evs/${id}`, { image: PNG }, { "if-match": "7" });
    const unknown = await send("PUT", `/api/evs/${id}?x=1`, { image: PNG });
    expect([bad.statusCode, unknown.statusCode]).toEqual([400, 400]);
    const saved = await send("PUT", `/api/evs/${id}`, { image: PNG }, { "if-match": '"1"' });
    expect(saved.statusCode).toBe(200);
    expect(await pictures()).toHaveLength(1);
  });

  test("are recorded with their user, newest first, in pages", async () => {
    const { send } = await openTestRows(databases);
    const added = await send("POST", "/api/evs", { ...GOOD_ROW, price: 5 });
    const { id } = added.json<EvRow>();
    await send("PUT", `/api/evs/${id}`, { price: null, model: "R2" });
    await send("PUT", `/api/evs/${id}`, { price: 2 });
    await send("DELETE", `/api/evs/${id}`);
    const read = async (query: string) =>
      ActivityAnswer.parse((await send("GET", `/api/activity?${query}`)).json<ActivityAnswer>());
    const { entries, next } = await read("limit=3");
    const row = { ...GOOD_ROW, model: "R2", price: 2 };
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["row-deleted", expect.objectContaining(row), null],
      ["row-changed", { price: null }, { price: 2 }],
      ["row-changed", { price: 5, model: "R1S" }, { price: null, model: "R2" }],
    ]);
    const told = { username: "ada", subject: "2025 Rivian R2 Adventure", rowId: id };
    expect(entries[0]).toMatchObject(told);
    // A deleted row can be typed in again.
    expect(EvInput.parse(entries[0]?.before)).toEqual(EvInput.parse(row));
    const rest = await read(`limit=3&before=${next}`);
    const first = { action: "row-added", before: null, after: { ...GOOD_ROW, price: 5 } };
    expect(rest).toMatchObject({ entries: [first], next: null });
    expect((await send("GET", "/api/activity?limit=0")).statusCode).toBe(400);
  });
});
