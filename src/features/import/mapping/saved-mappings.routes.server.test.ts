import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestImport, type TestImport } from "../../../../test/import.ts";
import type { SavedMapping } from "./import-mapping.schema.ts";
import { MAX_MAPPING_NAME_CHARACTERS } from "../limits.ts";
import { createMappingStore, MAX_SAVED_MAPPINGS } from "./saved-mappings.db.server.ts";

const MAPPING = {
  columns: {
    Name: { split: ["make", "model", "trim"], makes: ["Kia"] },
    Year: "year",
    Km: { field: "range", unit: "km" },
    Euro: { field: "price", unit: "euros", rate: 1.1, decimal: "comma" },
    Fuel: null,
  },
  constants: { bodyType: "SUV", trim: "Base" },
  rules: [{ column: "Fuel", isNot: ["electric"] }],
};
const FILE =
  "Name;Year;Km;Euro;Fuel\nKia EV6 Wind;2025;500;40.000,00;Electric\nKia Niro X;2025;1;1;Petrol\n";

function callsOf({ app, cookie }: TestImport) {
  return async (method: "GET" | "POST" | "DELETE", path = "", payload?: object) => {
    const url = `/api/import-mappings${path}`;
    const answer = await app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload && { payload }),
    });
    const body = answer.body === "" ? undefined : answer.json<unknown>();
    return { status: answer.statusCode, body };
  };
}

describeOnEachEngine("a saved mapping", ({ open }) => {
  test("of an earlier release is used without its exceptions", async () => {
    const database = await open();
    const theImport = await openTestImport(database);
    const exceptions = [{ field: "bodyType", value: "Sedan", where: "make", is: ["Kia"] }];
    const mapping = JSON.stringify({ ...MAPPING, exceptions });
    const saved = { id: 1, name: "Old", name_key: "old", at: "2026-01-01T00:00:00.000Z", mapping };
    await database.write.insertInto("import_mappings").values(saved).execute();
    const { body } = await callsOf(theImport)("GET", "/1");
    expect(body).toMatchObject({ mapping: MAPPING });
    const { body: done } = await theImport.upload(FILE, { savedMapping: "Old" });
    expect(done.added).toMatchObject([{ bodyType: "SUV" }]);
  });

  test("is saved by name, used by an import, replaced and deleted", async () => {
    const database = await open();
    const theImport = await openTestImport(database);
    const call = callsOf(theImport);
    const entry = { id: 1, name: "Métrique", at: expect.any(String) };
    const body = { name: " Métrique ", mapping: MAPPING };
    expect(await call("POST", "", body)).toEqual({ status: 201, body: entry });
    const headers = Object.keys(MAPPING.columns);
    expect(await call("GET")).toEqual({ status: 200, body: [{ ...entry, headers }] });
    const cells = [{ row: 1, column: "Km", text: "1" }];
    expect(await call("POST", "", { ...body, mapping: { ...MAPPING, cells } })).toEqual({
      status: 400,
      body: { error: "A saved mapping cannot contain cells of a file." },
    });
    expect(await call("GET", "/1")).toEqual({ status: 200, body: { ...entry, mapping: MAPPING } });

    const answer = await theImport.upload(FILE, { query: "?dryRun=true", mapping: MAPPING });
    const { status, body: done } = await theImport.upload(FILE, { savedMapping: "MÉTRIQUE" });
    expect(status).toBe(200);
    expect(done.leftOut).toBe(1);
    const { id: _id, isModelHeader: _isHeader, version: _version, ...ev } = done.added[0] ?? {};
    expect(answer.body.added).toEqual([{ row: 1, ...ev }]);
    expect(done.added).toMatchObject([
      { make: "Kia", model: "EV6 Wind", trim: "Base", range: 310.7 },
    ]);
    expect(done.added[0]?.price).toBe(44_000);

    // A different spelling is the same name.
    const flat = { Make: "make", Notes: null };
    const again = await call("POST", "", { name: "métrique", mapping: flat });
    expect(again).toMatchObject({ status: 200, body: { id: 1, name: "métrique" } });
    expect(await call("GET", "/1")).toMatchObject({ body: { mapping: flat } });

    expect((await call("DELETE", "/1")).status).toBe(204);
    expect((await call("DELETE", "/1")).status).toBe(404);
    expect((await call("GET", "/1")).status).toBe(404);
    expect(await call("GET")).toMatchObject({ body: [] });
    expect(await theImport.upload(FILE, { savedMapping: "Métrique" })).toMatchObject({
      status: 400,
      body: { error: "savedMapping: there is no saved mapping with this name." },
    });
    const activity = await database.read
      .selectFrom("activity")
      .select(["action", "subject", "username"])
      .where("action", "like", "mapping-%")
      .orderBy("id")
      .execute();
    expect(activity.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "mapping-saved Métrique",
      "mapping-saved métrique",
      "mapping-deleted métrique",
    ]);
    expect(activity.every(({ username }) => username !== null)).toBe(true);
  });

  test("must have a name, be valid for an import, and be small enough", async () => {
    const theImport = await openTestImport(await open());
    const call = callsOf(theImport);
    const refused: readonly [object, string][] = [
      [{ mapping: MAPPING }, "Name is required"],
      [{ name: " \u200b", mapping: MAPPING }, "Name is required"],
      [{ name: "a\nb", mapping: MAPPING }, "Name must be plain text on one line"],
      [{ name: "\ud800", mapping: MAPPING }, "Name must be plain text on one line"],
      [
        { name: "n".repeat(MAX_MAPPING_NAME_CHARACTERS + 1), mapping: MAPPING },
        "Name must have 80 characters or fewer",
      ],
      [{ name: "A" }, "mapping must be JSON: each header with its field, or null."],
      [
        { name: "A", mapping: { Km: { field: "range", unit: "kW" } } },
        "mapping: Km: Range is not read in kW.",
      ],
      [{ name: "A", mapping: {}, more: 1 }, "Unknown field more"],
    ];
    for (const [body, error] of refused) {
      expect(await call("POST", "", body)).toMatchObject({ status: 400, body: { error } });
    }
    expect(await call("GET")).toMatchObject({ body: [] });
    for (const savedMapping of ["", "a\0", "n".repeat(200)]) {
      expect((await theImport.upload(FILE, { savedMapping })).status).toBe(400);
    }
    const both = await theImport.upload(FILE, { savedMapping: "A", mapping: MAPPING });
    expect(both).toMatchObject({
      status: 400,
      body: { error: "Send either mapping or savedMapping, not both." },
    });
  });

  test("is limited to a hundred, even with several savers at once", async () => {
    const database = await open();
    const call = callsOf(await openTestImport(database));
    const { save } = createMappingStore(database);
    for (let at = 1; at < MAX_SAVED_MAPPINGS; at++) await save(null, `M${at}`, {});
    const body = (name: string) => ({ name, mapping: {} });
    const last = await Promise.all(["X", "Y", "Z"].map((name) => call("POST", "", body(name))));
    expect(last.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409", "409"]);
    // Replacing a mapping takes no more room.
    expect((await call("POST", "", body("M1"))).status).toBe(200);
    const twice = await Promise.all([1, 2].map(() => call("POST", "", body("m2"))));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const names = (await call("GET")).body as SavedMapping[];
    expect(names).toHaveLength(MAX_SAVED_MAPPINGS);
    expect(names.slice(0, 3).map(({ name }) => name)).toEqual(["M1", "m2", "M3"]);
  });
});
