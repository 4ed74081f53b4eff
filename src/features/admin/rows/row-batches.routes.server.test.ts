import { forAdministrators } from "../../../server/session.server.ts";
import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { PNG } from "../../../../test/pictures.ts";
import { GOOD_ROW, openTestRows } from "../../../../test/row-calls.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import type { Ev, EvRow } from "../../../domain/vehicle.ts";
import type { Change } from "../../changes/changes.ts";
import { importUndoRoutes } from "../../import/import.routes.server.ts";
import type { AddedRows } from "./rows.schema.ts";
import type { ActivityAnswer } from "../../activity/activity.schema.ts";
import { MOST_ROWS_PER_CHANGE } from "./row-filters.ts";
import { expectAnswer, expectRefused } from "../../../../test/refusals.ts";

type TestRows = Awaited<ReturnType<typeof openTestRows>>;

const changesSince = async ({ send }: TestRows, since = 0) =>
  (await send("GET", `/api/changes?since=${since}`)).json<{ changes: Change[] }>().changes;
/** Returns all entries, or those of one change, one for each row. */
const activityOf = async ({ send }: TestRows, query = "") =>
  (await send("GET", `/api/activity${query}`)).json<ActivityAnswer>().entries;

async function latestChangeOf(rows: TestRows) {
  const [latest] = await activityOf(rows);
  return activityOf(rows, `?change=${latest?.change?.id}`);
}

