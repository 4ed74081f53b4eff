import { sql } from "kysely";
import { expect, test } from "vitest";
import { inputs, openTestApp, readCatalogue } from "../../../test/catalogue.ts";
import { UNTOLD_CHANGES } from "../../../test/catalogue-invariants.ts";
import { NO_DETAILS } from "../../../test/claim-details.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { signIn } from "../../../test/sign-in.ts";
import { readActivity } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { forAdministrators } from "../../server/session.server.ts";
import { type EvInput } from "../../domain/ev-input.ts";
import { createVehicleStore } from "./vehicles.db.server.ts";
import { createClaimStore } from "../claims/claims.db.server.ts";
import type { ClaimInput } from "../claims/claims.schema.ts";
import {
  factsFor,
  fillStarterFacts,
  findStarterFacts,
  readStarterHistory,
} from "./starter-facts.db.server.ts";
import { starterFactsRoutes } from "./catalogue.routes.server.ts";

const history = await readStarterHistory();
const firstRows = history.map(({ first }) => first);

async function filledFirst(database: Database, rows = firstRows) {
  const store = createVehicleStore(database);
  await store.insertRows(rows);
  return store;
}

async function rowsOf(database: Database) {
  const { rows } = await readCatalogue(createVehicleStore(database));
  return rows.toSorted((a, b) => a.id - b.id);
}

const activityOf = (database: Database) => readActivity(database, { limit: 9 });

/** Finds the first row without corrections. */
const like = ({ now, first }: (typeof history)[number]) =>
  factsFor(first, { now, first })?.source !== undefined;
const sample = history.find(like);
if (!sample) throw new Error("Every row was corrected.");

test.each<[string, Partial<EvInput>, Partial<EvInput>]>([
  ["an unchanged row gets its facts", {}, { consumption: 37.4, source: sample.now.source }],
  ["a value of one's own stays, and has no source", { horsepower: 99 }, { torque: 324 }],
  ["a port that an earlier release knew stays", { chargePort: "CCS" }, { horsepower: 358 }],
  ["a picture is no figure", { image: "https://example.com/a.webp" }, { horsepower: 358 }],
])("%s", (_name, own, expected) => {
  const facts = factsFor({ ...sample.first, ...own }, sample);
  expect(facts).toMatchObject(expected);
  for (const name of Object.keys(own)) expect(facts).not.toHaveProperty(name);
  expect("source" in (facts ?? {})).toBe(own.horsepower === undefined);
  expect("checkedOn" in (facts ?? {})).toBe(own.horsepower === undefined);
});

test("a row with another value of the first file is somebody's own", () => {
  expect(factsFor({ ...sample.first, price: 1 }, sample)).toBeNull();
  expect(factsFor({ ...sample.first, driveType: "FWD" }, sample)).toBeNull();
});

test("what somebody has taken out stays out", () => {
  const facts = factsFor({ ...sample.first, price: null }, sample);
  expect(facts).toHaveProperty("consumption");
  expect(facts).not.toHaveProperty("price");
});

test("what somebody has taken out of a row that had its facts stays out", () => {
  expect(factsFor({ ...sample.now, torque: null, checkedOn: null }, sample)).toEqual({});
});

