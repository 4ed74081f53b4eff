import { expect, test } from "vitest";
import { cookieOf } from "../../../test/accounts.ts";
import { openTestCorrections } from "../../../test/corrections.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { hashSecretToken } from "../../server/secret-tokens.server.ts";
import { createCorrectionStore, MOST_WAITING_CORRECTIONS } from "./corrections.db.server.ts";
import { CorrectionState } from "./corrections.schema.ts";
import { CORRECTIONS_PER_ADDRESS } from "./corrections.routes.server.ts";
import { expectRefused } from "../../../test/refusals.ts";

const LINK = "Link must be a web address that begins with https://";
const MISSING = { missing: { make: "Kia", model: "EV3", trim: "GT-Line" } };

const REFUSED: readonly [object, string | RegExp][] = [
  [{ field: "make", value: "Kia" }, /^field must be one of price, range, charging,/],
  [{ field: "testedRange" }, /^field must be one of /],
  [{ value: undefined }, "Value is required"],
  [{ value: "far" }, "Range must be a number"],
  [{ value: "1.234" }, "Enter 1234 or 1.23"],
  [{ field: "zeroToSixty", value: "4,8" }, "Enter 4.8"],
  [{ value: 0 }, "Range must be positive"],
  [{ field: "chargePort", value: "plug" }, "Charge port must be NACS, CCS or CHAdeMO"],
  [{ rowId: "1" }, "rowId must be a whole number"],
  [{ url: "http://example.com" }, LINK],
  [{ url: "javascript:alert(1)" }, LINK],
  [{ note: "x".repeat(501) }, "Note must have 500 characters or fewer"],
  [{ note: "a\u0007b" }, "Note must be plain text"],
  [{ name: "x".repeat(81) }, "Name must have 80 characters or fewer"],
  [{ status: "accepted" }, "Unknown field status"],
  [{ ...MISSING }, "Unknown field rowId, field, value"],
];

const REFUSED_CARS: readonly [unknown, string][] = [
  [{ missing: "Kia EV3" }, "missing must name a car by make and model"],
  [{ missing: { make: " ", model: "EV3" } }, "Make is required"],
  [{ missing: { make: "Kia", model: "x".repeat(81) } }, "Model must have 80 characters or fewer"],
  [{ missing: { make: "Kia", model: "EV3", year: 2026 } }, "Unknown field year"],
  [{ ...MISSING, url: "https:" }, LINK],
  [["Kia"], "The body must be a JSON object"],
  [{}, "rowId must be a whole number"],
];

