import { expect, test } from "vitest";
import { GOOD_CLAIM } from "../../../test/claims.ts";
import { openTestCorrections } from "../../../test/corrections.ts";
import { describeOnEachEngine, type TestDatabases } from "../../../test/databases.ts";
import { GOOD_ROW } from "../../../test/row-calls.ts";
import type { EvRow } from "../../domain/vehicle.ts";
import { type Correction, CorrectionsAnswer } from "./corrections.schema.ts";
import { CORRECTIONS_PER_PAGE } from "./corrections.ts";
import { expectAnswer, expectRefused } from "../../../test/refusals.ts";

const MISSING = { missing: { make: "Rivian", model: "R1S", trim: null } };
const SAID = { method: "maker", source: "Tesla", url: "https://example.com/tesla" };

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

const decidedSentence = (id: number) =>
  `Correction ${id} (Range of 2025 Tesla Model 3 Standard) has already been decided`;

/** A range of 321 miles that a reader corrects to 342. */
async function openCorrected(databases: TestDatabases) {
  const all = await openTestCorrections(databases);
  const row = await all.named("Standard");
  const words = { note: "See there", name: "Ada", url: "https://example.com/a" };
  const sent = await all.receive({ rowId: row.id, field: "range", value: 342, ...words });
  const decide = (what: "accept" | "decline", body: object, id: number | string = sent.id) =>
    all.send("POST", `/api/corrections/${id}/${what}`, body);
  /** writes columns of a stored correction */
  const write = (id: number, columns: object) =>
    all.database.write.updateTable("corrections").set(columns).where("id", "=", id).execute();
  return { ...all, row, sent, decide, write };
}