describeOnEachEngine("the facts of a newer starter catalogue", ({ open }) => {
  test("fill empty cells of unchanged rows, once, and are in the activity", async () => {
    const database = await open();
    const store = await filledFirst(database);
    const offered = await findStarterFacts(database);
    expect(offered).toMatchObject({ rows: 292, found: 292, changed: 0, asOf: "2026-11-23" });
    expect(offered.cells).toBeGreaterThan(3_500);
    expect(offered.claims).toBe(7_286);

    expect(await fillStarterFacts(database, null)).toEqual(offered);
    const rows = await rowsOf(database);
    const isCorrected = (at: number) => history[at] !== undefined && !like(history[at]);
    for (const [at, row] of rows.entries()) {
      if (!isCorrected(at)) expect(row).toMatchObject({ ...history[at]?.now, version: 2 });
    }
    // A figure that was corrected since then is not overwritten and gets no source that contradicts it.
    const corrected = rows.filter((_row, at) => isCorrected(at));
    expect(corrected).toHaveLength(9);
    expect(corrected).toContainEqual(
      expect.objectContaining({ trim: "Woodland Premium", range: 281, source: null, torque: null }),
    );

    expect((await sql.raw(UNTOLD_CHANGES).execute(database.write)).rows).toEqual([]);
    expect(offered.corrected).toHaveLength(9);
    expect(offered.corrected).toContain(
      "2026 Toyota bZ Woodland Woodland Premium: range 260, here 281",
    );

    const version = await store.version();
    expect(await fillStarterFacts(database, null)).toMatchObject({
      rows: 0,
      cells: 0,
      claims: 0,
      found: 292,
    });
    expect(await store.version()).toBe(version);
    expect(await activityOf(database)).toMatchObject([
      {
        username: null,
        action: "starter-filled",
        subject: "empty cells from the starter catalogue",
        after: { rows: 292, cells: offered.cells, claims: 7_286 },
      },
    ]);
  });

  test("leave changed rows, other cars and an empty database alone", async () => {
    const database = await open();
    const nothing = { rows: 0, cells: 0, claims: 0, changed: 0, corrected: [], found: 0 };
    expect(await fillStarterFacts(database, null)).toMatchObject(nothing);
    const store = await filledFirst(database, inputs({ make: "Acura", model: "Other" }));
    expect(await fillStarterFacts(database, null)).toMatchObject(nothing);

    await store.insertRows([{ ...sample.first, price: 1, range: null }]);
    const before = await rowsOf(database);
    expect(await fillStarterFacts(database, null)).toMatchObject({ rows: 0, changed: 1, found: 1 });
    expect(await rowsOf(database)).toEqual(before);
  });

  test("add the claims of figures that are as in a starter file and have none", async () => {
    const database = await open();
    await filledFirst(database, [{ ...sample.now, price: 1, range: null }]);
    const [row] = await rowsOf(database);
    const own = { source: "My dealer", value: sample.now.bodyType, method: "reader" };
    await createClaimStore(database).add(
      { rowId: row?.id ?? 0, field: "bodyType", ...own, ...NO_DETAILS } as ClaimInput,
      null,
    );
    const fieldsOf = async () => {
      const claims = await database.read.selectFrom("claims").select("field").execute();
      return new Set(claims.map(({ field }) => field));
    };
    const { claims } = await fillStarterFacts(database, null);
    expect(claims).toBeGreaterThan(15);
    const fields = await fieldsOf();
    expect(fields.isSupersetOf(new Set(["seatingCapacity", "testedCharging"]))).toBe(true);
    // These were changed, removed, or already had a source.
    expect(fields.isDisjointFrom(new Set(["price", "range"]))).toBe(true);
    const bodyTypes = database.read.selectFrom("claims").select("source");
    expect(await bodyTypes.where("field", "=", "bodyType").execute()).toEqual([
      { source: "My dealer" },
    ]);
    // A deleted claim is not added again while the row has others.
    const tested = database.read.selectFrom("claims").select("id");
    const [first, second] = await tested.where("field", "=", "testedCharging").execute();
    expect(second).toBeDefined();
    await createClaimStore(database).remove(first?.id ?? 0, null);
    expect(await fillStarterFacts(database, null)).toMatchObject({ rows: 0, claims: 0 });
  });

  test("are offered to administrators only", async () => {
    const database = await open();
    await filledFirst(database, [sample.first]);
    const { app } = await openTestApp(database);
    forAdministrators(app, (closed) => void closed.register(starterFactsRoutes));
    const { cookie, user } = await signIn(database);
    const call = async (method: "GET" | "POST") => {
      const url = "/api/starter-facts";
      const answer = await app.inject({ method, url, headers: { cookie } });
      return { status: answer.statusCode, body: answer.json<object>() };
    };
    const offered = {
      rows: 1,
      cells: 14,
      claims: 23,
      changed: 0,
      corrected: [],
      found: 1,
      asOf: "2026-11-23",
    };
    expect(await call("GET")).toEqual({ status: 200, body: offered });
    expect(await call("POST")).toEqual({ status: 200, body: offered });
    expect(await call("GET")).toMatchObject({ body: { rows: 0, cells: 0 } });
    expect(await activityOf(database)).toMatchObject([{ username: user.username }]);
  });
});