describeOnEachEngine("changing many rows", (databases) => {
  test("sets fields of all rows as one change, visible and recorded at once", async () => {
    const rows = await openTestRows(databases);
    const { app, send, named, store } = rows;
    const [flash, wind, pro] = [await named("Flash"), await named("Wind"), await named("Pro")];
    const lastChange = (await changesSince(rows)).at(-1)?.id ?? 0;
    const before = await store.version();
    const announced: number[] = [];
    const stop = app.database.changes.onChange((version) => announced.push(version));
    const ids = [wind.id, flash.id, pro.id];
    const set = { price: 41_000, zeroToSixty: "4.5", driveType: "" };
    const answer = await send("PATCH", "/api/evs", { ids, set });
    stop();
    expect(answer.statusCode).toBe(200);
    const changed = { price: 41_000, zeroToSixty: 4.5, driveType: null };
    expect(answer.json()).toEqual({
      updated: [wind, flash, pro].map((row) => ({ ...row, ...changed, version: 2 })),
    });
    expect(announced).toEqual([before + 1]);
    const shown = (await app.inject(`/api/evs/${pro.id}`)).json<Ev>();
    expect(shown.trims.map(({ price }) => price)).toEqual([41_000, 41_000]);
    const changes = await changesSince(rows, lastChange);
    const priced = ids.map((rowId) => ({ kind: "price", rowId, after: 41_000 }));
    expect(changes).toMatchObject(priced);
    const entries = await latestChangeOf(rows);
    expect(entries.map(({ action, username, rowId }) => [action, username, rowId])).toEqual(
      ids.toReversed().map((id) => ["row-changed", "ada", id]),
    );
    expect(entries[0]).toMatchObject({ subject: "2025 Ford F-150 Lightning Pro" });
    expect(entries[0]?.after).toMatchObject({ price: 41_000 });
  });

  test("says in the activity that a change is an undo, of many rows or of a name", async () => {
    const rows = await openTestRows(databases);
    const { send, named } = rows;
    const [wind, flash] = [await named("Wind"), await named("Flash")];
    const ids = [wind.id, flash.id];
    for (const [method, path, body] of [
      ["PATCH", "/api/evs?undo=true", { ids, set: { price: 41_000 } }],
      ["PUT", `/api/evs/${flash.id}?undo=true`, { trim: "Flashy" }],
      ["PATCH", "/api/evs?undo=false", { ids, set: { price: 42_000 } }],
    ] as const) {
      expect((await send(method, path, body)).statusCode).toBe(200);
    }
    const actions = (await activityOf(rows)).map(({ action }) => action);
    expect(actions).toEqual(["row-changed", "row-reverted", "row-reverted"]);
    const stale = { rows: [{ id: wind.id, set: { price: 1 }, version: 1 }] };
    const refused = await send("PATCH", "/api/evs", stale);
    expect(refused.json()).toMatchObject({ changedBy: { [wind.id]: "ada" } });
    expect((await send("PATCH", "/api/evs?undo=maybe", stale)).statusCode).toBe(400);
  });

  test("sets different values per row, including names that rows swap", async () => {
    const { send, named } = await openTestRows(databases);
    const [flash, pro] = [await named("Flash"), await named("Pro")];
    const answer = await send("PATCH", "/api/evs", {
      rows: [
        { id: flash.id, set: { trim: "Pro" }, version: 1 },
        { id: pro.id, set: { trim: "Flash", range: null } },
      ],
    });
    expectAnswer(answer, 200, {
      updated: [
        { ...flash, trim: "Pro", version: 2 },
        { ...pro, trim: "Flash", range: null, version: 2 },
      ],
    });
    // The newest year becomes the header row.
    const years = await send("PATCH", "/api/evs", {
      rows: [
        { id: flash.id, set: { year: 2024 } },
        { id: pro.id, set: { year: 2026 } },
      ],
    });
    const { updated } = years.json<{ updated: EvRow[] }>();
    expect(updated.map(({ isModelHeader }) => isModelHeader)).toEqual([false, true]);
  });

  test("leaves rows alone that already have the values", async () => {
    const rows = await openTestRows(databases);
    const { send, named, store } = rows;
    const flash = await named("Flash");
    const version = await store.version();
    const answer = await send("PATCH", "/api/evs", { ids: [flash.id], set: { year: flash.year } });
    expect(answer.json()).toEqual({ updated: [flash] });
    expect([await store.version(), await activityOf(rows)]).toEqual([version, []]);
  });

  test("changes nothing if one of the rows has changed, and returns the changed ones", async () => {
    const { send, named, list } = await openTestRows(databases);
    const [flash, pro, wind] = [await named("Flash"), await named("Pro"), await named("Wind")];
    await send("PATCH", "/api/evs", { ids: [flash.id, pro.id], set: { price: 7 } });
    const before = await list();
    const ids = [wind.id, flash.id, pro.id];
    const versions = { [wind.id]: 1, [flash.id]: 1, [pro.id]: 1 };
    const answer = await send("PATCH", "/api/evs", { ids, set: { range: 5 }, versions });
    expectAnswer(answer, 412, {
      error: "You have just changed 2 EVs yourself.",
      conflicts: [await named("Flash"), await named("Pro")],
      changedBy: { [flash.id]: "ada", [pro.id]: "ada" },
    });
    const own = await send("PATCH", "/api/evs", {
      rows: [
        { id: wind.id, set: { range: 5 } },
        { id: pro.id, set: { range: 5 }, version: 1 },
      ],
    });
    const { conflicts } = own.json<{ conflicts: EvRow[] }>();
    expect([own.statusCode, conflicts]).toEqual([412, [await named("Pro")]]);
    expect(await list()).toEqual(before);
  });

  test("refuses invalid ids, names and values, and changes nothing", async () => {
    const { app, send, named, list, store } = await openTestRows(databases);
    const [flash, pro, wind] = [await named("Flash"), await named("Pro"), await named("Wind")];
    const modelId = (await app.inject(`/api/evs/${wind.id}`)).json<Ev>().id;
    const before = await list();
    const version = await store.version();
    const many = Array.from({ length: MOST_ROWS_PER_CHANGE + 1 }, (_, at) => at + 1);
    const ids = [flash.id, wind.id];
    const priced = { id: flash.id, set: { price: 1 } };
    for (const [body, status, path] of [
      [{ ids: [...ids, 999_999], set: { price: 1 } }, 404, "ids.2"],
      [{ ids: [modelId], set: { price: 1 } }, 404, "ids.0"],
      [{ ids: [2 ** 40], set: { price: 1 } }, 404, "ids.0"],
      [{ ids: [-(2 ** 40)], set: { price: 1 } }, 404, "ids.0"],
      [{ rows: [{ id: 999_999, set: { price: 1 } }] }, 404, "rows.0.id"],
      [{ ids, set: {} }, 400, "set"],
      [{ ids, set: { version: 3 } }, 400, "set"],
      [{ ids, set: null }, 400, "set"],
      [{ ids, set: { make: "Kia", price: 1 } }, 400, "set"],
      [{ ids, set: { model: "EV6" } }, 400, "set"],
      [{ ids, set: { colour: "red" } }, 400, "set"],
      [{ ids, set: { price: -1 } }, 400, "set.price"],
      [{ ids, set: { trim: "" } }, 400, "set.trim"],
      [{ ids: [], set: { price: 1 } }, 400, "ids"],
      [{ ids: many, set: { price: 1 } }, 400, "ids"],
      [{ ids: [flash.id, flash.id], set: { price: 1 } }, 400, "ids"],
      [{ ids: [String(flash.id)], set: { price: 1 } }, 400, "ids.0"],
      [{ ids, set: { price: 1 }, versions: { [pro.id]: 1 } }, 400, "versions"],
      [{ ids, set: { price: 1 }, versions: { [flash.id]: "1" } }, 400, `versions.${flash.id}`],
      [{ ids, rows: [priced], set: { price: 1 } }, 400, ""],
      [{ rows: [priced, { id: wind.id, set: {} }] }, 400, "rows.1.set"],
      [{ rows: [{ id: flash.id, set: { range: "far" } }] }, 400, "rows.0.set.range"],
      [{ rows: [{ id: flash.id, set: { price: 1 }, colour: 1 }] }, 400, "rows.0"],
      [{ set: { price: 1 } }, 400, "ids"],
      [[], 400, ""],
    ] as const) {
      const answer = await send("PATCH", "/api/evs", body);
      const { issues = [] } = answer.json<{ issues?: { path: string }[] }>();
      expect([body, answer.statusCode, issues[0]?.path]).toEqual([body, status, path]);
    }
    for (const body of [
      { ids: [flash.id, pro.id], set: { trim: "Max" } },
      { rows: [{ id: pro.id, set: { trim: " FLASH ", price: 1 } }] },
    ]) {
      const answer = await send("PATCH", "/api/evs", body);
      expectRefused(answer, 409, /^2025 Ford F-150 Lightning (Max|FLASH) already exists$/);
    }
    expect([await list(), await store.version()]).toEqual([before, version]);
  });

  test("takes a thousand rows", async () => {
    const trims = Array.from({ length: MOST_ROWS_PER_CHANGE }, (_, at) => `T${at}`);
    const inputs = trims.map((trim) => EvInput.parse({ ...GOOD_ROW, trim }));
    const { send, list } = await openTestRows(databases, inputs);
    const { evs } = await list();
    const rows = evs.map(({ id, version }, price) => ({ id, version, set: { price, year: 2026 } }));
    const answer = await send("PATCH", "/api/evs", { rows });
    expect(answer.statusCode).toBe(200);
    const prices = (await list()).evs.map(({ price, version }) => [price, version]);
    expect(prices).toEqual(evs.map((_, at) => [at, 2]));
    const gone = await send("DELETE", "/api/evs", { ids: evs.map(({ id }) => id) });
    expect([gone.json(), (await list()).total]).toEqual([{ deleted: MOST_ROWS_PER_CHANGE }, 0]);
  });

  test("stores a picture sent as data once, whatever was refused before", async () => {
    const { send, named, pictures } = await openTestRows(databases);
    const ids = [(await named("Flash")).id, (await named("Wind")).id];
    const set = { image: PNG };
    const stale = await send("PATCH", "/api/evs", { ids, set, versions: { [ids[0] ?? 0]: 9 } });
    expect(stale.statusCode).toBe(412);
    expect((await send("PATCH", "/api/evs", { ids: [999_999], set })).statusCode).toBe(404);
    const answer = await send("PATCH", "/api/evs", { ids, set });
    const { updated } = answer.json<{ updated: EvRow[] }>();
    expect(new Set(updated.map(({ image }) => image)).size).toBe(1);
    expect(await pictures()).toHaveLength(1);
    const broken = `data:image/png;base64,${Buffer.from("no picture").toString("base64")}`;
    expect((await send("PATCH", "/api/evs", { ids, set: { image: broken } })).statusCode).toBe(422);
  });
});

