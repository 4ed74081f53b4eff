import { once } from "node:events";
import { request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { InsertQueryNode, sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { form, FORM_TYPE, openTestImport } from "../../../test/import.ts";
import type { Database } from "../../db/database.server.ts";
import { createVoteStore } from "../ranking/votes.db.server.ts";
import { createReviewStore } from "../reviews/reviews.db.server.ts";
import { undoImport } from "./import-undo.db.server.ts";

const HEADER = "make,model,trim,year,bodyType\n";

interface Statement {
  /** starts at 1 */
  at: number;
  table: string | undefined;
}

/** Wraps the database so that `happens` runs after each statement. */
function between(database: Database, happens: (statement: Statement) => Promise<void>): Database {
  const tables = new WeakMap<object, string>();
  let at = 0;
  const write = database.write.withPlugin({
    transformQuery({ node, queryId }) {
      const table = InsertQueryNode.is(node) ? node.into?.table.identifier.name : undefined;
      if (table !== undefined) tables.set(queryId, table);
      return node;
    },
    async transformResult({ result, queryId }) {
      await happens({ at: ++at, table: tables.get(queryId) });
      return result;
    },
  });
  return { ...database, write };
}

/** Waits until the work is done or blocked by the open transaction. */
async function underWay({ write, engine }: Database, work: Promise<unknown>): Promise<void> {
  if (engine === "sqlite") return; // SQLite has one writer, so it waits
  const settled = work.then(
    () => true,
    () => true,
  );
  for (;;) {
    if (await Promise.race([settled, setImmediate(false)])) return;
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(write);
    if (rows.length > 0) return;
  }
}

async function counts({ read }: Database) {
  const tables = ["ev_rows", "models", "imports", "row_changes", "activity"] as const;
  const all = tables.map((table) => read.selectFrom(table).selectAll().execute());
  return (await Promise.all(all)).map((rows) => rows.length);
}

describeOnEachEngine("an import that is stopped", ({ open }) => {
  test.each(["models", "ev_rows", "activity"])("behind the %s leaves nothing", async (table) => {
    const database = await open();
    let stop: (() => Promise<unknown>) | undefined;
    const writing = between(database, async (statement) => {
      if (statement.table === table) await stop?.();
    });
    const { app, cookie, upload } = await openTestImport(writing);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo; // it listens on a port
    const lines = Array.from({ length: 99 }, (_, row) => `Kia,EV${row},T,2025,SUV\n`);
    const file = HEADER + lines.join("");
    const headers = { "content-type": FORM_TYPE, cookie };
    const path = "/api/evs/upload";
    const sending = request({ port, host: "127.0.0.1", method: "POST", path, headers });
    sending.on("error", () => undefined);
    const requestEvent = once(app.server, "request") as Promise<[unknown, ServerResponse]>;
    const stopped = Promise.withResolvers<void>();
    stop = async () => {
      stop = undefined;
      const [, answer] = await requestEvent;
      const closed = once(answer, "close");
      sending.destroy();
      await closed;
      stopped.resolve();
    };
    sending.end(form(file));
    await stopped.promise;
    // The next import still gets its turn.
    const check = await upload(file, { query: "?list=0" });
    expect(check.body.counts).toMatchObject({ added: 99, updated: 0, skipped: 0, invalid: 0 });
    expect(await counts(database)).toEqual([99, 99, 1, 99, 1]);
  });
});

describeOnEachEngine("reviews and votes while an import is undone", ({ open }) => {
  test("is kept, or they are told that the car is gone, at any moment", async () => {
    const database = await open();
    const { upload, names } = await openTestImport(database);
    const votes = createVoteStore(database);
    const reviews = createReviewStore(database);
    const told = new Set<string>();
    let statements = Infinity;
    for (let moment = 1; moment <= statements; moment++) {
      const model = `M${moment}`;
      const { added, importId } = (await upload(`${HEADER}Kia,${model},T,2025,SUV\n`)).body;
      const rowId = added[0]?.id ?? 0;
      const found = database.read.selectFrom("models").select("id").where("model", "=", model);
      const { id: modelId } = await found.executeTakeFirstOrThrow();
      let said: Promise<unknown[]> | undefined;
      let count = 0;
      const undoing = between(database, async ({ at }) => {
        count = at;
        if (at !== moment) return;
        const orMessage = (error: Error) => error.message;
        const vote = votes
          .cast({ modelId, visitor: "v", isUpvote: true })
          .then(() => "counted", orMessage);
        const words = { userName: "Ada", rating: 4, comment: "Fine", trimId: null };
        const review = reviews.add({ modelId, rowId, ...words }).then(() => "reviewed", orMessage);
        said = Promise.all([vote, review]);
        await underWay(database, vote);
        await underWay(database, review);
      });
      await undoImport(undoing, importId ?? 0, null);
      statements = count;
      const [vote, review] = (await said) ?? [];
      const isThere = (await names()).includes(`Kia ${model} T 2025`);
      expect([moment, vote]).toEqual([moment, isThere ? "counted" : "Vehicle not found"]);
      expect([moment, review]).toEqual([moment, isThere ? "reviewed" : "Vehicle not found"]);
      told.add(String(vote));
    }
    expect(told).toContain("Vehicle not found");
  });

  test("is kept whatever the clocks of the servers say", async () => {
    const database = await open();
    const { upload, undo, names } = await openTestImport(database);
    const { added, importId } = (await upload(`${HEADER}Kia,EV6,A,2025,SUV\n`)).body;
    const { id: modelId } = await database.read
      .selectFrom("models")
      .select("id")
      .executeTakeFirstOrThrow();
    const words = { userName: "Ada", rating: 4, comment: "Fine", trimId: null };
    await createReviewStore(database).add({ modelId, rowId: added[0]?.id ?? 0, ...words });
    const at = "2020-01-01T00:00:00.000Z";
    await database.write.updateTable("reviews").set({ created_at: at }).execute();
    expect((await undo(importId)).body.kept).toHaveLength(1);
    expect(await names()).toEqual(["Kia EV6 A 2025"]);
  });
});