describeOnEachEngine("a correction", (databases) => {
  test("is received, and its reader follows it by the token alone", async () => {
    const { app, database, named, post, queue, receive, stateOf, store } =
      await openTestCorrections(databases);
    const row = await named("Standard");
    const version = await store.version();
    const words = { url: "https://example.com/a", note: " It says\nso ", name: " Ada " };
    const answer = await post({ rowId: row.id, field: "range", value: 342, ...words });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(String(answer.headers["set-cookie"])).toMatch(/^ev_visitor=/);
    const { id, token } = answer.json<{ id: number; token: string }>();
    expect(token).toMatch(/^[\w-]{22}$/);

    const state = await app.inject(`/api/corrections/${token}`);
    expect(state.headers).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    const received = { status: "received", reason: null };
    const shown = { car: "2025 Tesla Model 3 Standard", field: "range", value: 342 };
    expect(CorrectionState.parse(state.json())).toEqual({ ...shown, ...received });
    const missing = await receive({ ...MISSING, note: "" });
    const ofMissing = { car: "Kia EV3 GT-Line", field: null, value: null, ...received };
    expect(await stateOf(missing.token)).toEqual(ofMissing);
    for (const unknown of [token.slice(1), `${token}x`, String(id), "%20"]) {
      expect((await app.inject(`/api/corrections/${unknown}`)).statusCode).toBe(404);
    }
    expect(await store.version(), "it is no change of the catalogue").toBe(version);
    expect((await queue()).corrections).toMatchObject([
      { missing: MISSING.missing, note: null, name: null },
      { id, url: "https://example.com/a", note: "It says\nso", name: "Ada" },
    ]);
    const stored = await database.read.selectFrom("corrections").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    // The key is stored in the database, so tokens stay valid after a restart.
    const restarted = await createCorrectionStore(database);
    expect(await restarted.findIfKnown(token)).toMatchObject({ value: 342 });
  });

  test("has a token that opens no other one, even one of the same number", async () => {
    const { database, post, receive, send, stateOf } = await openTestCorrections(databases);
    const key = { "idempotency-key": "before" };
    const first = (await post(MISSING, key)).json<{ id: number; token: string }>();
    // A backup from before the first correction is restored.
    await database.write.deleteFrom("corrections").execute();
    await database.write.deleteFrom("idempotency_keys").execute();
    await database.write
      .updateTable("id_sequences")
      .set({ next_id: first.id })
      .where("name", "=", "corrections")
      .execute();
    const second = await receive({ missing: { make: "Rivian", model: "R1S" } });
    expect(second.id).toBe(first.id);
    expect(await stateOf(second.token)).toMatchObject({ car: "Rivian R1S" });
    expect((await send("GET", `/api/corrections/${first.token}`)).statusCode).toBe(404);
  });

  test("from an earlier release is found by the token that was given out", async () => {
    const { database, receive, stateOf } = await openTestCorrections(databases);
    await receive(MISSING);
    const former = { token_hash: hashSecretToken("former") };
    await database.write.updateTable("corrections").set(former).execute();
    expect(await stateOf("former")).toMatchObject({ car: "Kia EV3 GT-Line" });
  });

  test("is refused with a sentence where it is not right, and nothing is kept", async () => {
    const { named, post, queue, send } = await openTestCorrections(databases);
    const [row, other] = [await named("Standard"), await named("Performance")];
    const good = { rowId: row.id, field: "range", value: 342 };
    const cases = [
      ...REFUSED.map(([over, sentence]) => [{ ...good, ...over }, sentence] as const),
      ...REFUSED_CARS,
    ];
    for (const [body, sentence] of cases) {
      expectRefused(await post(body), 400, sentence);
    }
    expectRefused(await post({ ...good, value: 321 }), 409, "The page already shows this value");
    await send("DELETE", `/api/evs/${other.id}`);
    for (const rowId of [other.id, 999_999, 2 ** 40]) {
      expect((await post({ ...good, rowId })).statusCode).toBe(404);
    }
    expect(await queue()).toMatchObject({ corrections: [], total: 0, waiting: 0 });
  });

  test("comes ten times an hour from an address, and from a visitor wherever they are", async () => {
    const { named, post } = await openTestCorrections(databases, { rateLimits: true });
    const { id: rowId } = await named("Standard");
    const at = (value: number) => ({ rowId, field: "range", value });
    const first = await post(at(1), { from: "192.0.2.7" });
    const visitor = { cookie: cookieOf(first) };
    for (let more = 2; more <= CORRECTIONS_PER_ADDRESS; more++) {
      const received = await post(at(more), { from: `192.0.2.${more + 100}`, ...visitor });
      expect(received.statusCode).toBe(201);
    }
    const refused = await post(at(11), { from: "198.51.100.1", ...visitor });
    expect([refused.statusCode, refused.headers["retry-after"], refused.json()]).toEqual([
      429,
      "3600",
      { error: "Too many corrections in a short time. Please try again in 60 minutes." },
    ]);
    const from = "203.0.113.9";
    for (let time = 0; time < CORRECTIONS_PER_ADDRESS; time++) {
      // An invalid one does not count.
      expect((await post(at(2_001), { from })).statusCode).toBe(400);
      // One that the rows refuse does, since they were read for it.
      const body = [at(321), { ...at(1), rowId: 999_999 }, at(1)][time % 3];
      expect((await post(body, { from })).statusCode).toBe([409, 404, 201][time % 3]);
    }
    expect((await post(at(50), { from })).statusCode).toBe(429);
  });

  test("sent again with the same Idempotency-Key is one, with the same token", async () => {
    const { named, post, queue } = await openTestCorrections(databases, { rateLimits: true });
    const { id: rowId } = await named("Standard");
    const body = { rowId, field: "range", value: 1 };
    const key = { "idempotency-key": "one" };
    const first = await post(body, key);
    for (let time = 0; time < 12; time++) {
      const again = await post(body, key);
      const read = [again.statusCode, again.json(), again.headers["retry-after"]];
      expect(read).toEqual([201, first.json(), undefined]);
    }
    expect((await post({ ...body, value: 2 }, key)).statusCode).toBe(422);
    const [one, two] = await Promise.all([
      post({ ...MISSING }, { "idempotency-key": "two" }),
      post({ ...MISSING }, { "idempotency-key": "two" }),
    ]);
    expect(one.json()).toEqual(two.json());
    expect(await queue()).toMatchObject({ total: 2 });
  });

  test("is not taken while 2,000 wait", async () => {
    const { database, post, queue } = await openTestCorrections(databases);
    const car = { car: "Kia EV3", missing_make: "Kia", missing_model: "EV3", missing_trim: null };
    const none = { url: null, note: null, name: null, reason: null, decided_at: null };
    const figure = { row_id: null, field: null, value: null };
    const received = { at: "2026-01-01T00:00:00.000Z", status: "received" as const };
    const ids = Array.from({ length: MOST_WAITING_CORRECTIONS }, (_, at) => 10_000 + at);
    const same = { ...received, ...car, ...figure, ...none };
    const waiting = ids.map((id) => ({ id, token_hash: `${id}`, ...same }));
    for (let from = 0; from < waiting.length; from += 500) {
      const some = waiting.slice(from, from + 500);
      await database.write.insertInto("corrections").values(some).execute();
    }
    const full = await post(MISSING);
    expect([full.statusCode, full.headers["retry-after"], full.json()]).toEqual([
      503,
      "3600",
      { error: "Too many corrections are waiting at the moment. Please try again later." },
    ]);
    expect(await queue()).toMatchObject({ waiting: MOST_WAITING_CORRECTIONS });
    await database.write
      .updateTable("corrections")
      .set({ status: "declined" })
      .where("id", "=", 10_000)
      .execute();
    expect((await post(MISSING)).statusCode).toBe(201);
  });
});