describeOnEachEngine("deleting many rows", (databases) => {
  test("deletes them all, and models that lose their last rows", async () => {
    const rows = await openTestRows(databases);
    const { app, send, named, list } = rows;
    const [pro, wind] = [await named("Pro"), await named("Wind")];
    const modelId = (await app.inject(`/api/evs/${wind.id}`)).json<Ev>().id;
    const lastChange = (await changesSince(rows)).at(-1)?.id ?? 0;
    const answer = await send("DELETE", "/api/evs", { ids: [wind.id, pro.id] });
    expectAnswer(answer, 200, { deleted: 2 });
    expect(await list()).toMatchObject({ total: 5, models: 4 });
    for (const gone of [wind.id, pro.id, modelId]) {
      expect((await app.inject(`/api/evs/${gone}`)).statusCode).toBe(404);
    }
    const told = await changesSince(rows, lastChange);
    const changes = told.map(({ kind, rowId }) => `${kind} ${rowId}`);
    expect(new Set(changes)).toEqual(new Set([wind, pro].map(({ id }) => `removed ${id}`)));
    const entries = await latestChangeOf(rows);
    const deleted = entries.map(({ action, before }) => `${action} ${String(before?.["trim"])}`);
    expect(deleted.toSorted()).toEqual(["row-deleted Pro", "row-deleted Wind"]);
  });

  test("succeeds for one of two simultaneous calls in opposite order and fails for the other", async () => {
    const { send, named } = await openTestRows(databases);
    const { id: _id, isModelHeader: _header, version: _version, ...pro } = await named("Pro");
    for (let round = 0; round < 5; round++) {
      const added = ["Aa", "Bb", "Cc"].map((model) =>
        send("POST", "/api/evs", { ...pro, model: `${model}${round}` }),
      );
      const ids = (await Promise.all(added)).map((answer) => answer.json<EvRow>().id);
      const answers = await Promise.all([
        send("DELETE", "/api/evs", { ids }),
        send("DELETE", "/api/evs", { ids: ids.toReversed() }),
        send("PATCH", "/api/evs", { ids: ids.toReversed(), set: { price: round } }),
      ]);
      const [first, second, change] = answers.map(({ statusCode }) => statusCode);
      expect(new Set([first, second])).toEqual(new Set([200, 404]));
      expect([200, 404]).toContain(change);
    }
  });

  test("deletes nothing if one of them does not exist", async () => {
    const { send, named, list } = await openTestRows(databases);
    const { id } = await named("Wind");
    const before = await list();
    for (const [body, status] of [
      [{ ids: [id, 999_999] }, 404],
      [{ ids: [] }, 400],
      [{ ids: [id, id] }, 400],
      [{ ids: id }, 400],
      [{ ids: [id], force: true }, 400],
      [{}, 400],
    ] as const) {
      expect([body, (await send("DELETE", "/api/evs", body)).statusCode]).toEqual([body, status]);
    }
    expect((await send("DELETE", "/api/evs")).statusCode).toBe(400);
    expect(await list()).toEqual(before);
  });
});