describeOnEachEngine("the queue of corrections", (databases) => {
  test("shows each with the row and its claims as they are now, for administrators", async () => {
    const { add, queue, receive, row, send, sent } = await openCorrected(databases);
    const claim = await add(row.id);
    await add(row.id, { field: "price", value: 1 });
    const { id: missingId } = await receive(MISSING);
    await send("PUT", `/api/evs/${row.id}`, { range: 330 });
    const answer = CorrectionsAnswer.parse(await queue());
    const { rowId: _row, field: _field, ...ofRange } = claim;
    expect(answer).toMatchObject({
      total: 2,
      waiting: 2,
      corrections: [
        { id: missingId, car: "Rivian R1S", missing: MISSING.missing, row: null, field: null },
        {
          id: sent.id,
          status: "received",
          car: "2025 Tesla Model 3 Standard",
          missing: null,
          rowId: row.id,
          row: { version: row.version + 1, value: 330, claims: [ofRange] },
          field: "range",
          value: 342,
          url: "https://example.com/a",
          note: "See there",
          name: "Ada",
          reason: null,
          decidedAt: null,
        },
      ],
    });
  });

  test("comes in pages, newest first, filtered by status", async () => {
    const { decide, queue, receive, send, sent } = await openCorrected(databases);
    for (let more = 0; more < CORRECTIONS_PER_PAGE; more++) await receive(MISSING);
    await decide("decline", { reason: "No" });
    const ids = async (query: string) => (await queue(query)).corrections.map(({ id }) => id);
    expect(await ids("?page=2")).toEqual([sent.id]);
    expect(await ids("?page=3")).toEqual([]);
    expect(await ids("?status=declined")).toEqual([sent.id]);
    expect(await ids("?status=accepted")).toEqual([]);
    expect(await ids("?status=received")).toHaveLength(CORRECTIONS_PER_PAGE);
    expect(await queue("?status=declined")).toMatchObject({ total: 1, waiting: 20 });
    for (const query of ["?status=new", "?page=0", "?page=x", "?sort=at"]) {
      expect((await send("GET", `/api/corrections${query}`)).statusCode).toBe(400);
    }
  });

  test("accepts one: value, claim and state in one step, named in the activity", async () => {
    const { claimsOf, decide, named, queue, row, send, sent, stateOf, store } =
      await openCorrected(databases);
    const version = await store.version();
    const answer = await decide("accept", { ...SAID, version: row.version });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<Correction>()).toMatchObject({
      id: sent.id,
      status: "accepted",
      row: { value: 342, version: row.version + 1 },
      decidedAt: expect.any(String),
    });
    expect(await named("Standard")).toEqual({ ...row, range: 342, version: row.version + 1 });
    expect(await store.version()).toBe(version + 1);
    expect(await claimsOf(row.id)).toMatchObject({
      range: { value: 342, claims: [{ value: 342, ...SAID, confidence: null }] },
    });
    expect(await stateOf(sent.token)).toMatchObject({ status: "accepted", reason: null });
    expect(await queue()).toMatchObject({ waiting: 0 });
    const { entries } = (await send("GET", "/api/activity?limit=2")).json();
    expect(entries).toMatchObject([
      {
        action: "correction-accepted",
        subject: "Range of 2025 Tesla Model 3 Standard",
        rowId: row.id,
        after: { value: 342, method: "maker", sourceName: "Tesla", link: SAID.url },
      },
      { action: "row-changed", before: { range: 321 }, after: { range: 342 } },
    ]);
    const again = await decide("accept", { ...SAID, version: row.version + 1 });
    expectRefused(again, 409, decidedSentence(sent.id));
    expect((await decide("decline", { reason: "No" })).statusCode).toBe(409);
  });

  test("accepts nothing for a row that has changed since", async () => {
    const { claimsOf, decide, queue, row, send, store } = await openCorrected(databases);
    const current = (await send("PUT", `/api/evs/${row.id}`, { price: 5 })).json<EvRow>();
    const version = await store.version();
    const answer = await decide("accept", { ...SAID, version: row.version });
    const error = "You have just changed this EV yourself.";
    expectAnswer(answer, 412, { error, current, changedBy: "ada" });
    expect(await store.version()).toBe(version);
    expect(await claimsOf(row.id)).toEqual({});
    expect(await queue()).toMatchObject({ waiting: 1 });
  });

  test("is decided once, when two administrators do at the same time", async () => {
    const { claimsOf, decide, named, row, send } = await openCorrected(databases);
    const acceptance = { ...SAID, version: row.version };
    const answers = await Promise.all([
      decide("accept", acceptance),
      decide("accept", acceptance),
      decide("decline", { reason: "No" }),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409]);
    const isAccepted = answers[2]?.statusCode === 409;
    expect((await named("Standard")).range).toBe(isAccepted ? 342 : 321);
    expect((await claimsOf(row.id)).range?.claims.length ?? 0).toBe(isAccepted ? 1 : 0);
    const { entries } = (await send("GET", "/api/activity?kind=corrections")).json();
    expect(entries).toHaveLength(1);
  });

  test("accepts with another value, or with a claim that already exists", async () => {
    const { add, claimsOf, decide, named, row } = await openCorrected(databases);
    await add(row.id, { ...GOOD_CLAIM, ...SAID, method: "maker", value: 340 });
    const answer = await decide("accept", { ...SAID, value: 340, version: row.version });
    expect(answer.json()).toMatchObject({ status: "accepted", value: 342, row: { value: 340 } });
    expect((await named("Standard")).range).toBe(340);
    expect(await claimsOf(row.id)).toHaveProperty("range.claims.length", 1);
  });

  test("refuses invalid decisions and changes nothing", async () => {
    const { add, decide, named, queue, receive, row } = await openCorrected(databases);
    const { version } = row;
    for (const [body, sentence] of [
      [{ ...SAID }, "version must be the row's version, a whole number"],
      [{ ...SAID, version: "1" }, "version must be the row's version, a whole number"],
      [{ version, method: "maker" }, "Source is required"],
      [{ ...SAID, version, method: "guess" }, /^method must be one of /],
      [{ ...SAID, version, value: "far" }, "Range must be a number"],
      [{ ...SAID, version, url: "http://a.com" }, /^Link must be/],
      [{ rowId: row.id }, "A correction of a figure needs method, source and version"],
    ] as const) {
      expectRefused(await decide("accept", body), 400, sentence);
    }
    for (const [reason, sentence] of [
      [undefined, "Reason is required"],
      [" ", "Reason is required"],
      ["x".repeat(301), "Reason must have 300 characters or fewer"],
    ] as const) {
      expect((await decide("decline", { reason })).json()).toMatchObject({ error: sentence });
    }
    for (const id of [999_999, "none"]) {
      expect((await decide("decline", { reason: "No" }, id)).statusCode).toBe(404);
      expect((await decide("accept", { ...SAID, version }, id)).statusCode).toBe(404);
    }
    for (let value = 1; value <= 40; value++) await add(row.id, { value });
    expect((await decide("accept", { ...SAID, version })).statusCode).toBe(409);
    expect(await named("Standard")).toEqual(row);

    const { id } = await receive(MISSING);
    expect((await decide("accept", { ...SAID, version }, id)).json()).toEqual({
      error: "A missing car needs rowId, the row that was added",
    });
    expect((await decide("accept", { rowId: 999_999 }, id)).statusCode).toBe(409);
    expect(await queue()).toMatchObject({ waiting: 2 });
  });

  test("can only decline a correction of a deleted row, and says why", async () => {
    const { decide, queue, row, send, sent, stateOf } = await openCorrected(databases);
    await send("DELETE", `/api/evs/${row.id}`);
    expect((await queue()).corrections).toMatchObject([{ rowId: row.id, row: null }]);
    const answer = await decide("accept", { ...SAID, version: row.version });
    expectRefused(answer, 409, "The car has since been deleted, so you can only decline");
    const reason = "We no longer list this car.\nThank you!";
    expect((await decide("decline", { reason })).json()).toMatchObject({ status: "declined" });
    const shown = { car: "2025 Tesla Model 3 Standard", field: "range", value: 342 };
    expect(await stateOf(sent.token)).toEqual({ ...shown, status: "declined", reason });
    const { entries } = (await send("GET", "/api/activity?kind=corrections")).json();
    const entry = { action: "correction-declined", after: { proposed: 342, reason } };
    expect(entries).toMatchObject([entry]);
  });

  test("takes the row that was added for a missing car", async () => {
    const { decide, receive, send, stateOf } = await openCorrected(databases);
    const { id, token } = await receive(MISSING);
    const added = (await send("POST", "/api/evs", GOOD_ROW)).json<EvRow>();
    for (const rowId of [added.id + 1, 2 ** 40]) {
      const refused = await decide("accept", { rowId }, id);
      expectRefused(refused, 409, "This EV no longer exists. Choose the one that was added.");
    }
    expect(await stateOf(token)).toMatchObject({ status: "received" });
    const answer = await decide("accept", { rowId: added.id }, id);
    expect(answer.json()).toMatchObject({ status: "accepted", rowId: added.id });
    expect(await stateOf(token)).toMatchObject({ car: "Rivian R1S", status: "accepted" });
    const after = { added: "2025 Rivian R1S Adventure" };
    const entry = { action: "correction-accepted", subject: "missing Rivian R1S", after };
    const { entries } = (await send("GET", "/api/activity?limit=1")).json();
    expect(entries).toMatchObject([{ ...entry, rowId: added.id }]);
  });

  test("declines several at once, all or none", async () => {
    const { decide, queue, receive, row, send, sent, stateOf } = await openCorrected(databases);
    const { id: missing, token } = await receive(MISSING);
    const { id: other } = await receive({ rowId: row.id, field: "range", value: 350 });
    const reason = "Already known.";
    const decline = (ids: unknown) => send("POST", "/api/corrections/decline", { ids, reason });
    for (const [ids, sentence] of [
      [undefined, "ids must be 1 to 200 ids of corrections"],
      [[], "ids must be 1 to 200 ids of corrections"],
      [["1"], "ids must be 1 to 200 ids of corrections"],
      [Array.from({ length: 201 }, (_, at) => at + 1), "ids must be 1 to 200 ids of corrections"],
      [[missing, missing], "ids names a correction twice"],
    ] as const) {
      expectRefused(await decline(ids), 400, sentence);
    }
    for (const unknown of [999_999, -1, 2 ** 40]) {
      expect((await decline([missing, unknown])).statusCode).toBe(404);
    }
    await decide("decline", { reason: "No" }, other);
    expectRefused(await decline([missing, other, sent.id]), 409, decidedSentence(other));
    expect(await queue()).toMatchObject({ waiting: 2 });

    const answer = await decline([missing, sent.id]);
    expectAnswer(answer, 200, { declined: 2 });
    expect(await queue()).toMatchObject({ waiting: 0 });
    expect(await stateOf(token)).toMatchObject({ status: "declined", reason });
    expect((await send("GET", "/api/activity?limit=1")).json()).toMatchObject({
      entries: [{ action: "correction-declined", change: { rows: 2 } }],
    });
  });

  test("declines what has waited for 180 days", async () => {
    const { write, decide, decisions, queue, receive, send, sent, stateOf } =
      await openCorrected(databases);
    const { id: younger } = await receive(MISSING);
    const { id: decided } = await receive(MISSING);
    await decide("decline", { reason: "No" }, decided);
    await write(sent.id, { at: daysAgo(180) });
    await write(younger, { at: daysAgo(179) });
    await write(decided, { at: daysAgo(200) });
    await decisions.declineOverdue(Date.now());
    const overdue = { status: "declined", reason: "Not reviewed in time" };
    expect(await stateOf(sent.token)).toMatchObject(overdue);
    expect((await queue("?status=received")).corrections.map(({ id }) => id)).toEqual([younger]);
    expect((await queue("?status=declined")).corrections).toMatchObject([
      { id: decided, reason: "No" },
      { id: sent.id, decidedAt: expect.any(String) },
    ]);
    expect((await send("GET", "/api/activity?limit=1")).json()).toMatchObject({
      entries: [{ action: "correction-declined", username: null }],
    });
  });

  test("forgets name and note ninety days after the decision", async () => {
    const { corrections, database, decide, queue, receive, sent, write } =
      await openCorrected(databases);
    await decide("decline", { reason: "No" });
    const { id: waiting } = await receive({ ...MISSING, name: "Bo" });
    await write(sent.id, { decided_at: daysAgo(89) });
    await corrections.eraseSenders(Date.now());
    expect((await queue("?status=declined")).corrections).toMatchObject([{ name: "Ada" }]);
    await write(sent.id, { decided_at: daysAgo(91) });
    const shown = (await queue("?status=declined")).corrections;
    expect(shown).toMatchObject([{ name: null, note: null, reason: "No", value: 342 }]);
    await corrections.eraseSenders(Date.now());
    const stored = await database.read
      .selectFrom("corrections")
      .select(["id", "name", "note"])
      .orderBy("id")
      .execute();
    expect(stored).toEqual([
      { id: sent.id, name: null, note: null },
      { id: waiting, name: "Bo", note: null },
    ]);
  });
});