describeOnEachEngine("adding many rows", (databases) => {
  test("adds them as one import, once, and skips existing ones", async () => {
    const rows = await openTestRows(databases);
    const { app, send, named, list, pictures } = rows;
    forAdministrators(app, (closed) => void closed.register(importUndoRoutes));
    const { id: _id, isModelHeader: _header, version: _version, ...flash } = await named("Flash");
    const copy = { ...flash, year: 2030, zeroToSixty: "4.5", image: PNG };
    const body = { subject: "New model year 2030", rows: [copy, flash] };
    const retry = { "idempotency-key": "once" };
    const answer = await send("POST", "/api/evs/rows", body, retry);
    const importId = expect.any(Number) as number;
    const image = expect.stringMatching(/^\/images\/upload\//) as string;
    expectAnswer(answer, 200, { added: 1, skipped: 1, importId });
    expect((await send("POST", "/api/evs/rows", body, retry)).json()).toEqual(answer.json());
    const added = (await list("&search=Flash")).evs.filter(({ year }) => year === 2030);
    expect(added).toMatchObject([{ ...copy, zeroToSixty: 4.5, image, version: 1 }]);
    expect(await pictures()).toHaveLength(1);
    const entry = { action: "rows-imported", subject: "New model year 2030" };
    expect(await activityOf(rows)).toMatchObject([entry]);
    const undo = `/api/imports/${answer.json<AddedRows>().importId}`;
    expect((await send("DELETE", undo)).json()).toMatchObject({ removed: 1 });
    expect((await list()).total).toBe(7);
  });

  test("adds nothing when a row or the name of the import is invalid", async () => {
    const { send, list } = await openTestRows(databases);
    for (const [body, path] of [
      [{ subject: "A", rows: [GOOD_ROW, { ...GOOD_ROW, price: -1 }] }, "rows.1.price"],
      [{ subject: "A", rows: [{ ...GOOD_ROW, trim: "n/a" }] }, "rows.0.trim"],
      [{ subject: "A", rows: [] }, "rows"],
      [{ subject: "", rows: [GOOD_ROW] }, "subject"],
      [{ subject: "a\nb", rows: [GOOD_ROW] }, "subject"],
      [{ subject: "x".repeat(121), rows: [GOOD_ROW] }, "subject"],
      [{ rows: [GOOD_ROW] }, "subject"],
      [{ subject: "A", rows: [GOOD_ROW], mapping: {} }, ""],
    ] as const) {
      const answer = await send("POST", "/api/evs/rows", body);
      const { issues = [] } = answer.json<{ issues?: { path: string }[] }>();
      expect([body, answer.statusCode, issues[0]?.path]).toEqual([body, 400, path]);
    }
    expect((await list()).total).toBe(7);
  });
});
